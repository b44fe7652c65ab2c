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

}  // namespace

std::vector<Level> find_levels(std::span<const CurvePoint> curve, const LevelRule& rule) {
  std::vector<Level> levels = merged(curve, plateaus(curve, rule), rule.least_step);
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
