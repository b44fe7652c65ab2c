// plumb/probe/segments.cpp - all splits of a curve into runs, a line for each, the best by Bayes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/segments.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "plumb/base/error.h"
#include "plumb/base/statistics.h"

namespace plumb {
namespace {

struct Points {
  std::span<const double> bytes;
  std::span<const double> seconds;

  [[nodiscard]] Points part(std::size_t first, std::size_t count) const {
    return {bytes.subspan(first, count), seconds.subspan(first, count)};
  }
};

// Least squares of the relative error: both sides are divided by the measured time.
Segment line_through(const Points& points) {
  std::vector<double> design;
  std::vector<double> ones(points.bytes.size(), 1.0);
  for (std::size_t i = 0; i < points.bytes.size(); ++i) {
    design.push_back(1 / points.seconds[i]);
    design.push_back(points.bytes[i] / points.seconds[i]);
  }
  const std::vector<double> fit = least_squares(design, ones, 2);
  if (fit[0] >= 0 && fit[1] > 0) return {fit[0], fit[1]};
  // No negative latency and no negative rate: the better of the two one-parameter lines.
  std::vector<double> constant;
  std::vector<double> slope;
  for (std::size_t i = 0; i < points.bytes.size(); ++i) {
    constant.push_back(points.seconds[i]);
    slope.push_back(points.seconds[i] / points.bytes[i]);
  }
  return fit[0] < 0 ? Segment{0, median(slope)} : Segment{median(constant), 0};
}

double error_of(std::span<const Segment> segments, const Points& points) {
  double sum = 0;
  for (std::size_t i = 0; i < points.bytes.size(); ++i) {
    const double relative = time_of(segments, points.bytes[i]) / points.seconds[i] - 1;
    sum += relative * relative;
  }
  return sum;
}

// Bayes' criterion, with an error of half a percent that no measurement is better than.
double criterion(std::span<const Segment> segments, const Points& points) {
  const auto n = static_cast<double>(points.bytes.size());
  const double mean = error_of(segments, points) / n + 0.005 * 0.005;
  return n * std::log(mean) + 2 * static_cast<double>(segments.size()) * std::log(n);
}

constexpr std::size_t least_run = 3;

void try_splits(const Points& points, std::size_t first, std::vector<Segment>& so_far,
                std::size_t left, std::vector<Segment>& best, double& best_criterion) {
  const std::size_t n = points.bytes.size() - first;
  if (n < least_run) return;
  so_far.push_back(line_through(points.part(first, n)));
  const double found = criterion(so_far, points);
  if (found < best_criterion) {
    best_criterion = found;
    best = so_far;
  }
  so_far.pop_back();
  if (left == 1) return;
  for (std::size_t count = least_run; count + least_run <= n; ++count) {
    so_far.push_back(line_through(points.part(first, count)));
    try_splits(points, first + count, so_far, left - 1, best, best_criterion);
    so_far.pop_back();
  }
}

}  // namespace

double time_of(std::span<const Segment> segments, double bytes) {
  double longest = 0;
  for (const Segment& segment : segments)
    longest = std::max(longest, segment.latency + bytes * segment.seconds_per_byte);
  return longest;
}

std::vector<Segment> fit_segments(std::span<const double> bytes, std::span<const double> seconds) {
  if (bytes.size() < least_run || bytes.size() != seconds.size())
    throw Error(ErrorKind::input, "a fit of segments needs at least three sizes and their times");
  std::vector<Segment> best;
  std::vector<Segment> so_far;
  double best_criterion = std::numeric_limits<double>::infinity();
  try_splits({bytes, seconds}, 0, so_far, 3, best, best_criterion);
  return best;
}

}  // namespace plumb
