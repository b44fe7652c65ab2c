// tests/compare/simulation_test.cpp - 1000 comparisons of made-up runs: false alarms, what is
// found, what is missed.
//
// Runs differ as those of PoCL on two cores do (results/README.md): normally by some 0.5 %, and one
// in twenty by 3 % more. bench/compare_bench.cpp draws the same from real runs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <gtest/gtest.h>

#include "tests/compare/made_up_runs.h"

namespace plumb {
namespace {

constexpr std::size_t simulated_comparisons = 1000;
constexpr std::size_t simulated_steps = 3;

MeasuredRun simulated_run(NormalNumbers& random, double factor) {
  constexpr std::size_t samples = 11;
  constexpr double between_runs = 0.005, jump = 0.03, within_run = 0.01;
  std::vector<MeasuredStep> steps;
  for (std::size_t i = 0; i < simulated_steps; ++i) {
    double centre = 1e-3 * factor * std::exp(between_runs * random.next());
    if (random.uniform() < 0.05) centre *= 1 + jump;
    std::vector<double> times;
    for (std::size_t n = 0; n < samples; ++n)
      times.push_back(centre * std::exp(within_run * random.next()));
    steps.push_back(made_up_step(std::to_string(i), std::move(times)));
  }
  return made_up_run("made up", std::move(steps));
}

ComparedSide simulated_side(NormalNumbers& random, std::size_t runs, double factor) {
  ComparedSide side{.name = "side", .runs = {}};
  for (std::size_t i = 0; i < runs; ++i) side.runs.push_back(simulated_run(random, factor));
  return side;
}

struct SimulatedReports {
  std::size_t with_change = 0;            // comparisons that report any
  std::array<std::size_t, 4> steps = {};  // by Change

  [[nodiscard]] double percent(Change change) const {
    return 100.0 * static_cast<double>(steps.at(static_cast<std::size_t>(change))) /
           (simulated_comparisons * simulated_steps);
  }
};

SimulatedReports simulate(std::size_t runs, double factor) {
  NormalNumbers random(runs);
  SimulatedReports reports;
  for (std::size_t i = 0; i < simulated_comparisons; ++i) {
    const ComparedSide before = simulated_side(random, runs, 1);
    const ComparedSide after = simulated_side(random, runs, factor);
    bool changed = false;
    const RunComparison comparison = compare(before, {&after, 1}, {}).front();
    for (const ComparedStep& step : comparison.steps) {
      const Change change = step.judgement.change;
      ++reports.steps.at(static_cast<std::size_t>(change));
      changed = changed || change == Change::slower || change == Change::faster;
    }
    reports.with_change += changed ? 1 : 0;
  }
  return reports;
}

class EqualPrograms : public testing::TestWithParam<std::size_t> {};

TEST_P(EqualPrograms, give_false_alarms_in_less_than_1_percent) {
  EXPECT_LT(simulate(GetParam(), 1).with_change, simulated_comparisons / 100);
}
INSTANTIATE_TEST_SUITE_P(ThousandComparisons, EqualPrograms, testing::Values(1, 3, 8),
                         [](const auto& runs) { return std::to_string(runs.param) + "_runs"; });

TEST(ThousandComparisons, of_8_runs_find_5_percent_in_more_than_95_percent) {
  EXPECT_GT(simulate(8, 1.05).percent(Change::slower), 95);
}

TEST(ThousandComparisons, of_8_runs_do_not_call_1_percent_the_same) {
  const SimulatedReports reports = simulate(8, 1.01);

  EXPECT_LT(reports.percent(Change::same) + reports.percent(Change::faster), 1);
  EXPECT_GT(reports.percent(Change::ambiguous), 25);
}

TEST(ThousandComparisons, of_single_runs_call_5_percent_ambiguous_and_find_15_percent) {
  EXPECT_GT(simulate(1, 1.05).percent(Change::ambiguous), 99);
  EXPECT_GT(simulate(1, 1.15).percent(Change::slower), 95);
}

}  // namespace
}  // namespace plumb
