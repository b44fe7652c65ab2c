// tests/run/run_program_test.cpp - Programs of every kind of step, verified and timed on each
// device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/run/run_program.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/device/each_device.h"
#include "tests/run/case_program.h"

namespace plumb {
namespace {

using testing::HasSubstr;

using namespace case_program;

class RunProgram : public EachDevice {};
PLUMB_FOR_EACH_DEVICE(RunProgram);

TEST_P(RunProgram, a_launch_is_verified_and_timed) {
  const Point point = run_program(*device, base(), index_plus(3), quick());

  EXPECT_EQ(point.status, Status::ok);
  EXPECT_TRUE(point.verification.checked);
  EXPECT_EQ(point.verification.elements, n);
  EXPECT_EQ(point.verification.complaint, "");
  ASSERT_EQ(point.steps.size(), 1U);
  EXPECT_EQ(point.steps[0].name, "add");
  EXPECT_EQ(point.steps[0].bytes, Bytes{8 * n});
  EXPECT_EQ(point.steps[0].flops.count, static_cast<double>(n));
  EXPECT_EQ(point.steps[0].time.samples.size(), 3U);
  EXPECT_GT(point.whole.value, 0);
  EXPECT_EQ(point.memory, Bytes{8 * n + 4});
}

TEST_P(RunProgram, a_wrong_result_is_reported_by_element_and_not_timed) {
  const Point point = run_program(*device, base(), index_plus(4), quick());

  EXPECT_EQ(point.status, Status::wrong);
  EXPECT_EQ(point.reason, "y[0] is 3, the reference says 4");
  EXPECT_TRUE(point.steps.empty());
}

TEST_P(RunProgram, whole_numbers_are_reported_with_all_their_digits) {
  const Point point = run_program(*device, base(), index_plus(4294967295), quick());

  EXPECT_EQ(point.reason, "y[0] is 3, the reference says 4294967295");
}

TEST_P(RunProgram, without_timing_it_is_verified_and_has_no_times) {
  RunOptions options = quick();
  options.timed = false;

  const Point right = run_program(*device, base(), index_plus(3), options);
  const Point wrong = run_program(*device, base(), index_plus(4), options);

  EXPECT_EQ(right.status, Status::ok);
  EXPECT_TRUE(right.verification.checked);
  EXPECT_TRUE(right.steps.empty());
  EXPECT_TRUE(right.whole.samples.empty());
  EXPECT_EQ(wrong.status, Status::wrong);
}

TEST_P(RunProgram, elements_that_no_step_wrote_are_wrong) {
  Program program = base();
  auto& only = std::get<Launch>(program.steps[0].action);
  only.arguments.back() = ScalarArgument{Scalar::u32, n - 1};

  const Point point = run_program(*device, program, index_plus(3), quick());

  EXPECT_THAT(point.reason, HasSubstr("y[76] is "));
  EXPECT_THAT(point.reason, HasSubstr("nan, the reference says 79"));
}

TEST_P(RunProgram, repetitions_batches_and_copies_do_what_they_say) {
  Program program = base();
  program.steps.push_back({"twice", Repeat{2, {{"one", raise(1)}, {"ten", raise(10)}}}});
  program.steps.push_back(
      {"recorded",
       Batch{3, {{"hundred", raise(100)}, {"again", Repeat{2, {{"k", raise(1000)}}}}}}});
  program.buffers.push_back({"z", {Scalar::f32, 1}, n, {}});
  program.steps.push_back({"copy", Transfer{Direction::within, "y", "z"}});
  program.verification = {{"z", 0, 0, {}}};

  const Point point = run_program(*device, program, index_plus(3 + 22 + 6300), quick());

  EXPECT_EQ(point.reason, "");
  ASSERT_EQ(point.steps.size(), 4U);
  EXPECT_EQ(point.steps[1].launches, 4U);
  EXPECT_EQ(point.steps[2].launches, 9U);
}

TEST_P(RunProgram, transfers_bring_the_contents_in_and_out) {
  Program program = base();
  program.steps.insert(program.steps.begin(), {"in", Transfer{Direction::in, "x", ""}});
  program.steps.push_back({"out", Transfer{Direction::out, "y", ""}});
  program.steps.push_back({"wait", Wait{}});

  const Point point = run_program(*device, program, index_plus(3), quick());

  EXPECT_EQ(point.reason, "");
  EXPECT_EQ(point.steps.size(), 4U);
}

TEST_P(RunProgram, a_buffer_that_only_goes_out_keeps_its_contents) {
  Program program = base();
  program.steps.push_back({"out", Transfer{Direction::out, "x", ""}});

  const Point point = run_program(*device, program, index_plus(3), quick());

  EXPECT_EQ(point.reason, "");
}

TEST_P(RunProgram, without_its_transfer_the_contents_are_not_there) {
  Program program = base();
  program.steps.push_back({"in, too late", Transfer{Direction::in, "x", ""}});

  const Point point = run_program(*device, program, index_plus(3), quick());

  EXPECT_EQ(point.status, Status::wrong);
}

TEST_P(RunProgram, a_loop_ends_when_the_value_read_back_meets_its_condition) {
  Program program = base();
  program.steps.push_back(converge(3, 100));
  RunOptions twice = quick();
  twice.stop.min_samples = twice.stop.max_samples = 2;
  twice.stop.warm_up = 0;

  const Point point = run_program(*device, program, index_plus(3 + 12), twice);

  EXPECT_EQ(point.reason, "")
      << "2^-10 < 1e-3 first holds at iteration 10; looked at every third: 12";
  ASSERT_EQ(point.steps.size(), 2U);
  EXPECT_EQ(point.steps[1].launches, 24U) << "the timed execution started anew and took 12 as well";
}

TEST_P(RunProgram, a_loop_that_is_checked_less_often_than_its_limit_is_checked_there) {
  Program program = base();
  program.steps.push_back(converge(100, 14));

  const Point point = run_program(*device, program, index_plus(3 + 14), quick());

  EXPECT_EQ(point.reason, "") << "2^-10 < 1e-3 holds when it is looked at after 14";
}

TEST_P(RunProgram, a_loop_that_does_not_converge_ends_at_its_limit) {
  Program program = base();
  program.steps.push_back({"converge", Until{.steps = {{"nothing", raise(0)}},
                                             .buffer = "error",
                                             .comparison = Comparison::less,
                                             .value = 0.5,
                                             .limit = 7}});

  EXPECT_THAT(
      refusal([&] { run_program(*device, program, index_plus(3), quick()); }),
      HasSubstr("step 'converge': the condition on 'error' was not met within 7 iterations"));
}

TEST_P(RunProgram, images_are_filled_and_sampled) {
  if (!device->info().images) GTEST_SKIP() << "the device has no images";
  Program program = base();
  program.images = {
      {"picture",
       {.type = {Scalar::f32, 4}, .width = n, .height = 1, .depth = 1, .normalized = false},
       {.kind = FillKind::index, .values = {}}}};
  program.steps = {
      {"pixel", launch("pixel", {ImageArgument{"picture"}, BufferArgument{"y"}, count()})}};
  const Reference every_fourth = [](std::string_view, std::uint64_t first, std::span<double> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = 4.0 * static_cast<double>(first + i);
  };

  const Point point = run_program(*device, program, every_fourth, quick());

  EXPECT_EQ(point.reason, "");
}

TEST_P(RunProgram, expected_values_in_the_program_serve_without_a_reference) {
  Program program = base();
  program.verification = {{"error", 0, 0, {1.0}}};

  const Point point = run_program(*device, program, {}, quick());

  EXPECT_EQ(point.reason, "");
  EXPECT_EQ(point.verification.elements, 1U);
}

TEST_P(RunProgram, cold_caches_are_emptied_and_recorded) {
  RunOptions options = quick();
  options.caches = CacheState::cold;

  const Point point = run_program(*device, base(), index_plus(3), options);

  EXPECT_EQ(point.reason, "");
  EXPECT_EQ(point.caches, CacheState::cold);
}

TEST_P(RunProgram, a_program_larger_than_the_device_is_refused_with_both_sizes) {
  Program program = base();
  program.buffers[1].count = device->info().memory.count / 4 + 1;

  EXPECT_THAT(refusal([&] { run_program(*device, program, {}, quick()); }),
              HasSubstr("'case' needs " + to_text(memory_of(program))));
}

TEST_P(RunProgram, a_launch_without_a_kernel_can_be_predicted_not_run) {
  Program program = base();
  std::get<Launch>(program.steps[0].action).kernel = "";

  EXPECT_THAT(refusal([&] { run_program(*device, program, {}, quick()); }),
              HasSubstr("pass 'add' names no kernel: it can be predicted, not run"));
}

TEST_P(RunProgram, an_interrupt_is_told_as_such) {
  RunOptions options = quick();
  int asked = 0;
  options.interrupted = [&] { return ++asked > 2; };
  ErrorKind kind{};

  refusal([&] { run_program(*device, base(), index_plus(3), options); }, &kind);

  EXPECT_EQ(kind, ErrorKind::interrupted);
}

// A buffer that no kernel touches, large enough to be filled and compared in parts.
Program large_base() {
  Program program = base();
  const Fill index{.kind = FillKind::index, .values = {}};
  program.buffers.push_back({"large", {Scalar::f32, 1}, (1U << 20U) + 5, index});
  program.verification = {{"large", 0, 0, {}}};
  return program;
}

TEST_P(RunProgram, an_interrupt_does_not_wait_for_the_host_to_compute_all_that_is_expected) {
  RunOptions options = quick();
  bool stop = false;
  options.interrupted = [&] { return stop; };
  std::size_t computed = 0;
  const Reference reference = [&](std::string_view, std::uint64_t first, std::span<double> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<double>(first + i);
    computed += out.size();
    stop = true;
  };
  ErrorKind kind{};

  refusal([&] { run_program(*device, large_base(), reference, options); }, &kind);

  EXPECT_EQ(kind, ErrorKind::interrupted);
  EXPECT_GT(computed, 0U);
  EXPECT_LT(computed, 1U << 17U);
}

TEST_P(RunProgram, an_interrupt_does_not_wait_for_buffers_to_be_filled) {
  Program program = large_base();
  bool stop = false;
  std::uint64_t made = 0;
  program.buffers.back().fill = {
      .kind = FillKind::values,
      .values = FillValues(program.buffers.back().count, [&](std::uint64_t, std::span<double> out) {
        std::ranges::fill(out, 1);
        made += out.size();
        stop = true;
      })};
  RunOptions options = quick();
  options.interrupted = [&] { return stop; };
  ErrorKind kind{};

  refusal([&] { run_program(*device, program, index_plus(0), options); }, &kind);

  EXPECT_EQ(kind, ErrorKind::interrupted);
  EXPECT_LE(made, 1U << 20U) << "one part of two";
}

TEST(ReferenceStore, ends_references_that_compute_for_long) {
  bool stop = false;
  const ReferenceStore store([&] { return stop; });

  EXPECT_NO_THROW(store.refuse_if_interrupted());
  EXPECT_NO_THROW(ReferenceStore().refuse_if_interrupted());
  stop = true;
  EXPECT_THROW(store.refuse_if_interrupted(), Error);
}

}  // namespace
}  // namespace plumb
