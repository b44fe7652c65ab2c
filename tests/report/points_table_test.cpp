// tests/report/points_table_test.cpp - one row per step: rates, rounds, marks, notes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/report/result_tables.h"

namespace plumb {
namespace {

using testing::HasSubstr;

StepResult timed_step(const std::string& name, std::vector<double> seconds) {
  StepResult step;
  step.name = name;
  step.time = quantity_of(seconds, "s");
  return step;
}

Point point_with(std::vector<StepResult> steps) {
  Point point;
  point.workload = "app";
  point.settings = {{"n", "8"}};
  point.steps = std::move(steps);
  return point;
}

std::string csv_of(const std::vector<Point>& points) {
  return render(points_table(points), Format::csv);
}

TEST(PointsTable, transfers_show_the_rate_of_what_they_move) {
  StepResult in = timed_step("in", {0.5});
  in.moved = Bytes{4000000000};
  StepResult mixed = timed_step("mixed", {1});
  mixed.moved = Bytes{4000000000};
  mixed.bytes = Bytes{1000000000};

  EXPECT_EQ(csv_of({point_with({in, mixed})}),
            "step,time [ms],+- [%],samples,outliers,bandwidth [GB/s],arithmetic [GFLOP/s],result\n"
            "in,500,0,1,0,8,,not checked\n"
            "mixed,1000,0,1,0,1,,not checked\n");
}

TEST(PointsTable, loops_until_a_condition_show_their_rounds) {
  StepResult settle = timed_step("settle", {1});
  settle.loops = {{.name = "settle", .entered = 1, .rounds = exactly(12, "1")}};
  StepResult nested = timed_step("nested", {1});
  nested.loops = {{.name = "outer", .entered = 1, .rounds = exactly(3, "1")},
                  {.name = "inner", .entered = 3, .rounds = exactly(40, "1")}};

  EXPECT_EQ(
      csv_of({point_with({timed_step("fill", {1}), settle, nested})}),
      "step,time [ms],+- [%],samples,outliers,rounds,bandwidth [GB/s],arithmetic [GFLOP/s],result\n"
      "fill,1000,0,1,0,,,,not checked\n"
      "settle,1000,0,1,0,12,,,not checked\n"
      "nested,1000,0,1,0,\"outer 3, inner 40 in 3 loops\",,,not checked\n");
}

TEST(PointsTable, rounds_that_differed_show_their_range) {
  StepResult settle = timed_step("settle", {1, 1, 1});
  settle.loops = {
      {.name = "settle", .entered = 1, .rounds = quantity_of(std::vector{12.0, 9.0, 14.0}, "1")}};

  EXPECT_THAT(csv_of({point_with({settle})}), HasSubstr(",12 (9 to 14),"));
}

}  // namespace
}  // namespace plumb
