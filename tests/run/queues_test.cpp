// tests/run/queues_test.cpp - parts of buffers, several queues and devices, restoring, exchanges.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/run/loaded_program.h"
#include "plumb/run/run_program.h"
#include "tests/device/each_device.h"
#include "tests/run/case_program.h"

namespace plumb {
namespace {

using namespace case_program;
using testing::HasSubstr;

Reference values(std::function<double(std::uint64_t)> at) {
  return [at = std::move(at)](std::string_view, std::uint64_t first, std::span<double> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = at(first + i);
  };
}

std::vector<double> contents(const LoadedProgram& loaded, const std::string& name) {
  const Buffer& buffer = buffer_named(loaded.program(), name);
  std::vector<std::byte> bytes((buffer.count * size_of(buffer.type)).count);
  loaded.read(name, {}, bytes);
  std::vector<double> found(buffer.count * buffer.type.width);
  values_of(bytes, buffer.type.scalar, found);
  return found;
}

Step on(std::string queue, Step step, std::vector<std::string> after = {}) {
  step.queue = std::move(queue);
  step.after = std::move(after);
  return step;
}

Buffer floats(const std::string& name, Fill fill, std::size_t device = 0) {
  return {name, {Scalar::f32, 1}, n, std::move(fill), device};
}
Fill zero() { return {.kind = FillKind::zero, .values = {}}; }

class Queues : public EachDevice {};
PLUMB_FOR_EACH_DEVICE(Queues);

TEST_P(Queues, a_transfer_moves_the_part_that_it_names) {
  Program program = base();
  program.buffers[0].fill = {.kind = FillKind::constant, .low = 9, .values = {}};
  program.buffers.push_back(floats("z", zero()));
  program.buffers.push_back(floats("w", {.kind = FillKind::index, .values = {}}));
  program.steps = {
      {"in", Transfer{Direction::in, "w", "", 5, 3, 30}},  // w[30..35) = 3 .. 8
      {"part", Transfer{Direction::within, "w", "z", 5, 30, 20}},
      {"inside", Transfer{Direction::within, "z", "z", 2, 20, 40}},
      {"out", Transfer{Direction::out, "z", "", 30, 15, 0}},
  };
  program.verification = {{"z", 0, 0, {}}};
  const auto expected = [](std::uint64_t i) {
    if (i >= 20 && i < 25) return static_cast<double>(i - 17);
    if (i == 40 || i == 41) return static_cast<double>(i - 37);
    return 0.0;
  };

  const Point point = run_program(*device, program, values(expected), quick());

  EXPECT_EQ(point.reason, "");
  // What a part does not bring in is there from the beginning.
  program.verification = {{"w", 0, 0, {}}};
  const auto of_w = [](std::uint64_t i) {
    return static_cast<double>(i >= 30 && i < 35 ? i - 27 : i);
  };
  EXPECT_EQ(run_program(*device, program, values(of_w), quick()).reason, "");
}

// What went out does not come in again: a restored execution is the same as the first.
TEST_P(Queues, what_comes_in_is_always_from_the_initial_contents) {
  Program program = base();
  program.buffers[1].fill = {.kind = FillKind::index, .values = {}};
  program.restore = {{"back", Transfer{Direction::in, "y"}}};
  program.steps = {{"raise", raise(2)}, {"out", Transfer{Direction::out, "y"}}};
  LoadedProgram loaded(*device, program);
  loaded.fill();

  for (int execution = 0; execution < 3; ++execution) {
    loaded.restore();
    loaded.execute_all();
    loaded.wait();
    EXPECT_EQ(contents(loaded, "y").front(), 2.0) << execution;
  }
}

// An error leaves work in its queues; it ends before the memory that it uses goes.
TEST_P(Queues, a_program_that_fails_half_way_ends_cleanly) {
  Program program = base();
  program.queues = {{"main", 0}, {"second", 0}};
  program.steps = {on("second", {"long", Repeat{300, {{"one", raise(1)}}}}),
                   on("second", {"out", Transfer{Direction::out, "y"}}),
                   on("main", {"loop", Until{.steps = {{"halve", halve()}},
                                             .buffer = "error",
                                             .comparison = Comparison::less,
                                             .value = -1,
                                             .limit = 2}})};
  for (int i = 0; i < 3; ++i) {
    LoadedProgram loaded(*device, program);
    loaded.fill();
    EXPECT_THAT(refusal([&] { loaded.execute_all(); }), HasSubstr("was not met within 2"));
  }
}

TEST_P(Queues, steps_wait_for_steps_of_other_queues) {
  Program program = base();
  program.queues = {{"main", 0}, {"second", 0}};
  program.buffers.push_back(floats("z", {}));
  // A long first step, so that one that did not wait would read too early.
  program.steps = {
      on("main", {"add", program.steps[0].action}),
      on("main", {"raise", Repeat{500, {{"one", raise(1)}}}}),
      on("second", {"copy", Transfer{Direction::within, "y", "z"}}, {"raise"}),
      on("main", {"spoil", raise(1000)}, {"copy"}),
  };
  program.verification = {{"z", 0, 0, {}}};

  const Point point = run_program(*device, program, index_plus(503), quick());

  EXPECT_EQ(point.reason, "");
  ASSERT_EQ(point.steps.size(), 4U);
  EXPECT_EQ(point.steps[1].launches, 500U);
}

// A copy that waits only for the step before the long one: what is verified is what runs at once,
// so the race is seen. The long step is one kernel of milliseconds: many short ones would end as
// fast as the host queues them, before the copy is queued.
TEST_P(Queues, a_step_that_does_not_wait_is_verified_as_it_runs) {
  if (device->info().kind != device::Kind::gpu) GTEST_SKIP() << "one core may run them in turn";
  constexpr double rounds = 4e6;
  Program program = base();
  program.queues = {{"main", 0}, {"second", 0}};
  program.buffers.push_back(floats("z", {}));
  const Launch count_up =
      launch("count_up", {BufferArgument{"y"}, ScalarArgument{Scalar::u32, rounds}, count()});
  program.steps = {
      on("main", {"add", program.steps[0].action}),
      on("main", {"count", count_up}),
      on("second", {"copy", Transfer{Direction::within, "y", "z"}}, {"add"}),
  };
  program.verification = {{"z", 0, 0, {}}};
  EXPECT_EQ(run_program(*device, program, index_plus(3 + rounds), quick()).status, Status::wrong);
  EXPECT_EQ(run_program(*device, program, index_plus(3), quick()).reason, "");

  program.steps[2].after = {"count"};
  EXPECT_EQ(run_program(*device, program, index_plus(3 + rounds), quick()).reason, "");
}

TEST_P(Queues, a_step_is_timed_with_the_queues_inside_it) {
  Program program = base();
  program.queues = {{"main", 0}, {"second", 0}};
  program.steps.push_back(
      on("main", {"loop", Repeat{1, {on("second", {"long", Repeat{500, {{"one", raise(1)}}}})}}}));

  const Point point = run_program(*device, program, index_plus(503), quick());

  EXPECT_EQ(point.reason, "");
  // 500 launches against one, each at its fastest: a busy machine disturbs neither that much.
  const auto fastest = [&](std::size_t step) {
    return std::ranges::min(point.steps[step].time.samples);
  };
  EXPECT_GT(fastest(1), 5 * fastest(0));
}

TEST_P(Queues, a_wait_is_for_all_queues) {
  Program program = base();
  program.queues = {{"main", 0}, {"second", 0}};
  program.buffers.push_back(floats("z", {}));
  program.steps = {
      on("second", {"add", program.steps[0].action}),
      on("second", {"raise", Repeat{500, {{"one", raise(1)}}}}),
      on("main", {"wait", Wait{}}),
      on("main", {"copy", Transfer{Direction::within, "y", "z"}}),
  };
  program.verification = {{"z", 0, 0, {}}};

  EXPECT_EQ(run_program(*device, program, index_plus(503), quick()).reason, "");
}

TEST_P(Queues, a_repetition_begins_and_ends_with_the_queues_inside_it) {
  Program program = base();
  program.queues = {{"main", 0}, {"second", 0}};
  program.buffers.push_back(floats("z", {}));
  program.steps = {
      {"add", program.steps[0].action},
      {"loop", Repeat{20,
                      {on("second", {"raise there", raise(1)}, {"raise here"}),
                       {"raise here", raise(10), "", {"raise there"}}}}},
      {"copy", Transfer{Direction::within, "y", "z"}},
  };
  program.verification = {{"z", 0, 0, {}}};

  const Point point = run_program(*device, program, index_plus(3 + 20 * 11), quick());

  EXPECT_EQ(point.reason, "");
}

TEST_P(Queues, a_condition_is_read_after_the_queues_inside) {
  Program program = base();
  program.queues = {{"main", 0}, {"second", 0}};
  program.steps.push_back({"loop", Until{.steps = {on("second", {"halve", halve()})},
                                         .buffer = "error",
                                         .comparison = Comparison::less,
                                         .value = 0.1}});

  const Point point = run_program(*device, program, index_plus(3), quick());

  EXPECT_EQ(point.reason, "");
  EXPECT_EQ(point.steps.back().launches, 4U);  // 1/16 is the first below 0.1
}

TEST_P(Queues, what_is_overwritten_is_restored_before_every_execution) {
  Program program = base();
  program.buffers[1].fill = {.kind = FillKind::constant, .low = -5, .values = {}};
  program.restore = {{"start", Transfer{Direction::within, "x", "y"}}};
  program.steps = {{"raise", raise(2)}};
  LoadedProgram loaded(*device, program);
  loaded.fill();

  for (int execution = 0; execution < 3; ++execution) {
    loaded.restore();
    loaded.execute_all();
    loaded.wait();
    EXPECT_EQ(contents(loaded, "y").back(), static_cast<double>(n - 1) + 2) << execution;
  }
  const Point point = run_program(*device, program, index_plus(2), quick());
  EXPECT_EQ(point.reason, "");
  EXPECT_EQ(point.steps.size(), 1U);  // restoring is neither timed nor shown
}

// "wrong" holds what the check alone makes, once: repetitions neither make it again nor lose it.
TEST_P(Queues, what_checks_makes_values_that_no_step_makes) {
  Program program = base();
  program.buffers.push_back(floats("wrong", zero()));
  program.restore = {{"start", Transfer{Direction::within, "x", "y"}}};
  program.steps = {{"raise", raise(2)}};
  program.check = {
      {"add", launch("add", {BufferArgument{"y"}, BufferArgument{"wrong"}, real(5), count()})},
      {"raise", launch("raise", {BufferArgument{"wrong"}, real(1), count()})}};
  program.verification = {{"wrong", 0, 0, {}}};

  const Point point = run_program(*device, program, index_plus(2 + 5 + 1), quick());

  EXPECT_EQ(point.reason, "");
  EXPECT_TRUE(point.verification.checked);
  ASSERT_EQ(point.steps.size(), 1U);  // neither timed nor shown
  EXPECT_EQ(point.steps[0].launches, 1U);
  program.check.pop_back();
  EXPECT_THAT(run_program(*device, program, index_plus(2 + 5 + 1), quick()).reason,
              HasSubstr("wrong[0] is 7"));
}

TEST_P(Queues, what_a_check_moves_in_may_be_there_before) {
  Program program = base();
  program.check = {{"again", Transfer{Direction::in, "x"}}};

  EXPECT_EQ(run_program(*device, program, index_plus(3), quick()).reason, "");
}

TEST_P(Queues, a_loop_with_something_to_restore_needs_no_other_contents) {
  Program program = base();
  program.buffers.push_back(
      {"one", {Scalar::f32, 1}, 1, {.kind = FillKind::constant, .low = 1, .values = {}}});
  program.restore = {{"start", Transfer{Direction::within, "one", "error"}}};
  program.steps.push_back({"loop", Until{.steps = {{"halve", halve()}},
                                         .buffer = "error",
                                         .comparison = Comparison::less,
                                         .value = 0.1}});
  LoadedProgram loaded(*device, program);
  EXPECT_FALSE(loaded.needs_fill_before_repetition());

  const Point point = run_program(*device, program, index_plus(3), quick());

  EXPECT_EQ(point.steps.back().launches, 4U);  // in the last of several executions, too
}

// The same device opened twice is two devices: nothing is shared between them.
TEST_P(Queues, a_program_runs_on_two_devices) {
  const std::unique_ptr<device::Device> other = device::open_device(std::to_string(GetParam()));
  Program program = base();
  program.queues = {{"here", 0}, {"there", 1}};
  program.buffers.push_back(floats("far", {}, 1));
  program.buffers.push_back(floats("back", {}));
  program.steps = {
      on("here", {"add", program.steps[0].action}),
      on("here", {"go", Transfer{Direction::within, "y", "far"}}),
      on("there", {"raise", launch("raise", {BufferArgument{"far"}, real(7), count()})}, {"go"}),
      on("there", {"return", Transfer{Direction::within, "far", "back"}}),
  };
  program.verification = {{"back", 0, 0, {}}};

  RunOptions options = quick();
  options.further_devices = {other.get()};
  const Point point = run_program(*device, program, index_plus(3 + 7), options);

  EXPECT_EQ(point.reason, "");
  ASSERT_EQ(point.steps.size(), 4U);
  for (const StepResult& step : point.steps) EXPECT_GT(step.time.value, 0) << step.name;
  EXPECT_THAT(refusal([&] { (void)run_program(*device, program, index_plus(10), quick()); }),
              HasSubstr("'case' runs on 2 devices and 1 is given; name them all: --device A,B"));
}

// A ring of one rank: what it sends comes back, twice as large.
class Echo final : public Exchanger {
 public:
  void exchange(std::int64_t neighbour, std::span<const std::byte> sent,
                std::span<std::byte> received) override {
    neighbours.push_back(neighbour);
    std::ranges::fill(received, std::byte{0});  // before it reads: the two are not the same memory
    std::ranges::copy(sent, received.begin());
    float first = 0;
    std::memcpy(&first, received.data(), sizeof first);
    first *= 2;
    std::memcpy(received.data(), &first, sizeof first);
  }
  std::vector<std::int64_t> neighbours;
};

TEST_P(Queues, an_exchange_is_handed_to_the_interface) {
  Program program = base();
  program.steps.push_back({"halo", Exchange{.send = "y",
                                            .receive = "y",
                                            .count = 2,
                                            .send_offset = 10,
                                            .receive_offset = 70,
                                            .neighbour = -1}});
  Echo echo;
  RunOptions options = quick();
  options.exchanger = &echo;
  const auto expected = [](std::uint64_t i) {
    if (i == 70) return 2 * (10 + 3.0);
    if (i == 71) return 11 + 3.0;
    return static_cast<double>(i) + 3;
  };

  const Point point = run_program(*device, program, values(expected), options);

  EXPECT_EQ(point.reason, "");
  EXPECT_THAT(echo.neighbours, testing::Each(-1));
  EXPECT_GE(echo.neighbours.size(), 4U);  // verified once, timed three times
  ErrorKind kind = ErrorKind::input;
  EXPECT_THAT(
      refusal([&] { (void)run_program(*device, program, values(expected), quick()); }, &kind),
      HasSubstr("step 'halo' exchanges data between ranks, and nothing here connects them"));
  EXPECT_EQ(kind, ErrorKind::unavailable);
}

TEST_P(Queues, several_queues_run_with_cold_caches) {
  Program program = base();
  program.queues = {{"main", 0}, {"second", 0}};
  program.steps.push_back(on("second", {"raise", raise(1)}, {"add"}));
  RunOptions options = quick();
  options.caches = CacheState::cold;

  const Point point = run_program(*device, program, index_plus(4), options);

  EXPECT_EQ(point.reason, "");
}

}  // namespace
}  // namespace plumb
