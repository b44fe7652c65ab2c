// tests/base/statistics_property_test.cpp - what holds for medians, intervals and fits of any data.
// Whole numbers as samples keep the arithmetic exact where equality is asked for.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "plumb/base/statistics.h"

namespace plumb {
namespace {

using Values = std::vector<double>;

Values draw_whole_numbers(std::size_t count, int limit) {
  Values values(count);
  for (double& value : values) value = *rc::gen::inRange(-limit, limit + 1);
  return values;
}

Values draw_samples() {
  return draw_whole_numbers(*rc::gen::inRange<std::size_t>(1, 60), 1'000'000);
}

// 0, 1, 2, ...
Values draw_places(std::size_t fewest) {
  Values places(*rc::gen::inRange<std::size_t>(fewest, 40));
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<double>(i);
  return places;
}

Line draw_line() {
  return {.intercept = static_cast<double>(*rc::gen::inRange(-1000, 1001)),
          .slope = static_cast<double>(*rc::gen::inRange(-1000, 1001))};
}

Values points_on(const Line& line, const Values& x) {
  Values y;
  for (const double at : x) y.push_back(line.intercept + line.slope * at);
  return y;
}

RC_GTEST_PROP(MedianProperty, lies_inside_its_interval_and_the_interval_inside_the_range, ()) {
  const Values samples = draw_samples();

  const Summary summary = summarize(samples);

  RC_ASSERT(summary.minimum <= summary.interval.low);
  RC_ASSERT(summary.interval.low <= summary.median);
  RC_ASSERT(summary.median <= summary.interval.high);
  RC_ASSERT(summary.interval.high <= summary.maximum);
}

RC_GTEST_PROP(MedianProperty, does_not_depend_on_the_order_of_the_samples, ()) {
  const Values samples = draw_samples();
  Values mixed = samples;
  for (std::size_t i = mixed.size() - 1; i > 0; --i) {
    std::swap(mixed[i], mixed[*rc::gen::inRange<std::size_t>(0, i + 1)]);
  }

  const Summary summary = summarize(samples);
  const Summary of_mixed = summarize(mixed);

  RC_ASSERT(of_mixed.median == summary.median);
  RC_ASSERT(of_mixed.mad == summary.mad);
  RC_ASSERT(of_mixed.interval.low == summary.interval.low);
  RC_ASSERT(of_mixed.interval.high == summary.interval.high);
}

RC_GTEST_PROP(MedianProperty, follows_a_change_of_unit_and_of_origin, ()) {
  const Values samples = draw_samples();
  const Line change = draw_line();

  const Values changed = points_on(change, samples);

  RC_ASSERT(median(changed) == change.intercept + change.slope * median(samples));
  RC_ASSERT(median_absolute_deviation(changed) ==
            std::fabs(change.slope) * median_absolute_deviation(samples));
}

RC_GTEST_PROP(QuantileProperty, never_falls_as_the_fraction_grows, ()) {
  const Values samples = draw_samples();
  const double a = *rc::gen::inRange(0, 1001) / 1000.0;
  const double b = *rc::gen::inRange(0, 1001) / 1000.0;

  const double low = quantile(samples, std::min(a, b));
  const double high = quantile(samples, std::max(a, b));

  RC_ASSERT(low <= high);
  RC_ASSERT(quantile(samples, 0) <= low);
  RC_ASSERT(high <= quantile(samples, 1));
}

RC_GTEST_PROP(LeastSquaresProperty, recovers_a_line_from_its_points, ()) {
  const Values x = draw_places(2);
  const Line line = draw_line();

  const Line fit = least_squares(x, points_on(line, x));

  RC_ASSERT(std::fabs(fit.slope - line.slope) < 1e-9);
  RC_ASSERT(std::fabs(fit.intercept - line.intercept) < 1e-9);
}

RC_GTEST_PROP(LeastSquaresProperty, leaves_residuals_orthogonal_to_every_column, ()) {
  const Values x = draw_places(3);
  const Values y = draw_whole_numbers(x.size(), 1000);
  Values design;
  for (const double at : x) design.insert(design.end(), {1, at, at * at});

  const Values fit = least_squares(design, y, 3);

  for (std::size_t column = 0; column < 3; ++column) {
    double product = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      const double* row = &design[3 * i];
      const double residual = y[i] - (row[0] * fit[0] + row[1] * fit[1] + row[2] * fit[2]);
      product += row[column] * residual;
    }
    RC_ASSERT(std::fabs(product) < 1e-5);
  }
}

RC_GTEST_PROP(RobustLineProperty, recovers_a_line_although_a_quarter_of_the_points_is_wrong, ()) {
  const Values x = draw_places(8);
  const Line line = draw_line();
  Values y = points_on(line, x);
  const auto first = *rc::gen::inRange<std::size_t>(0, y.size());
  for (std::size_t i = 0; i < y.size() / 4; ++i) {
    y[(first + 3 * i) % y.size()] = *rc::gen::inRange(-1'000'000'000, 1'000'000'000);
  }

  const Line fit = robust_line(x, y);

  RC_ASSERT(fit.slope == line.slope);
  RC_ASSERT(fit.intercept == line.intercept);
}

RC_GTEST_PROP(BootstrapProperty, repeats_itself_and_brackets_the_median, ()) {
  const Values samples = draw_samples();
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();

  const Interval interval = bootstrap(samples, median, 200, seed);
  const Interval again = bootstrap(samples, median, 200, seed);

  RC_ASSERT(again.low == interval.low);
  RC_ASSERT(again.high == interval.high);
  RC_ASSERT(interval.low <= median(samples));
  RC_ASSERT(median(samples) <= interval.high);
}

}  // namespace
}  // namespace plumb
