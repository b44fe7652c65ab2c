// tests/report/points_table_test.cpp - one row per step: rates, rounds, marks, notes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/report/result_tables.h"

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

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
            "in,500,,1,0,8,,\"not checked, one sample\"\n"
            "mixed,1000,,1,0,1,,\"not checked, one sample\"\n");
}

TEST(PointsTable, loops_until_a_condition_show_their_rounds) {
  StepResult settle = timed_step("settle", {1, 1});
  settle.loops = {{.name = "settle", .entered = 1, .rounds = exactly(12, "1")}};
  StepResult nested = timed_step("nested", {1, 1});
  nested.loops = {{.name = "outer", .entered = 1, .rounds = exactly(3, "1")},
                  {.name = "inner", .entered = 3, .rounds = exactly(40, "1")}};

  EXPECT_EQ(
      csv_of({point_with({timed_step("fill", {1, 1}), settle, nested})}),
      "step,time [ms],+- [%],samples,outliers,rounds,bandwidth [GB/s],arithmetic [GFLOP/s],result\n"
      "fill,1000,0,2,0,,,,not checked\n"
      "settle,1000,0,2,0,12,,,not checked\n"
      "nested,1000,0,2,0,\"outer 3, inner 40 in 3 loops\",,,not checked\n");
}

TEST(PointsTable, rounds_that_differed_show_their_range) {
  StepResult settle = timed_step("settle", {1, 1, 1});
  settle.loops = {
      {.name = "settle", .entered = 1, .rounds = quantity_of(std::vector{12.0, 9.0, 14.0}, "1")}};

  EXPECT_THAT(csv_of({point_with({settle})}), HasSubstr(",12 (9 to 14),"));
}

// The last column.
std::vector<std::string> results_of(const std::vector<Point>& points) {
  std::vector<std::string> texts;
  for (const auto& row : points_table(points).rows)
    texts.push_back(std::get<std::string>(row.back().value));
  return texts;
}

Point noisy_point() {
  Point point = point_with({timed_step("copy", {1, 1, 1}), timed_step("add", {1, 2, 3})});
  point.status = Status::unreliable;
  point.max_noise = 0.005;
  point.whole = quantity_of(std::vector{5.0, 5.0, 5.0}, "s");
  point.verification.checked = true;
  return point;
}

TEST(PointsTable, each_row_is_noisy_by_its_own_interval) {
  Point point = noisy_point();
  EXPECT_THAT(results_of({point}), ElementsAre("right", "right, noisy", "right"));

  point.verification.checked = false;
  EXPECT_THAT(results_of({point}), ElementsAre("not checked", "not checked, noisy", "not checked"));

  point.whole = quantity_of(std::vector{5.0, 6.0, 7.0}, "s");
  EXPECT_THAT(results_of({point}),
              ElementsAre("not checked", "not checked, noisy", "not checked, noisy"));

  point.max_noise = 10;
  EXPECT_THAT(results_of({point}), ElementsAre("not checked", "not checked", "not checked"));
}

TEST(PointsTable, without_a_limit_in_the_record_the_status_decides) {
  Point point = noisy_point();
  point.max_noise.reset();

  EXPECT_THAT(results_of({point}), ElementsAre("right, noisy", "right, noisy", "right, noisy"));
}

TEST(PointsTable, what_was_cut_short_says_so_where_it_is_not_noisy) {
  Point point = noisy_point();
  point.cut_short = true;

  EXPECT_THAT(results_of({point}),
              ElementsAre("right, cut short", "right, noisy", "right, cut short"));
}

TEST(PointsTable, the_whole_is_a_row_of_host_time) {
  EXPECT_THAT(csv_of({noisy_point()}), testing::EndsWith("whole (host time),5000,0,3,0,,,right\n"));
  EXPECT_THAT(csv_of({point_with({timed_step("copy", {1})})}), Not(HasSubstr("whole")))
      << "where it was not measured";
}

TEST(PointsTable, notes_say_which_point_they_are_about) {
  Point small = noisy_point();
  small.reason = "noise 50 % of 'add'";
  small.warnings = {"load average 3", "the device was held back by power"};
  Point large = noisy_point();
  large.settings = {{"n", "16"}};
  large.reason = "noise 51 % of 'add'";
  large.warnings = {"load average 3"};

  EXPECT_THAT(
      points_table(std::vector{small, large}).notes,
      ElementsAre("load average 3", "n 8: the device was held back by power",
                  "n 8: unreliable: noise 50 % of 'add'", "n 16: unreliable: noise 51 % of 'add'"));
  EXPECT_THAT(points_table(std::vector{large}).notes,
              ElementsAre("n 16", "load average 3", "unreliable: noise 51 % of 'add'"));
}

TEST(PointsTable, a_compiler_that_stood_in_is_named) {
  Point point = noisy_point();
  point.compilers = {{"blur.cl", "NVRTC 13.0"}, {"user.cl", "NVIDIA OpenCL 580.95"}};

  EXPECT_THAT(points_table(std::vector{point}).notes,
              testing::Contains("'user.cl' was compiled by NVIDIA OpenCL 580.95"));
  EXPECT_THAT(points_table(std::vector{point}).notes, testing::Each(Not(HasSubstr("blur.cl"))));
}

}  // namespace
}  // namespace plumb
