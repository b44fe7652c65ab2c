// plumb/model/plumbline/probed_curve.cpp - reading between the points of a curve.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/probed_curve.h"

#include <algorithm>
#include <cmath>

namespace plumb {

const Curve* curve_named(const Profile& profile, std::string_view name) {
  const auto found = std::ranges::find(profile.curves, name, &Curve::name);
  return found == profile.curves.end() ? nullptr : &*found;
}

TimeCurve::TimeCurve(const Curve& curve) {
  for (const CurvePoint& point : curve.points) add(point.x, point.y.value);
}

void TimeCurve::add(double amount, double seconds) {
  if (!(amount > 0) || !(seconds > 0) || !std::isfinite(seconds)) return;
  if (x_.empty()) {
    first_ = amount;
    first_time_ = seconds;
  }
  last_ = amount;
  last_time_ = seconds;
  x_.push_back(std::log2(amount));
  y_.push_back(std::log2(seconds));
}

double TimeCurve::at(double amount) const {
  if (amount <= first_) return first_time_;
  if (amount >= last_) return last_time_ * amount / last_;
  const double x = std::log2(amount);
  const auto right = static_cast<std::size_t>(std::ranges::upper_bound(x_, x) - x_.begin());
  const std::size_t left = right - 1;
  const double share = (x - x_[left]) / (x_[right] - x_[left]);
  return std::exp2(y_[left] + share * (y_[right] - y_[left]));
}

}  // namespace plumb
