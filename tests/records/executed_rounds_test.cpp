// tests/records/executed_rounds_test.cpp - expected rounds replaced by those that were executed.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/executed_rounds.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

Step loop_of(const std::string& name, std::uint64_t expected, std::vector<Step> steps = {}) {
  return {name, Until{.steps = std::move(steps), .buffer = "x", .expected = expected}};
}

std::uint64_t expected_of(const Step& step) { return std::get<Until>(step.action).expected; }

// A step without loops, then one with a loop in a loop and one that is written out twice.
Program looping_program() {
  Program program;
  program.steps = {{"wait", Wait{}},
                   {"all", Repeat{1,
                                  {loop_of("outer", 2, {loop_of("inner", 3)}), loop_of("again", 4),
                                   loop_of("again", 5), loop_of("never", 6)}}}};
  return program;
}

Point measured_point_of(std::vector<LoopResult> loops) {
  Point point;
  point.steps.resize(2);
  point.steps[1].loops = std::move(loops);
  return point;
}

TEST(ExecutedRounds, replace_the_expected_ones_by_the_mean_of_all_times) {
  const Point point = measured_point_of({{"outer", 1, exactly(7, "1")},
                                         {"inner", 7, exactly(70, "1")},
                                         {"again", 2, exactly(25, "1")},
                                         {"never", 0, exactly(0, "1")}});

  const Program program = with_executed_rounds(looping_program(), point);

  const std::vector<Step>& steps = std::get<Repeat>(program.steps[1].action).steps;
  EXPECT_EQ(expected_of(steps[0]), 7U);
  EXPECT_EQ(expected_of(std::get<Until>(steps[0].action).steps[0]), 10U);
  EXPECT_EQ(expected_of(steps[1]), 13U) << "12.5, rounded";
  EXPECT_EQ(expected_of(steps[2]), 13U);
  EXPECT_EQ(expected_of(steps[3]), 6U) << "it was not entered";
}

TEST(ExecutedRounds, stand_beside_the_expected_ones_by_name) {
  const Point point =
      measured_point_of({{"outer", 1, exactly(7, "1")}, {"again", 2, exactly(20, "1")}});

  const std::vector<LoopRounds> rounds = loop_rounds(looping_program(), point);

  ASSERT_EQ(rounds.size(), 2U);
  EXPECT_EQ(rounds[0].name, "outer");
  EXPECT_EQ(rounds[0].expected, 2U);
  EXPECT_EQ(rounds[0].executed, 7U);
  EXPECT_EQ(rounds[1].name, "again");
  EXPECT_EQ(rounds[1].executed, 10U);
}

TEST(ExecutedRounds, of_a_point_that_did_not_run_change_nothing) {
  EXPECT_TRUE(loop_rounds(looping_program(), Point{}).empty());
}

}  // namespace
}  // namespace plumb
