// tests/run/step_counts_test.cpp - what a step moved, and how many rounds its loops took.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/run/run_program.h"
#include "tests/device/each_device.h"
#include "tests/run/case_program.h"

namespace plumb {
namespace {

using testing::ElementsAre;

using namespace case_program;

class StepCounts : public EachDevice {};
PLUMB_FOR_EACH_DEVICE(StepCounts);

TEST_P(StepCounts, a_transfer_counts_the_bytes_that_it_moves) {
  Program program = base();
  const Step copied{"copy", Transfer{.direction = Direction::within, .buffer = "x", .to = "z"}};
  program.buffers.push_back({"z", {Scalar::f32, 1}, n, {}});
  program.steps = {
      {"in", Transfer{.direction = Direction::in, .buffer = "x"}},
      {"part", Transfer{.direction = Direction::out, .buffer = "y", .to = {}, .count = 5}},
      {"recorded", Batch{3, {copied}}},
      {"mixed", Repeat{2, {copied, {"raise", raise(1)}}}},
      {"add", program.steps.front().action}};
  program.verification.clear();

  const Point point = run_program(*device, program, {}, quick());

  ASSERT_EQ(point.steps.size(), 5U);
  EXPECT_EQ(point.steps[0].moved, Bytes{4 * n});
  EXPECT_EQ(point.steps[0].bytes, Bytes{0}) << "those of passes";
  EXPECT_EQ(point.steps[1].moved, Bytes{20});
  EXPECT_EQ(point.steps[2].moved, Bytes{12 * n});
  EXPECT_EQ(point.steps[3].moved, Bytes{8 * n});
  EXPECT_EQ(point.steps[3].bytes, Bytes{16 * n});
  EXPECT_EQ(point.steps[4].moved, Bytes{0});
}

TEST_P(StepCounts, a_loop_has_the_rounds_of_every_sample) {
  Program program = base();
  program.steps.push_back(converge(3, 100));

  const Point point = run_program(*device, program, index_plus(3 + 12), quick());

  EXPECT_EQ(point.reason, "");
  ASSERT_EQ(point.steps.size(), 2U);
  EXPECT_TRUE(point.steps[0].loops.empty());
  ASSERT_EQ(point.steps[1].loops.size(), 1U);
  EXPECT_EQ(point.steps[1].loops[0].name, "converge");
  EXPECT_EQ(point.steps[1].loops[0].entered, 1U);
  EXPECT_THAT(point.steps[1].loops[0].rounds.samples, ElementsAre(12, 12, 12));
}

TEST_P(StepCounts, the_rounds_of_a_loop_that_is_entered_again_are_added) {
  Program program = base();
  program.steps.push_back({"twice", Repeat{2, {converge(3, 100)}}});

  const Point point = run_program(*device, program, index_plus(3 + 12 + 3), quick());

  EXPECT_EQ(point.reason, "");
  ASSERT_EQ(point.steps.size(), 2U);
  EXPECT_EQ(point.steps[1].launches, 30U) << "12 rounds, then 3 until the condition is looked at";
  ASSERT_EQ(point.steps[1].loops.size(), 1U);
  EXPECT_EQ(point.steps[1].loops[0].entered, 2U);
  EXPECT_EQ(point.steps[1].loops[0].rounds.value, 15);
}

TEST_P(StepCounts, loops_of_one_name_are_one) {
  Program program = base();
  program.steps.push_back({"all", Repeat{1, {converge(3, 100), converge(3, 100)}}});

  const Point point = run_program(*device, program, index_plus(3 + 12 + 3), quick());

  EXPECT_EQ(point.reason, "");
  ASSERT_EQ(point.steps.at(1).loops.size(), 1U);
  EXPECT_EQ(point.steps[1].loops[0].entered, 2U);
  EXPECT_EQ(point.steps[1].loops[0].rounds.value, 15);
}

}  // namespace
}  // namespace plumb
