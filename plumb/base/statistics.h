// plumb/base/statistics.h - medians with intervals, spreads, fits: what measured samples show.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace plumb {

struct Interval {
  double low = 0;
  double high = 0;
};

// What a sequence of samples shows about its centre and spread. Same unit as the samples.
struct Summary {
  double median = 0;
  Interval interval;  // of the median, by median_interval
  double mad = 0;     // median absolute deviation from the median, unscaled
  double minimum = 0;
  double maximum = 0;
  double first_quartile = 0;
  double third_quartile = 0;
  std::size_t samples = 0;

  // Half the interval's width over the size of the median: the noise of the result, 0.01 = 1 %.
  // Infinite for a median of zero within an interval that is wider than a point.
  [[nodiscard]] double noise() const;
};

// All functions below refuse an empty sequence and numbers that are not finite with
// ErrorKind::input; the message names the sequence and the place in it.

// The middle of the sorted samples; the mean of the two middle ones for an even number.
[[nodiscard]] double median(std::span<const double> samples);

// The median of |sample - median|, unscaled: 1.4826 times it estimates a normal deviation.
[[nodiscard]] double median_absolute_deviation(std::span<const double> samples);

// The quantile by linear interpolation between order statistics (type 7); 0 <= fraction <= 1.
[[nodiscard]] double quantile(std::span<const double> samples, double fraction);

// The 95 % interval of the median without assuming a distribution: the order statistics x(k) and
// x(n+1-k) with the largest k for which Binomial(n, 1/2) puts at most 2.5 % below k. With fewer
// than 6 samples no such pair exists and the whole range is returned, which covers less than 95 %
// (5 samples: 93.75 %). Exact for every number of samples: no normal approximation is used.
[[nodiscard]] Interval median_interval(std::span<const double> samples);

[[nodiscard]] Summary summarize(std::span<const double> samples);

// Indices of samples further than `limit` >= 0 scaled deviations (1.4826 MAD) from the median, in
// ascending order. With a MAD of zero nothing is flagged.
[[nodiscard]] std::vector<std::size_t> outliers(std::span<const double> samples,
                                                double limit = 5.0);

// Mann and Whitney's test: the probability that two sequences of one and the same distribution lie
// such that the ranks of `first` among all samples add up to what they do, or to more. Small: the
// samples of `first` tend to be larger. Assumes no form of the distribution; equal samples share
// their mean rank. Exact up to 20 samples each, by the normal approximation beyond.
[[nodiscard]] double rank_sum_probability(std::span<const double> first,
                                          std::span<const double> second);

// Hodges and Lehmann's estimate of how far `second` lies above `first`: the median of all
// differences of one sample of each.
[[nodiscard]] double shift(std::span<const double> first, std::span<const double> second);

// The interval of that shift by inverting Mann and Whitney's test, so that no form of the
// distribution is assumed: it covers the shift with at least `confidence`. Absent where so few
// samples cannot reach that: 5 and 5 reach 99 %, 4 and 4 do not. Exact up to 20 samples each, by
// the normal approximation beyond.
[[nodiscard]] std::optional<Interval> shift_interval(std::span<const double> first,
                                                     std::span<const double> second,
                                                     double confidence);

// The t that Student's variable of so many degrees of freedom exceeds with this probability:
// 0 < probability <= 1/2, degrees > 0.
[[nodiscard]] double student_limit(double probability, double degrees);

struct Line {
  double intercept = 0;
  double slope = 0;
};

// Ordinary least squares, y = intercept + slope x. Needs two different x.
[[nodiscard]] Line least_squares(std::span<const double> x, std::span<const double> y);

// Coefficients c that minimise |A c - y|, A row-major with y.size() rows; by a rank-revealing QR.
// Refuses a design whose columns are linearly dependent to 12 digits; their scales do not matter.
[[nodiscard]] std::vector<double> least_squares(std::span<const double> design,
                                                std::span<const double> y, std::size_t columns);

// Theil and Sen's line: the median of the slopes of all pairs, the median of y - slope x. Up to
// 29 % of the points may be arbitrarily wrong. Beyond 2000 points the slopes of 2 million pairs
// stand for those of all pairs; a fixed seed draws them, the same on every machine.
[[nodiscard]] Line robust_line(std::span<const double> x, std::span<const double> y);

// Percentile bootstrap of `statistic`: 95 % interval over `draws` >= 1 resamples. The same seed
// draws the same resamples on every machine. Too narrow for a handful of samples.
//   bootstrap(times, [](std::span<const double> sample) { return quantile(sample, 0.9); });
[[nodiscard]] Interval bootstrap(std::span<const double> samples,
                                 const std::function<double(std::span<const double>)>& statistic,
                                 std::size_t draws = 1000, std::uint64_t seed = 1);

}  // namespace plumb
