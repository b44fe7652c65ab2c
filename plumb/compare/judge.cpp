// plumb/compare/judge.cpp - intervals of ratios between runs, and what they mean.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/compare/judge.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "plumb/records/names.h"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 4> change_names{"same", "faster", "slower", "ambiguous"};
constexpr std::array<std::string_view, 2> test_names{"Mann-Whitney", "Student"};
constexpr std::uint64_t fewest_for_scatter = 5;  // samples

// One side of the comparison, in logarithms: differences are ratios.
struct LogarithmicSide {
  std::vector<double> centres;
  double assumed_variance = 0;  // between its runs
  double squares = 0;           // of the deviations of the centres from their mean

  [[nodiscard]] double count() const { return static_cast<double>(centres.size()); }
};

LogarithmicSide side_of(std::span<const MeasuredStep* const> runs, double run_scatter) {
  LogarithmicSide side;
  double sum = 0;
  for (const MeasuredStep* const run : runs) {
    const double centre = run->centre();
    side.centres.push_back(std::log(centre));
    sum += side.centres.back();
    double scatter = std::max(run_scatter, sample_scatter(*run));
    if (!run->averaged) scatter = std::max(scatter, assumed_jump.count() / centre);
    side.assumed_variance += scatter * scatter;
  }
  side.assumed_variance /= side.count();
  const double mean = sum / side.count();
  for (const double centre : side.centres) side.squares += (centre - mean) * (centre - mean);
  return side;
}

// Student's interval of the shift: s^2 = (w s0^2 + sum of squares) / (w + d), where s0 is assumed
// with the weight w and d is the number of runs beyond the first of each side. Few runs that agree
// do not show that all do: s is not below s0.
Interval student_interval(const LogarithmicSide& first, const LogarithmicSide& second,
                          double centre, double confidence) {
  const double seen = first.count() + second.count() - 2;
  const double assumed = (first.assumed_variance + second.assumed_variance) / 2;
  const double variance =
      std::max(assumed, (assumed_weight * assumed + first.squares + second.squares) /
                            (assumed_weight + seen));
  const double half_width = student_limit((1 - confidence) / 2, assumed_degrees + seen) *
                            std::sqrt(variance * (1 / first.count() + 1 / second.count()));
  return {centre - half_width, centre + half_width};
}

// Runs may lie at two levels, far from Student's assumption: where those of the two sides overlap,
// no change is shown.
Interval with_all_differences(Interval interval, const LogarithmicSide& first,
                              const LogarithmicSide& second) {
  const auto [first_low, first_high] = std::ranges::minmax(first.centres);
  const auto [second_low, second_high] = std::ranges::minmax(second.centres);
  return {std::min(interval.low, second_low - first_high),
          std::max(interval.high, second_high - first_low)};
}

Change change_of(const Interval& ratio, double same_within) {
  if (ratio.low >= 1 - same_within && ratio.high <= 1 + same_within) return Change::same;
  if (ratio.low > 1) return Change::slower;
  if (ratio.high < 1) return Change::faster;
  return Change::ambiguous;
}

}  // namespace

std::string name_of(Change change) { return name_in(change_names, change); }
std::string name_of(ChangeTest test) { return name_in(test_names, test); }

double sample_scatter(const MeasuredStep& times) {
  if (times.summary) return times.summary->deviation.value_or(unknown_scatter);
  constexpr double normal_90 = 1.645;  // a normal variable lies within so many deviations in 90 %
  const double range = quantile(times.samples, 0.95) - quantile(times.samples, 0.05);
  const double scatter = range / (2 * normal_90 * median(times.samples));
  return times.samples.size() < fewest_for_scatter ? std::max(scatter, unknown_scatter) : scatter;
}

std::size_t runs_needed(double confidence) {
  constexpr std::size_t most = 1000;
  for (std::size_t runs = 2; runs < most; ++runs) {
    const std::vector<double> some(runs);
    if (shift_interval(some, some, confidence)) return runs;
  }
  return most;
}

Judgement judge(std::span<const MeasuredStep* const> first,
                std::span<const MeasuredStep* const> second, const JudgeOptions& options) {
  const LogarithmicSide before = side_of(first, options.run_scatter);
  const LogarithmicSide after = side_of(second, options.run_scatter);
  const double centre = shift(before.centres, after.centres);
  const std::optional<Interval> exact =
      shift_interval(before.centres, after.centres, options.confidence);
  const Interval interval =
      exact ? *exact
            : with_all_differences(student_interval(before, after, centre, options.confidence),
                                   before, after);
  Judgement judgement{.ratio = std::exp(centre),
                      .interval = {std::exp(interval.low), std::exp(interval.high)},
                      .test = exact ? ChangeTest::mann_whitney : ChangeTest::student};
  judgement.change = change_of(judgement.interval, options.same_within);
  return judgement;
}

}  // namespace plumb
