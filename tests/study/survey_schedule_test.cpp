// tests/study/survey_schedule_test.cpp - a survey's budget, by a clock that the test moves.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/survey_schedule.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace plumb::study {
namespace {

SurveyPoint point_of(double estimate) {
  SurveyPoint point;
  point.planned.label = "point";
  point.estimate = Seconds{estimate};
  return point;
}

SurveyPlan plan_of(std::initializer_list<double> estimates) {
  SurveyPlan plan;
  for (const double seconds : estimates) plan.points.push_back(point_of(seconds));
  return plan;
}

// Runs the plan where point i takes takes(i), unless the budget ends before: then it ends after the
// execution that it is in, which takes `execution`.
struct MadeUpRun {
  Seconds budget{};
  Seconds execution{};
  std::function<Seconds(std::size_t)> takes;
  std::size_t interrupt_at = SIZE_MAX;
  Seconds now{};
  std::vector<std::size_t> ran = {};

  void run(SurveyPlan& plan) {
    SurveyBudget left(budget);
    run_within_budget(
        plan, left, [this] { return now; },
        [this](const SurveyPoint&, std::size_t i) {
          ran.push_back(i);
          const bool late = now + takes(i) > budget + execution;
          now = late ? budget + execution : now + takes(i);
          if (i == interrupt_at) return PointEnd::interrupted;
          return late ? PointEnd::out_of_time : PointEnd::finished;
        });
  }
};

TEST(SurveySchedule, runs_all_where_time_suffices) {
  SurveyPlan plan = plan_of({3, 4, 5});
  MadeUpRun made{.budget = Seconds{13},
                 .takes = [&](std::size_t i) { return plan.points[i].estimate; }};

  made.run(plan);

  EXPECT_EQ(made.ran, (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(made.now, Seconds{12});
}

TEST(SurveySchedule, leaves_out_what_no_longer_fits_and_takes_what_does) {
  SurveyPlan plan = plan_of({10, 10, 10, 1});
  MadeUpRun made{.budget = Seconds{24},
                 .takes = [&](std::size_t i) { return plan.points[i].estimate; }};

  made.run(plan);

  EXPECT_EQ(made.ran, (std::vector<std::size_t>{0, 1, 3}));
  EXPECT_EQ(plan.points[2].left_out, beyond_budget);
  EXPECT_EQ(plan.points[3].left_out, "");
}

TEST(SurveySchedule, admits_nothing_when_the_time_is_over) {
  SurveyPlan plan = plan_of({1, 1, 1});
  MadeUpRun made{.budget = Seconds{10}, .execution = Seconds{0.5}, .takes = [](std::size_t) {
                   return Seconds{1000};
                 }};

  made.run(plan);

  EXPECT_EQ(made.ran, std::vector<std::size_t>{0});
  EXPECT_EQ(plan.points[0].left_out, budget_ended);
  EXPECT_EQ(plan.points[1].left_out, beyond_budget);
  EXPECT_EQ(made.now, Seconds{10.5});
}

TEST(SurveySchedule, runs_what_the_plan_dropped_where_points_took_less) {
  SurveyPlan plan = plan_of({10, 10, 10});
  plan.points[2].left_out = beyond_budget;
  MadeUpRun made{.budget = Seconds{20}, .takes = [](std::size_t) { return Seconds{2}; }};

  made.run(plan);

  EXPECT_EQ(made.ran.size(), 3U);
  EXPECT_EQ(plan.points[2].left_out, "");
}

TEST(SurveySchedule, passes_over_what_is_kept_or_refused_and_ends_at_an_interrupt) {
  SurveyPlan plan = plan_of({1, 1, 1, 1});
  plan.points[0].kept = true;
  plan.points[1].refused = true;
  plan.points[1].left_out = "too large";
  MadeUpRun made{
      .budget = Seconds{10}, .takes = [](std::size_t) { return Seconds{1}; }, .interrupt_at = 2};

  made.run(plan);

  EXPECT_EQ(made.ran, std::vector<std::size_t>{2});
  EXPECT_EQ(plan.points[0].left_out, "");
  EXPECT_EQ(plan.points[1].left_out, "too large");
  EXPECT_EQ(plan.points[2].left_out, was_interrupted);
  EXPECT_EQ(plan.points[3].left_out, was_interrupted);
}

// Whatever points really take, from a tenth to ten times the estimate: a survey goes beyond its
// budget by no more than the execution that it is in.
TEST(SurveySchedule, never_goes_beyond_the_budget_by_more_than_one_execution) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> decades(-1, 1);
    SurveyPlan plan;
    std::vector<Seconds> takes;
    for (int i = 0; i < 32; ++i) {
      const double estimate = std::pow(10, decades(random));
      plan.points.push_back(point_of(estimate));
      takes.emplace_back(estimate * std::pow(10, decades(random)));
    }
    MadeUpRun made{.budget = Seconds{60}, .execution = Seconds{0.25}, .takes = [&](std::size_t i) {
                     return takes[i];
                   }};

    made.run(plan);

    EXPECT_LE(made.now, Seconds{60.25}) << "seed " << seed;
    EXPECT_FALSE(made.ran.empty());
    for (std::size_t i = 0; i < plan.points.size(); ++i) {
      const bool ran = std::ranges::find(made.ran, i) != made.ran.end();
      EXPECT_TRUE(ran || plan.points[i].left_out == beyond_budget) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace plumb::study
