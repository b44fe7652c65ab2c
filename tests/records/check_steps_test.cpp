// tests/records/check_steps_test.cpp - what check() refuses of parts, queues, devices, exchanges.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "plumb/records/program.h"
#include "tests/records/example_records.h"
#include "tests/records/refusal.h"

namespace plumb {
namespace {

// Buffers a and b of four floats here, far of four floats on device 1; queues main, copies, there.
Program placed() {
  Program program = small_program();
  program.buffers.push_back({"b", {Scalar::f32, 1}, 4, {}});
  program.buffers.push_back({"far", {Scalar::f32, 1}, 4, {}, 1});
  program.queues = {{"main", 0}, {"copies", 0}, {"there", 1}};
  return program;
}

template <class Change>
std::string refusal_when(const Change& change) {
  Program program = placed();
  change(program);
  return refusal([&] { check(program); });
}

std::string refusal_of_step(const Step& step) {
  return refusal_when([&](Program& program) { program.steps.push_back(step); });
}

Launch launch_on(const std::string& buffer) {
  Launch launch;
  launch.kernel = "k";
  launch.arguments = {BufferArgument{buffer}};
  return launch;
}

TEST(CheckSteps, a_part_lies_inside_both_buffers) {
  const auto part = [](std::uint64_t count, std::uint64_t from, std::uint64_t to) {
    return Step{"p", Transfer{Direction::within, "a", "b", count, from, to}};
  };

  EXPECT_EQ(refusal_of_step(part(2, 2, 0)), "nothing was thrown");
  EXPECT_EQ(refusal_of_step(part(2, 3, 0)), "step 'p': 2 elements from 3 on: 'a' has 4");
  EXPECT_EQ(refusal_of_step(part(2, 0, 3)), "step 'p': 2 elements from 3 on: 'b' has 4");
  EXPECT_EQ(refusal_of_step(part(5, 0, 0)), "step 'p': 5 elements from 0 on: 'a' has 4");
  EXPECT_EQ(refusal_of_step(part(UINT64_MAX, 1, 1)),
            "step 'p': 18446744073709551615 elements from 1 on: 'a' has 4");
  EXPECT_EQ(refusal_of_step(part(0, 1, 0)), "step 'p': a part of a buffer needs a count");
  EXPECT_EQ(refusal_of_step({"p", Transfer{Direction::in, "a", "", 2, 0, 3}}),
            "step 'p': 2 elements from 3 on: 'a' has 4");
  EXPECT_EQ(refusal_of_step({"p", Transfer{Direction::out, "a", "", 2, 3, 0}}),
            "step 'p': 2 elements from 3 on: 'a' has 4");
}

TEST(CheckSteps, parts_of_one_buffer_do_not_overlap) {
  EXPECT_EQ(refusal_of_step({"p", Transfer{Direction::within, "a", "a", 2, 0, 2}}),
            "nothing was thrown");
  EXPECT_EQ(refusal_of_step({"p", Transfer{Direction::within, "a", "a", 2, 0, 1}}),
            "step 'p': the parts of 'a' overlap");
}

TEST(CheckSteps, a_step_names_a_queue_that_exists) {
  EXPECT_EQ(refusal_of_step({"s", Launch(launch_on("a")), "copies"}), "nothing was thrown");
  EXPECT_EQ(refusal_of_step({"s", Launch(launch_on("a")), "copys"}),
            "step 's': unknown queue 'copys'; did you mean 'copies'?");
  EXPECT_EQ(refusal_when([](Program& p) { p.queues.push_back({"main", 0}); }),
            "queue 'main' is named twice");
  for (const std::size_t device : {std::size_t{64}, SIZE_MAX}) {
    EXPECT_EQ(refusal_when([&](Program& p) { p.queues.push_back({"more", device}); }),
              "names more than 64 devices");
    EXPECT_EQ(refusal_when([&](Program& p) { p.buffers[0].device = device; }),
              "names more than 64 devices");
  }
}

TEST(CheckSteps, data_lies_on_the_device_of_the_queue) {
  EXPECT_EQ(refusal_of_step({"s", launch_on("far"), "there"}), "nothing was thrown");
  EXPECT_EQ(refusal_of_step({"s", launch_on("far"), "main"}),
            "step 's': buffer 'far' lies on device 1, the step runs on device 0");
  EXPECT_EQ(refusal_of_step({"s", Transfer{Direction::in, "a"}, "there"}),
            "step 's': buffer 'a' lies on device 0, the step runs on device 1");
  EXPECT_EQ(refusal_of_step({"s", Transfer{Direction::within, "a", "far"}, "main"}),
            "nothing was thrown");  // across
  EXPECT_EQ(refusal_when([](Program& p) {
              p.buffers[0].device = 2;
              p.queues.push_back({"q", 3});
            }),
            "buffer 'a' lies on device 2, which has no queue");
  EXPECT_EQ(refusal_when([](Program& p) { p.images = {{"i", {.width = 1}, {}, 2}}; }),
            "image 'i' lies on device 2, which has no queue");
}

TEST(CheckSteps, a_step_waits_for_one_step_beside_it) {
  const auto with_two = [](std::vector<std::string> after) {
    return refusal_when([&](Program& p) {
      p.steps = {{"first", Wait{}},
                 {"second", Wait{}, "copies", after},
                 {"twin", Wait{}},
                 {"twin", Wait{}}};
    });
  };

  EXPECT_EQ(with_two({"first"}), "nothing was thrown");
  EXPECT_EQ(with_two({"frist"}),
            "step 'second' waits for 'frist', which is not beside it; did you mean 'first'?");
  EXPECT_EQ(with_two({"second"}), "step 'second' waits for 'second', which is the step itself");
  EXPECT_EQ(with_two({"twin"}),
            "step 'second' waits for 'twin', which is the name of several steps");
}

TEST(CheckSteps, a_batch_has_one_queue_and_one_device) {
  const auto recorded = [](const Step& inner) {
    return refusal_of_step({"b", Batch{1, {inner}}, "copies"});
  };

  EXPECT_EQ(recorded({"s", launch_on("a")}), "nothing was thrown");
  EXPECT_EQ(recorded({"s", launch_on("a"), "copies"}), "nothing was thrown");
  EXPECT_EQ(recorded({"s", launch_on("a"), "main"}),
            "step 'b': step 's': a recorded batch has one queue");
  EXPECT_EQ(recorded({"s", Repeat{2, {{"t", launch_on("a"), "main"}}}}),
            "step 'b': step 's': step 't': a recorded batch has one queue");
  EXPECT_EQ(
      refusal_of_step({"b", Batch{1, {{"r", launch_on("a")}, {"s", launch_on("a"), "", {"r"}}}}}),
      "step 'b': step 's': a recorded batch cannot wait");
  EXPECT_EQ(recorded({"s", Transfer{Direction::within, "a", "far"}}),
            "step 'b': step 's': a recorded batch cannot move data between devices");
  EXPECT_EQ(recorded({"s", Exchange{.send = "a", .receive = "b", .count = 1}}),
            "step 'b': step 's': a recorded batch cannot exchange data with other ranks");
}

TEST(CheckSteps, an_exchange_moves_something_that_is_there) {
  EXPECT_EQ(refusal_of_step({"e", Exchange{.send = "a", .receive = "b", .count = 4}}),
            "nothing was thrown");
  EXPECT_EQ(refusal_of_step({"e", Exchange{.send = "a", .receive = "b"}}),
            "step 'e': exchanges no elements");
  EXPECT_EQ(refusal_of_step(
                {"e", Exchange{.send = "a", .receive = "b", .count = 2, .receive_offset = 3}}),
            "step 'e': 2 elements from 3 on: 'b' has 4");
}

TEST(CheckSteps, an_exchange_within_a_buffer_does_not_overlap) {
  const auto within = [](std::uint64_t to) {
    return refusal_of_step(
        {"e", Exchange{.send = "a", .receive = "a", .count = 2, .receive_offset = to}});
  };

  EXPECT_EQ(within(2), "nothing was thrown");
  EXPECT_EQ(within(1), "step 'e': the parts of 'a' overlap");
}

TEST(CheckSteps, what_restores_and_checks_is_checked_too) {
  EXPECT_EQ(refusal_when([](Program& p) { p.restore = {{"r", launch_on("none")}}; }),
            "restore: step 'r': unknown buffer 'none'");
  EXPECT_EQ(refusal_when([](Program& p) { p.check = {{"c", launch_on("none")}}; }),
            "check: step 'c': unknown buffer 'none'");
}

}  // namespace
}  // namespace plumb
