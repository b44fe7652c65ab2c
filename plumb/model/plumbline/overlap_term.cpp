// plumb/model/plumbline/overlap_term.cpp - reading between the points of the probe `overlap`.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/overlap_term.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/model/plumbline/probed_curve.h"
#include "plumb/model/plumbline/traffic.h"

namespace plumb {
namespace {

// More loads than a work-item of a stream makes before it computes.
constexpr double loads_of_stream = 2;
// What a vector's sum and place cost, in steps of the sweep over reused data: as in
// plumb/probe/overlap.cpp, which knows its kernel.
constexpr double beside_reused = 2;

}  // namespace

OverlapTerm::Sweep::Sweep(const Profile& profile, std::string_view name, double beside) {
  const Finding* exponent = finding_named(profile, fmt::format("{}.exponent", name));
  exponent_is_known_ = exponent != nullptr;
  if (exponent == nullptr) exponent = finding_named(profile, "overlap.exponent");
  if (exponent != nullptr) exponent_ = std::max(1.0, exponent->value.value);
  const Curve* curve = curve_named(profile, fmt::format("{}.time", name));
  if (curve == nullptr || curve->points.size() < 3) return;
  const CurvePoint& last = curve->points.back();
  const CurvePoint& before_last = curve->points[curve->points.size() - 2];
  const double step = (last.y.value - before_last.y.value) / (last.x - before_last.x);
  const double memory = curve->points.front().y.value;
  if (!(step > 0) || !(memory > 0)) return;
  for (const CurvePoint& point : curve->points) {
    const double ratio = (point.x + beside) * step / memory;
    // Noise aside, more arithmetic takes no less time, and never less than it takes alone.
    const double least = points_.empty() ? 1 : points_.back().factor;
    points_.push_back({ratio, std::max({least, ratio, point.y.value / memory})});
  }
}

std::size_t OverlapTerm::Sweep::before(double ratio) const {
  const auto above = std::ranges::upper_bound(points_, ratio, {}, &Point::ratio);
  const auto i = static_cast<std::size_t>(above - points_.begin());
  return std::clamp<std::size_t>(i, 1, points_.size() - 1) - 1;
}

Estimate OverlapTerm::Sweep::together(const Estimate& memory, const Estimate& computed) const {
  if (memory.seconds <= 0 || computed.seconds <= 0) return memory.seconds > 0 ? memory : computed;
  if (points_.empty()) return joined(memory, computed, exponent_, exponent_is_known_);
  const double ratio = computed.seconds / memory.seconds;
  const Point& low = points_[before(ratio)];
  const Point& high = points_[before(ratio) + 1];
  const bool is_below = ratio < points_.front().ratio;
  const double slope = is_below             ? 0
                       : ratio > high.ratio ? 1
                                            : (high.factor - low.factor) / (high.ratio - low.ratio);
  const double factor = is_below             ? 1
                        : ratio > high.ratio ? high.factor + (ratio - high.ratio)
                                             : low.factor + slope * (ratio - low.ratio);
  const double of_memory = (factor - ratio * slope) * memory.spread;
  return {factor * memory.seconds, root_of_squares(of_memory, slope * computed.spread)};
}

OverlapTerm::OverlapTerm(const Profile& profile) : once_(profile, "overlap", 0) {
  if (profile.provenance.device.kind == "cpu") {
    ahead_ = once_;
    reused_ = once_;
    stored_ = once_;
    return;
  }
  ahead_ = Sweep(profile, "overlap.ahead", 0);
  reused_ = Sweep(profile, "overlap.reused", beside_reused);
  stored_ = finding_named(profile, "overlap.stored.exponent") == nullptr
                ? ahead_
                : Sweep(profile, "overlap.stored", 0);
}

Estimate OverlapTerm::estimate(const Pass& pass, double items, const Estimate& memory,
                               const Estimate& computed, double reused) const {
  const double loads = loads_of(pass);
  if (loads <= 0) return stored_.together(memory, computed);
  const bool loads_ahead = loads * static_cast<double>(pass.points) > loads_of_stream * items;
  const Sweep& far = loads_ahead ? ahead_ : once_;
  const Estimate from_far = far.together(memory, computed);
  if (reused <= 0) return from_far;
  return between(from_far, reused_.together(memory, computed), reused);
}

}  // namespace plumb
