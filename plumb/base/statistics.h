// plumb/base/statistics.h - medians with intervals, spreads, fits: what measured samples say.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace plumb {

struct Interval {
  double low = 0;
  double high = 0;
};

// What a sequence of samples says about its centre and spread. Same unit as the samples.
struct Summary {
  double median = 0;
  Interval
      interval;  // of the median, 95 % by order statistics (narrower is impossible below 6 samples)
  double mad = 0;  // median absolute deviation from the median, unscaled
  double minimum = 0;
  double maximum = 0;
  double first_quartile = 0;
  double third_quartile = 0;
  std::size_t samples = 0;

  // Half the interval's width over the median: the noise of the result, 0.01 = 1 %.
  [[nodiscard]] double noise() const;
};

// All functions below refuse an empty or non-finite sequence (ErrorKind::input).

double median(std::span<const double> samples);
double median_absolute_deviation(std::span<const double> samples);

// The quantile by linear interpolation between order statistics (type 7); 0 <= fraction <= 1.
double quantile(std::span<const double> samples, double fraction);

// The 95 % interval of the median without assuming a distribution: the order statistics x(k) and
// x(n+1-k) with the largest k for which Binomial(n, 1/2) puts at most 2.5 % below k. With fewer
// than 6 samples no such pair exists and the whole range is returned.
Interval median_interval(std::span<const double> samples);

Summary summarize(std::span<const double> samples);

// Indices of samples further than `limit` scaled deviations (1.4826 MAD) from the median. With a
// MAD of zero nothing is flagged.
std::vector<std::size_t> outliers(std::span<const double> samples, double limit = 5.0);

struct Line {
  double intercept = 0;
  double slope = 0;
};

// Ordinary least squares, y = intercept + slope x. Needs two different x.
Line least_squares(std::span<const double> x, std::span<const double> y);

// Coefficients c that minimise |A c - y|, A row-major with y.size() rows; by a rank-revealing QR.
// Refuses a design whose columns are linearly dependent.
std::vector<double> least_squares(std::span<const double> design, std::span<const double> y,
                                  std::size_t columns);

// Theil and Sen's line: the median of the slopes of all pairs, the median of y - slope x. Up to 29
// % of the points may be arbitrarily wrong.
Line robust_line(std::span<const double> x, std::span<const double> y);

// Percentile bootstrap of `statistic`: 95 % interval over `draws` resamples, the same for the same
// seed on every machine.
Interval bootstrap(std::span<const double> samples,
                   const std::function<double(std::span<const double>)>& statistic,
                   std::size_t draws = 1000, std::uint64_t seed = 1);

}  // namespace plumb
