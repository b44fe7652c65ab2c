// plumb/model/plumbline/probed_curve.h - a curve of a profile, read between its points.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "plumb/model/plumbline/estimate.h"
#include "plumb/records/profile.h"

namespace plumb {

// The curve of that name; null where the profile has none.
const Curve* curve_named(const Profile& profile, std::string_view name);

// A time over an amount: straight between the probed points where both axes are logarithms, since
// amounts span nine decades. Below the first point it stays (a launch is never free), beyond the
// last one it grows with the amount (a rate has been reached).
class TimeCurve {
 public:
  TimeCurve() = default;
  // y in seconds; points whose x or y is not positive are left out.
  explicit TimeCurve(const Curve& curve);

  [[nodiscard]] bool empty() const { return x_.empty(); }
  [[nodiscard]] double at(double amount) const;  // seconds
  // With what the probe's own repetitions differ by, and half of what is missed where every second
  // point is held out and read between its neighbours: their distance is twice as large.
  [[nodiscard]] Estimate estimate(double amount) const;
  // The same for whoever reads several curves at one amount and has its binary logarithm.
  [[nodiscard]] Estimate estimate(double amount, double log_amount) const;

 private:
  void add(double amount, const Quantity& time);
  [[nodiscard]] std::size_t right_of(double x) const;  // the first point beyond it
  [[nodiscard]] double between(double amount, double x, std::size_t right) const;  // seconds
  [[nodiscard]] double held_out_error() const;

  std::vector<double> x_;  // binary logarithms
  std::vector<double> y_;
  std::vector<double> noise_;   // of each point, relative
  std::vector<double> spread_;  // left of each point but the first, and beyond the last one
  double first_ = 0;            // amounts
  double last_ = 0;
  double first_time_ = 0;
  double last_time_ = 0;
};

}  // namespace plumb
