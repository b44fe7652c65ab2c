// plumb/base/statistics.cpp - order statistics, least squares by Eigen, Theil-Sen, bootstrap.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>

#include <Eigen/Dense>
#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb {
namespace {

constexpr std::size_t most_points_for_all_pairs = 2000;
constexpr std::size_t most_pairs = 2'000'000;
constexpr double rank_tolerance = 1e-12;  // a column explained by the others to 12 digits

[[noreturn]] void refuse(const std::string& why) { throw Error(ErrorKind::input, why); }

void require_finite(std::span<const double> values, std::string_view name) {
  if (values.empty()) refuse(fmt::format("{} has no values", name));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) {
      refuse(fmt::format("{}[{}] is not finite: {}", name, i, values[i]));
    }
  }
}

std::vector<double> sort_samples(std::span<const double> samples) {
  require_finite(samples, "samples");
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

double middle_of_sorted(std::span<const double> sorted) {
  const std::size_t n = sorted.size();
  return std::midpoint(sorted[(n - 1) / 2], sorted[n / 2]);
}

// Reorders `values` instead of sorting them: linear time for millions of slopes.
double middle_of(std::vector<double>& values) {
  const auto upper = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), upper, values.end());
  if (values.size() % 2 == 1) return *upper;
  return std::midpoint(*std::max_element(values.begin(), upper), *upper);
}

double deviation_of(std::span<const double> samples, double centre) {
  std::vector<double> deviations(samples.size());
  std::transform(samples.begin(), samples.end(), deviations.begin(),
                 [centre](double sample) { return std::fabs(sample - centre); });
  return middle_of(deviations);
}

double quantile_of_sorted(std::span<const double> sorted, double fraction) {
  const double place = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

// The largest k >= 1 with P(X < k) <= 2.5 % for X ~ Binomial(n, 1/2); 1 where there is none.
// Starts at the centre, where by symmetry P(X <= i) is 1/2 (n odd) or (1 - P(X = n/2)) / 2, and
// takes away one term after the other. The central term is a product of factors below one,
// C(2m, m) / 4^m = prod (2j - 1) / 2j, so nothing overflows or vanishes for any n.
std::size_t lower_rank(std::size_t n) {
  const std::size_t m = n / 2;
  double central = 1;
  for (std::size_t j = 1; j <= m; ++j) {
    central *= static_cast<double>(2 * j - 1) / static_cast<double>(2 * j);
  }
  const bool odd = n % 2 == 1;
  const double ratio = static_cast<double>(odd ? n : m) / static_cast<double>(m + 1);
  double at_most = odd ? 0.5 : (1 - central) / 2;             // P(X <= i)
  double term = odd ? central * ratio / 2 : central * ratio;  // P(X = i)
  std::size_t i = (n - 1) / 2;
  for (; i > 0 && at_most > 0.025; --i) {
    at_most -= term;
    term *= static_cast<double>(i) / static_cast<double>(n - i + 1);
  }
  return i + 1;
}

Interval interval_of_sorted(std::span<const double> sorted) {
  const std::size_t k = lower_rank(sorted.size());
  return {sorted[k - 1], sorted[sorted.size() - k]};
}

// Steele, Lea and Flood's SplitMix64. The standard's distributions differ between libraries; this
// gives the same numbers everywhere.
class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}
  // A number below `limit`; the modulo's bias, limit / 2^64, is far below any sampling error.
  std::size_t below(std::size_t limit) {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return static_cast<std::size_t>((z ^ (z >> 31)) % limit);
  }

 private:
  std::uint64_t state_;
};

// The ends of `values`; refused where their difference overflows.
Interval range_of(std::span<const double> values, std::string_view name) {
  require_finite(values, name);
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  if (!std::isfinite(*high - *low)) {
    refuse(fmt::format("{} spans {} to {}: too far for a fit", name, *low, *high));
  }
  return {*low, *high};
}

// What both line fits need; returns the range of x.
Interval require_points(std::span<const double> x, std::span<const double> y) {
  if (x.size() != y.size()) {
    refuse(fmt::format("x has {} values, y has {}", x.size(), y.size()));
  }
  const Interval range = range_of(x, "x");
  static_cast<void>(range_of(y, "y"));
  if (range.low == range.high) {
    refuse(fmt::format("a line needs two different x; all {} are {}", x.size(), range.low));
  }
  return range;
}

void require_finite(Line line) {
  if (std::isfinite(line.slope) && std::isfinite(line.intercept)) return;
  refuse("the line through the points is too steep for finite numbers");
}

// The slopes of all pairs, or of random ones where there are too many; see the header.
std::vector<double> pair_slopes(std::span<const double> x, std::span<const double> y) {
  std::vector<double> slopes;
  slopes.reserve(std::min(x.size() * x.size() / 2, most_pairs));
  const auto add = [&](std::size_t i, std::size_t j) {
    if (x[i] != x[j]) slopes.push_back((y[j] - y[i]) / (x[j] - x[i]));
  };
  if (x.size() <= most_points_for_all_pairs) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (std::size_t j = i + 1; j < x.size(); ++j) add(i, j);
    }
    return slopes;
  }
  SplitMix64 random(1);
  for (std::size_t pair = 0; pair < most_pairs; ++pair) {
    const std::size_t i = random.below(x.size());
    add(i, random.below(x.size()));
  }
  if (slopes.empty()) {
    refuse(fmt::format("almost all x are equal: none of {} random pairs differs", most_pairs));
  }
  return slopes;
}

// The row-major `design` as a matrix with a row for each y.
Eigen::MatrixXd read_design(std::span<const double> design, std::span<const double> y,
                            std::size_t columns) {
  require_finite(y, "y");
  require_finite(design, "design");
  const std::size_t rows = y.size();
  if (columns == 0 || design.size() % columns != 0 || design.size() / columns != rows) {
    refuse(fmt::format("design has {} values, not {} rows of {}", design.size(), rows, columns));
  }
  if (rows < columns) {
    refuse(fmt::format("{} equations cannot determine {} coefficients", rows, columns));
  }
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const Matrix>(design.data(), static_cast<Eigen::Index>(rows),
                                  static_cast<Eigen::Index>(columns));
}

}  // namespace

double Summary::noise() const {
  const double half_width = interval.high / 2 - interval.low / 2;
  if (half_width == 0) return 0;
  if (median == 0) return std::numeric_limits<double>::infinity();
  return half_width / std::fabs(median);
}

double median(std::span<const double> samples) { return middle_of_sorted(sort_samples(samples)); }

double median_absolute_deviation(std::span<const double> samples) {
  return deviation_of(samples, median(samples));
}

double quantile(std::span<const double> samples, double fraction) {
  if (!(fraction >= 0 && fraction <= 1)) {
    refuse(fmt::format("the fraction of a quantile lies between 0 and 1, not {}", fraction));
  }
  return quantile_of_sorted(sort_samples(samples), fraction);
}

Interval median_interval(std::span<const double> samples) {
  return interval_of_sorted(sort_samples(samples));
}

Summary summarize(std::span<const double> samples) {
  const std::vector<double> sorted = sort_samples(samples);
  const double centre = middle_of_sorted(sorted);
  return {.median = centre,
          .interval = interval_of_sorted(sorted),
          .mad = deviation_of(sorted, centre),
          .minimum = sorted.front(),
          .maximum = sorted.back(),
          .first_quartile = quantile_of_sorted(sorted, 0.25),
          .third_quartile = quantile_of_sorted(sorted, 0.75),
          .samples = sorted.size()};
}

std::vector<std::size_t> outliers(std::span<const double> samples, double limit) {
  if (!(limit >= 0)) {
    refuse(fmt::format("the limit of outliers is zero or larger, not {}", limit));
  }
  const double centre = median(samples);
  const double scaled_deviation = 1.4826 * deviation_of(samples, centre);
  std::vector<std::size_t> found;
  if (scaled_deviation == 0) return found;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (std::fabs(samples[i] - centre) / scaled_deviation > limit) found.push_back(i);
  }
  return found;
}

Line least_squares(std::span<const double> x, std::span<const double> y) {
  // Shifted and scaled to [-1/2, 1/2], x is never nearly proportional to the column of ones.
  const Interval range = require_points(x, y);
  const double centre = std::midpoint(range.low, range.high);
  const double width = range.high - range.low;
  std::vector<double> design;
  design.reserve(2 * x.size());
  for (const double value : x) {
    design.push_back(1);
    design.push_back((value - centre) / width);
  }
  const std::vector<double> fit = least_squares(design, y, 2);
  const double slope = fit[1] / width;
  const Line line{fit[0] - slope * centre, slope};
  require_finite(line);
  return line;
}

std::vector<double> least_squares(std::span<const double> design, std::span<const double> y,
                                  std::size_t columns) {
  Eigen::MatrixXd a = read_design(design, y, columns);
  // Columns in bytes beside columns of ones: scaled alike, the rank does not depend on units.
  const Eigen::VectorXd scale = a.cwiseAbs().colwise().maxCoeff();
  for (Eigen::Index j = 0; j < a.cols(); ++j) {
    if (scale[j] == 0) refuse(fmt::format("column {} of design is zero everywhere", j));
    a.col(j) /= scale[j];
  }
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> decomposition(a.rows(), a.cols());
  decomposition.setThreshold(rank_tolerance);
  decomposition.compute(a);
  if (decomposition.rank() < a.cols()) {
    refuse(fmt::format("the columns of design are linearly dependent: rank {} of {}",
                       decomposition.rank(), columns));
  }
  const Eigen::VectorXd scaled =
      decomposition.solve(Eigen::Map<const Eigen::VectorXd>(y.data(), a.rows()));
  const Eigen::VectorXd fit = scaled.cwiseQuotient(scale);
  if (!fit.allFinite()) refuse("the coefficients are too large for finite numbers");
  return {fit.begin(), fit.end()};
}

Line robust_line(std::span<const double> x, std::span<const double> y) {
  static_cast<void>(require_points(x, y));
  std::vector<double> slopes = pair_slopes(x, y);
  Line line{0, middle_of(slopes)};
  require_finite(line);  // before an infinite slope makes intercepts that cannot be ordered
  std::vector<double> intercepts(x.size());
  std::transform(x.begin(), x.end(), y.begin(), intercepts.begin(),
                 [&line](double at, double value) { return value - line.slope * at; });
  line.intercept = middle_of(intercepts);
  require_finite(line);
  return line;
}

Interval bootstrap(std::span<const double> samples,
                   const std::function<double(std::span<const double>)>& statistic,
                   std::size_t draws, std::uint64_t seed) {
  require_finite(samples, "samples");
  if (draws == 0) refuse("a bootstrap needs at least one draw");
  if (!statistic) refuse("a bootstrap needs a statistic");
  SplitMix64 random(seed);
  std::vector<double> resample(samples.size());
  std::vector<double> statistics(draws);
  for (double& value : statistics) {
    for (double& drawn : resample) drawn = samples[random.below(samples.size())];
    value = statistic(resample);
  }
  require_finite(statistics, "statistic");
  std::sort(statistics.begin(), statistics.end());
  return {quantile_of_sorted(statistics, 0.025), quantile_of_sorted(statistics, 0.975)};
}

}  // namespace plumb
