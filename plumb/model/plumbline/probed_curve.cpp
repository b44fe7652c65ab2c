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
  for (const CurvePoint& point : curve.points) add(point.x, point.y);
  const double held_out = held_out_error();
  for (std::size_t right = 1; right <= noise_.size(); ++right) {
    const double noise = std::max(noise_[right - 1], noise_[std::min(right, noise_.size() - 1)]);
    spread_.push_back(std::hypot(noise, held_out));
  }
}

double TimeCurve::held_out_error() const {
  std::vector<double> errors;
  for (std::size_t i = 1; i + 1 < x_.size(); ++i) {
    const double share = (x_[i] - x_[i - 1]) / (x_[i + 1] - x_[i - 1]);
    const double read = y_[i - 1] + share * (y_[i + 1] - y_[i - 1]);
    errors.push_back(std::exp2(std::fabs(read - y_[i])) - 1);
  }
  if (errors.empty()) return 0;
  const auto ninth = errors.begin() + static_cast<std::ptrdiff_t>(9 * errors.size() / 10);
  std::ranges::nth_element(errors, ninth);
  return *ninth / 2;
}

Estimate TimeCurve::estimate(double amount) const { return estimate(amount, std::log2(amount)); }

Estimate TimeCurve::estimate(double amount, double log_amount) const {
  const std::size_t right = right_of(std::max(log_amount, x_.front()));
  const double seconds = between(amount, log_amount, right);
  return {seconds, seconds * spread_[right - 1]};
}

std::size_t TimeCurve::right_of(double x) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(x_, x) - x_.begin());
}

void TimeCurve::add(double amount, const Quantity& time) {
  const double seconds = time.value;
  if (!(amount > 0) || !(seconds > 0) || !std::isfinite(seconds)) return;
  if (x_.empty()) {
    first_ = amount;
    first_time_ = seconds;
  }
  last_ = amount;
  last_time_ = seconds;
  noise_.push_back(relative_spread(time));
  x_.push_back(std::log2(amount));
  y_.push_back(std::log2(seconds));
}

double TimeCurve::at(double amount) const {
  const double x = std::log2(amount);
  return between(amount, x, right_of(x));
}

double TimeCurve::between(double amount, double x, std::size_t right) const {
  if (amount <= first_) return first_time_;
  if (amount >= last_) return last_time_ * amount / last_;
  const std::size_t left = right - 1;
  const double share = (x - x_[left]) / (x_[right] - x_[left]);
  return std::exp2(y_[left] + share * (y_[right] - y_[left]));
}

}  // namespace plumb
