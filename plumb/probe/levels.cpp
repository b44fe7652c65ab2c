// plumb/probe/levels.cpp - plateaus by local slopes, knees between them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/levels.h"

#include <algorithm>
#include <cmath>

#include "plumb/base/statistics.h"

namespace plumb {
namespace {

constexpr double knee_share = 1.0 / 3;
constexpr double least_distance = 0.16;  // octaves: closer points differ by noise alone

double octaves(const CurvePoint& from, const CurvePoint& to) { return std::log2(to.x / from.x); }

bool flat_between(const CurvePoint& from, const CurvePoint& to, const LevelRule& rule) {
  const double change = std::abs(std::log(to.y.value / from.y.value));
  return change <= std::log1p(rule.change_per_octave) * std::max(octaves(from, to), least_distance);
}

std::vector<Level> plateaus(std::span<const CurvePoint> curve, const LevelRule& rule) {
  std::vector<Level> levels;
  std::size_t first = 0;
  for (std::size_t i = 1; i <= curve.size(); ++i) {
    if (i < curve.size() && flat_between(curve[i - 1], curve[i], rule)) continue;
    if (i - first >= rule.least_points) levels.push_back({.first = first, .last = i - 1});
    first = i;
  }
  return levels;
}

double middle(std::span<const CurvePoint> curve, const Level& level) {
  std::vector<double> values;
  for (std::size_t i = level.first; i <= level.last; ++i) values.push_back(curve[i].y.value);
  return median(values);
}

// Plateaus too alike are parts of one: a small bump or noise came between.
std::vector<Level> merged(std::span<const CurvePoint> curve, const std::vector<Level>& levels,
                          double least_step) {
  std::vector<Level> result;
  for (Level level : levels) {
    level.value = middle(curve, level);
    if (!result.empty() &&
        std::abs(std::log(level.value / result.back().value)) < std::log1p(least_step)) {
      result.back().last = level.last;
      result.back().value = middle(curve, result.back());
    } else {
      result.push_back(level);
    }
  }
  return result;
}

// Where the curve first passes `value` after point `first`, between points on a logarithmic axis.
double crossing(std::span<const CurvePoint> curve, std::size_t first, double value, bool rising) {
  for (std::size_t i = first + 1; i < curve.size(); ++i) {
    const double before = curve[i - 1].y.value;
    const double after = curve[i].y.value;
    if (rising ? after < value : after > value) continue;
    const double share = std::clamp((value - before) / (after - before), 0.0, 1.0);
    return curve[i - 1].x * std::exp2(share * octaves(curve[i - 1], curve[i]));
  }
  return curve.back().x;
}

constexpr double far_apart = 6;         // no cache is so much slower than the one before it
constexpr double shoulder_slope = 0.8;  // doublings per octave; between levels it is more

// Where the curve is least steep over half an octave between two plateaus; 0 where it is steep
// throughout.
std::size_t shoulder_between(std::span<const CurvePoint> curve, const Level& from,
                             const Level& to) {
  std::size_t found = 0;
  double least = shoulder_slope;
  for (std::size_t i = from.last + 1; i < to.first; ++i) {
    std::size_t end = i;
    while (end < to.first && octaves(curve[i], curve[end]) < 0.5) ++end;
    const bool inside = curve[i].y.value > 2 * from.value && 1.5 * curve[end].y.value < to.value;
    const double slope =
        std::log2(curve[end].y.value / curve[i].y.value) / octaves(curve[i], curve[end]);
    if (!inside || slope >= least) continue;
    least = slope;
    found = (i + end) / 2;
  }
  return found;
}

// A cache that others use too leaves a shoulder, not a plateau; without it the level before would
// seem to reach to memory.
std::vector<Level> with_shoulders(std::span<const CurvePoint> curve,
                                  const std::vector<Level>& levels) {
  std::vector<Level> result;
  for (const Level& level : levels) {
    if (!result.empty() && level.value > far_apart * result.back().value) {
      const std::size_t at = shoulder_between(curve, result.back(), level);
      if (at != 0)
        result.push_back({.value = curve[at].y.value, .first = at, .last = at, .shoulder = true});
    }
    result.push_back(level);
  }
  return result;
}

std::vector<Level> with_end(std::span<const CurvePoint> curve, std::vector<Level> levels,
                            const LevelRule& rule) {
  if (rule.end_above == 0 || curve.size() < rule.least_points) return levels;
  Level end{.first = curve.size() - rule.least_points, .last = curve.size() - 1};
  end.value = middle(curve, end);
  if (levels.empty() ||
      (end.value > rule.end_above * levels.back().value && levels.back().last < end.first))
    levels.push_back(end);
  return levels;
}

}  // namespace

std::vector<Level> find_levels(std::span<const CurvePoint> curve, const LevelRule& rule) {
  std::vector<Level> levels = with_shoulders(
      curve, with_end(curve, merged(curve, plateaus(curve, rule), rule.least_step), rule));
  for (std::size_t i = 0; i + 1 < levels.size(); ++i) {
    const double step = levels[i + 1].value - levels[i].value;
    levels[i].capacity =
        crossing(curve, levels[i].last, levels[i].value + knee_share * step, step > 0);
  }
  if (!levels.empty() && curve.back().y.value > levels.back().value * (1 + rule.least_step)) {
    const double left = levels.back().value * (1 + rule.least_step / 2);
    levels.back().capacity = crossing(curve, levels.back().last, left, true);
  }
  return levels;
}

}  // namespace plumb
