// tests/compare/judge_test.cpp - intervals of ratios between runs, and what they are called.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/compare/judge.h"

#include <gtest/gtest.h>

#include "tests/compare/made_up_runs.h"

namespace plumb {
namespace {

constexpr double millisecond = 1e-3;

// Runs whose samples are all alike: one for each median.
class Runs {
 public:
  explicit Runs(const std::vector<double>& medians, double factor = millisecond) {
    for (const double centre : medians)
      steps_.push_back(made_up_step("1", std::vector<double>(9, centre * factor)));
    for (const MeasuredStep& step : steps_) pointers_.push_back(&step);
  }
  [[nodiscard]] const std::vector<const MeasuredStep*>& steps() const { return pointers_; }

 private:
  std::vector<MeasuredStep> steps_;
  std::vector<const MeasuredStep*> pointers_;
};

TEST(Judge, compares_ranks_where_there_are_enough_runs) {
  const Runs before({1.00, 1.01, 1.02, 1.00, 1.01});
  const Runs after({1.10, 1.11, 1.12, 1.10, 1.30});

  const Judgement judgement = judge(before.steps(), after.steps(), {});

  EXPECT_EQ(judgement.test, ChangeTest::mann_whitney);
  EXPECT_EQ(judgement.change, Change::slower);
  EXPECT_NEAR(judgement.ratio, 1.10, 0.01);
  EXPECT_NEAR(judgement.interval.low, 1.10 / 1.02, 1e-12);
  EXPECT_NEAR(judgement.interval.high, 1.30 / 1.00, 1e-12);
}

// One run each: 2.5 % are assumed between runs, and t of 30 degrees is 2.75.
TEST(Judge, assumes_how_far_single_runs_differ) {
  const Runs before({1});
  const Runs nearly({1.09});
  const Runs after({1.2});

  const Judgement judgement = judge(before.steps(), after.steps(), {});

  EXPECT_EQ(judgement.test, ChangeTest::student);
  EXPECT_EQ(judgement.change, Change::slower);
  EXPECT_NEAR(judgement.interval.low, 1.2 * std::exp(-2.749996 * 0.025 * std::sqrt(2)), 1e-6);
  EXPECT_EQ(judge(before.steps(), nearly.steps(), {}).change, Change::ambiguous);
  EXPECT_EQ(judge(after.steps(), before.steps(), {}).change, Change::faster);
}

TEST(Judge, learns_from_few_runs_how_far_they_differ) {
  const Runs steady_before({1, 1, 1});
  const Runs steady_after({1.07, 1.07, 1.07});
  const Runs scattered_after({1.07, 1.2, 0.95});

  EXPECT_EQ(judge(steady_before.steps(), steady_after.steps(), {}).change, Change::slower);
  EXPECT_EQ(judge(steady_before.steps(), scattered_after.steps(), {}).change, Change::ambiguous);
}

TEST(Judge, does_not_trust_single_executions_of_a_few_microseconds) {
  const Runs before({1}, 5e-6);
  const Runs after({1.5}, 5e-6);
  std::vector<MeasuredStep> averaged{*before.steps().front(), *after.steps().front()};
  for (MeasuredStep& step : averaged) step.averaged = true;
  const MeasuredStep* const first = averaged.data();
  const MeasuredStep* const second = &averaged[1];

  EXPECT_EQ(judge(before.steps(), after.steps(), {}).change, Change::ambiguous);
  EXPECT_EQ(judge({&first, 1}, {&second, 1}, {}).change, Change::slower);
}

TEST(Judge, calls_the_same_only_what_is_shown_to_be) {
  const Runs before({1.000, 1.001, 1.002, 1.003, 1.004});
  const Runs alike({1.0005, 1.0015, 1.0025, 1.0035, 1.0045});
  const Runs one_percent({1.010, 1.011, 1.012, 1.013, 1.014});

  EXPECT_EQ(judge(before.steps(), alike.steps(), {}).change, Change::same);
  EXPECT_EQ(judge(before.steps(), one_percent.steps(), {}).change, Change::slower);
  EXPECT_EQ(judge(before.steps(), one_percent.steps(), {.same_within = 0.02}).change, Change::same);
}

TEST(SampleScatter, is_that_of_both_levels_where_samples_have_two) {
  std::vector<double> samples(60, 1.0);
  samples.insert(samples.end(), 40, 1.5);

  EXPECT_NEAR(sample_scatter(made_up_step("1", samples)), 0.5 / 3.29, 1e-12);
}

TEST(SampleScatter, is_assumed_where_the_file_does_not_show_it) {
  MeasuredStep mean = made_up_step("1", {});
  mean.summary = TimeSummary{.centre = 1};

  EXPECT_EQ(sample_scatter(made_up_step("1", {1, 1})), unknown_scatter);
  EXPECT_EQ(sample_scatter(mean), unknown_scatter);
  mean.summary->deviation = 0.01;
  EXPECT_EQ(sample_scatter(mean), 0.01);
}

TEST(RunsNeeded, are_five_for_one_row_and_more_for_several) {
  EXPECT_EQ(runs_needed(0.99), 5U);
  EXPECT_EQ(runs_needed(1 - 0.01 / 5), 7U);
}

}  // namespace
}  // namespace plumb
