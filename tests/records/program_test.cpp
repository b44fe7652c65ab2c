// tests/records/program_test.cpp - what check() refuses, what a program demands, what it allocates.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/program.h"

#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "tests/records/example_records.h"
#include "tests/records/refusal.h"

namespace plumb {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The refusal of the small program after `change`.
template <class Change>
std::string refusal_of(const Change& change) {
  Program program = small_program();
  change(program);
  return refusal([&] { check(program); });
}

// The refusal of the small program with the step's launch after `change`.
template <class Change>
std::string refusal_of_launch(const Change& change) {
  return refusal_of([&](Program& p) { change(std::get<Launch>(p.steps[0].action)); });
}

template <class Action>
std::string refusal_of_action(const Action& action) {
  return refusal_of([&](Program& p) { p.steps[0].action = action; });
}

Step moved(Direction direction, const std::string& buffer, const std::string& to = {}) {
  return {"t", Transfer{.direction = direction, .buffer = buffer, .to = to}};
}

TEST(CheckProgram, accepts_every_feature) {
  EXPECT_NO_THROW(check(small_program()));
  EXPECT_NO_THROW(check(example_program()));
  EXPECT_NO_THROW(check(Program{}));
}

TEST(CheckProgram, names_must_be_given_and_different) {
  EXPECT_EQ(refusal_of([](Program& p) { p.buffers[0].name = ""; }), "a buffer has no name");
  EXPECT_EQ(refusal_of([](Program& p) { p.kernels[0].name = ""; }), "a kernel has no name");
  EXPECT_EQ(refusal_of([](Program& p) { p.sources.push_back(p.sources[0]); }),
            "source 'k.cl' is named twice");
  EXPECT_EQ(refusal_of([](Program& p) { p.images = {{"a", {.width = 1}, {}}}; }),
            "image 'a' is named twice");
}

TEST(CheckProgram, a_buffer_has_1_to_2_to_the_45_elements) {
  EXPECT_EQ(refusal_of([](Program& p) { p.buffers[0].count = 0; }),
            "buffer 'a' of 0 elements: must be 1 to 2^45");
  EXPECT_EQ(refusal_of([](Program& p) { p.buffers[0].count = (1ULL << 45U) + 1; }),
            "buffer 'a' of 35184372088833 elements: must be 1 to 2^45; it needs 128 TiB");
}

TEST(CheckProgram, the_sum_of_all_memory_must_be_countable) {
  const Buffer large{"", {Scalar::f64, 16}, 1ULL << 45U, {}};  // 2^52 bytes

  EXPECT_EQ(refusal_of([&](Program& p) {
              for (int i = 0; i < 1025; ++i) {
                p.buffers.push_back(large);
                p.buffers.back().name = std::to_string(i);
              }
            }),
            "buffers and images need more than 2^62 bytes");
}

TEST(CheckProgram, random_contents_need_an_interval) {
  for (const Fill& fill : {random_fill(1, 1, 1), random_fill(2, 1, 1),
                           random_fill(-1.5e308, 1.5e308, 1), random_fill(0, infinity, 1)}) {
    const std::string message = refusal_of([&](Program& p) { p.buffers[0].fill = fill; });

    EXPECT_TRUE(message.starts_with("buffer 'a': no random values lie in [")) << message;
  }
  EXPECT_EQ(refusal_of([](Program& p) { p.images = {{"i", {.width = 1}, random_fill(2, 1, 1)}}; }),
            "image 'i': no random values lie in [2, 1)");
}

TEST(CheckProgram, an_image_must_have_a_shape_that_devices_sample) {
  EXPECT_EQ(refusal_of([](Program& p) { p.images = {{"i", {.width = 0}, {}}}; }),
            "image 'i': an image of 0 x 1 x 1 pixels: each extent must be 1 to 1048576");
}

TEST(CheckProgram, a_kernel_needs_its_source_an_entry_and_proper_macros) {
  EXPECT_EQ(refusal_of([](Program& p) { p.kernels[0].source = "j.cl"; }),
            "kernel 'k': unknown source 'j.cl'; did you mean 'k.cl'?");
  EXPECT_EQ(refusal_of([](Program& p) { p.kernels[0].entry = ""; }), "kernel 'k': has no entry");
  EXPECT_EQ(refusal_of([](Program& p) { p.kernels[0].definitions = {{"1X", "2"}}; }),
            "kernel 'k': '1X' cannot be a macro's name");
  EXPECT_EQ(refusal_of([](Program& p) { p.kernels[0].definitions = {{"", "2"}}; }),
            "kernel 'k': '' cannot be a macro's name");
  EXPECT_EQ(refusal_of([](Program& p) { p.kernels[0].definitions = {{"X", "2\n#error"}}; }),
            "kernel 'k': definition of 'X' has a line break");
}

TEST(CheckProgram, a_launch_refers_to_what_exists) {
  EXPECT_EQ(refusal_of_launch([](Launch& l) { l.kernel = "kk"; }),
            "step 's': unknown kernel 'kk'; did you mean 'k'?");
  EXPECT_EQ(refusal_of_launch([](Launch& l) { l.arguments = {BufferArgument{"b"}}; }),
            "step 's': unknown buffer 'b'");
  EXPECT_EQ(refusal_of_launch([](Launch& l) { l.arguments = {ImageArgument{"a"}}; }),
            "step 's': unknown image 'a'");
}

TEST(CheckProgram, groups_divide_the_range_and_clusters_the_groups) {
  EXPECT_THAT(refusal_of_launch([](Launch& l) { l.arguments = {LocalArgument{}}; }),
              testing::HasSubstr("an argument of no local memory"));
  EXPECT_EQ(refusal_of_launch([](Launch& l) { l.local = {0, 1, 1}; }),
            "step 's': the group's extent in dimension 0 is 0");
  EXPECT_EQ(refusal_of_launch([](Launch& l) { l.global = {1, 0, 1}; }),
            "step 's': the global extent in dimension 1 is 0");
  EXPECT_EQ(refusal_of_launch([](Launch& l) {
              l.global = {1, 1, 7};
              l.local = {1, 1, 3};
            }),
            "step 's': the global extent in dimension 2, 7 work-items, is not a multiple of the "
            "group's 3");
  EXPECT_EQ(refusal_of_launch([](Launch& l) { l.cluster = {0, 1, 1}; }),
            "step 's': the number of groups in dimension 0, 1, is not a positive multiple of the "
            "cluster's 0");
  EXPECT_EQ(refusal_of_launch([](Launch& l) {
              l.global = {12, 1, 1};
              l.local = {4, 1, 1};
              l.cluster = {2, 1, 1};
            }),
            "step 's': the number of groups in dimension 0, 3, is not a positive multiple of the "
            "cluster's 2");
}

TEST(CheckProgram, a_scalar_argument_fits_into_its_type) {
  const auto message = [](Scalar type, double value) {
    return refusal_of_launch([&](Launch& l) { l.arguments = {ScalarArgument{type, value}}; });
  };

  EXPECT_EQ(message(Scalar::f32, infinity), "step 's': a scalar argument is not finite");
  EXPECT_EQ(message(Scalar::i32, 0.5), "step 's': 0.5 is not a whole number of at most 2^53");
  EXPECT_EQ(message(Scalar::u64, 0x1p54),
            "step 's': 1.8014398509481984e+16 is not a whole number of at most 2^53");
  EXPECT_EQ(message(Scalar::u32, -1), "step 's': -1 does not fit into 'uint'");
  EXPECT_EQ(message(Scalar::u8, 256), "step 's': 256 does not fit into 'uchar'");
  EXPECT_EQ(message(Scalar::f32, 1e39), "step 's': 1e+39 does not fit into 'float'");
}

TEST(CheckProgram, a_pass_must_be_countable) {
  EXPECT_EQ(refusal_of_launch([](Launch& l) {
              l.pass = {.name = "p", .points = 1, .accesses = {{.references = infinity}}};
            }),
            "step 's': pass 'p': 'references' must be zero or larger");
}

TEST(CheckProgram, a_transfer_moves_existing_buffers_of_one_size) {
  const auto message = [](const Step& step) {
    return refusal_of([&](Program& p) {
      p.buffers.push_back({"long", {Scalar::f32, 1}, 5, {}});
      p.steps = {step};
    });
  };

  EXPECT_EQ(message(moved(Direction::in, "x")), "step 't': unknown buffer 'x'");
  EXPECT_EQ(message(moved(Direction::within, "a", "lang")),
            "step 't': unknown buffer 'lang'; did you mean 'long'?");
  EXPECT_EQ(message(moved(Direction::within, "a", "long")),
            "step 't': 'a' and 'long' differ in size");
  EXPECT_EQ(message(moved(Direction::within, "a", "a")), "step 't': 'a' is copied onto itself");
}

TEST(CheckProgram, a_recorded_batch_holds_only_what_can_be_replayed) {
  const auto message = [](const Step& step) { return refusal_of_action(Batch{1, {step}}); };

  EXPECT_EQ(message(moved(Direction::in, "a")),
            "step 's': step 't': a recorded batch cannot move data to or from the host");
  EXPECT_EQ(message({"w", Wait{}}), "step 's': step 'w': a recorded batch cannot wait");
  EXPECT_EQ(message({"b", Batch{}}), "step 's': step 'b': a batch inside a batch");
  EXPECT_EQ(message({"r", Repeat{1, {{"b", Batch{}}}}}),
            "step 's': step 'r': step 'b': a batch inside a batch");
  EXPECT_EQ(message({"u", Until{.steps = {}, .buffer = "a"}}),
            "step 's': step 'u': a recorded batch cannot read a condition back");
}

TEST(CheckProgram, a_condition_is_read_from_an_element_that_exists_and_at_its_limit_at_last) {
  const auto message = [](std::uint64_t element, std::uint64_t check_every, std::uint64_t limit) {
    return refusal_of_action(Until{.steps = {},
                                   .buffer = "a",
                                   .element = element,
                                   .check_every = check_every,
                                   .limit = limit});
  };

  EXPECT_EQ(refusal_of_action(Until{.steps = {}, .buffer = "b"}), "step 's': unknown buffer 'b'");
  EXPECT_EQ(message(4, 1, 1), "step 's': element 4 lies outside buffer 'a'");
  EXPECT_EQ(message(0, 0, 1), "step 's': 'check_every' and 'limit' must be at least 1");
  EXPECT_EQ(message(0, 1, 0), "step 's': 'check_every' and 'limit' must be at least 1");
  EXPECT_EQ(message(0, 3, 2), "nothing was thrown");
}

TEST(CheckProgram, repetitions_and_their_nesting_are_limited) {
  constexpr std::uint64_t too_often = (1ULL << 40U) + 1;
  Step nested{"inner", Wait{}};
  for (int depth = 1; depth < 16; ++depth) nested = {"n", Repeat{1, {nested}}};

  EXPECT_EQ(refusal_of_action(Repeat{too_often, {}}), "step 's': repeats more than 2^40 times");
  EXPECT_EQ(refusal_of_action(Batch{too_often, {}}), "step 's': replays more than 2^40 times");
  EXPECT_EQ(refusal_of([&](Program& p) { p.steps = {nested}; }), "nothing was thrown");
  EXPECT_TRUE(
      refusal_of_action(Repeat{1, {nested}}).ends_with("steps nested deeper than 16 levels"));
}

TEST(CheckProgram, the_demand_of_a_step_must_be_countable) {
  constexpr std::uint64_t often = 1ULL << 40U;
  const Step launched = small_program().steps[0];
  Launch flops;
  flops.pass = {.name = {}, .points = 1, .accesses = {}, .flops = Flops{1e300}};

  EXPECT_EQ(refusal_of_action(Repeat{often, {{"r", Repeat{often, {launched}}}}}),
            "step 's': asks for more than 2^62 bytes or launches");
  EXPECT_EQ(refusal_of_action(Until{.steps = {launched, launched},
                                    .buffer = "a",
                                    .limit = std::numeric_limits<std::uint64_t>::max(),
                                    .expected = std::numeric_limits<std::uint64_t>::max()}),
            "step 's': asks for more than 2^62 bytes or launches");
  EXPECT_EQ(refusal_of_action(Repeat{1ULL << 30U, {{"f", flops}}}),
            "step 's': has no finite number of flops");
}

TEST(CheckProgram, verification_needs_an_existing_buffer_and_tolerances_that_can_be_exceeded) {
  const auto message = [](const Check& wanted) {
    return refusal_of([&](Program& p) { p.verification = {wanted}; });
  };

  EXPECT_EQ(message({.buffer = "b", .expected = {}}), "verification: unknown buffer 'b'");
  EXPECT_EQ(message({.buffer = "a", .absolute = -1, .expected = {}}),
            "verification: a tolerance of -1 for 'a': must be zero or larger");
  EXPECT_EQ(message({.buffer = "a", .relative = infinity, .expected = {}}),
            "verification: a tolerance of inf for 'a': must be zero or larger");
}

TEST(NamedThings, are_found_or_refused_with_the_nearest_name) {
  const Program program = example_program();

  EXPECT_EQ(buffer_named(program, "listed").count, 3U);
  EXPECT_EQ(kernel_named(program, "other").source, "blur.cu");
  EXPECT_EQ(source_named(program, "blur.ptx").language, Language::ptx);
  EXPECT_EQ(refusal([&] { return buffer_named(program, "liste").count; }),
            "unknown buffer 'liste'; did you mean 'listed'?");
}

TEST(Demand, is_the_sum_of_the_passes_times_their_repetitions) {
  Launch launch;
  launch.pass = {.name = "p",
                 .points = 10,
                 .accesses = {{.references = 2, .bytes = Bytes{4}}},
                 .flops = Flops{1.5}};
  const std::vector<Step> twice{
      {"a", launch}, {"b", launch}, moved(Direction::in, "x"), {"w", Wait{}}};
  const Step batch{"batch", Batch{3, twice}};
  const Step until{"until", Until{.steps = {batch}, .buffer = "x", .limit = 100, .expected = 5}};
  const Step repeat{"repeat", Repeat{7, {until, {"c", launch}}}};

  const Demand demand = demand_of(repeat);

  constexpr std::uint64_t launches = 7ULL * (5 * 3 * 2 + 1);
  EXPECT_EQ(demand.launches, launches);
  EXPECT_EQ(demand.bytes, Bytes{launches * 80});
  EXPECT_EQ(demand.flops, Flops{launches * 15.0});
}

// 0.4 bytes a launch: rounded one by one they would all be lost, 0.6 bytes all counted whole.
TEST(Demand, of_fractional_references_is_rounded_once_for_the_sum) {
  Launch few;
  few.pass = {.name = "few", .points = 1, .accesses = {{.references = 0.4, .bytes = Bytes{1}}}};
  Launch many = few;
  many.pass.accesses[0].references = 0.6;

  EXPECT_EQ(demand_of(Step{"one", few}).bytes, Bytes{0});
  EXPECT_EQ(demand_of(Step{"ten", Repeat{10, {{"few", few}}}}).bytes, Bytes{4});
  EXPECT_EQ(demand_of(Step{"ten", Repeat{10, {{"many", many}}}}).bytes, Bytes{6});
  EXPECT_EQ(demand_of(Step{"both", Repeat{5, {{"few", few}, {"many", many}}}}).bytes, Bytes{5});
}

TEST(Demand, of_a_transfer_or_a_wait_is_nothing) {
  const Demand transfer = demand_of(moved(Direction::in, "x"));
  const Demand wait = demand_of(Step{"w", Wait{}});

  EXPECT_EQ(transfer.bytes, Bytes{0});
  EXPECT_EQ(transfer.launches, 0U);
  EXPECT_EQ(wait.launches, 0U);
}

TEST(Memory, is_what_buffers_and_images_occupy) {
  const Bytes memory = memory_of(example_program());

  EXPECT_EQ(memory, Bytes{3 * 16 + 3 * 16 + 5 + 5 * 8 + 5 * 16 + 2 * 16 + 5 * 3 * 2 * 4 + 5 * 8});
  EXPECT_EQ(memory_of(example_program(), 1), Bytes{5 * 8});
}

}  // namespace
}  // namespace plumb
