// plumb/model/plumbline/probed_curve.h - a curve of a profile, read between its points.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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

  [[nodiscard]] bool empty() const { return pieces_.empty(); }
  [[nodiscard]] double at(double amount) const;               // seconds
  [[nodiscard]] double least() const { return first_time_; }  // of any amount
  // With what the probe's own repetitions differ by, and half of what is missed where every second
  // point is held out and read between its neighbours: their distance is twice as large.
  [[nodiscard]] Estimate estimate(double amount) const;
  // The same for whoever reads several curves at one amount and has its binary logarithm.
  [[nodiscard]] Estimate estimate_at(double log_amount) const;

 private:
  // From one probed point to the next, straight in the logarithms; the last one has no end.
  struct Piece {
    double from = 0;      // binary logarithm of the amount
    double log_time = 0;  // there
    double slope = 1;
    double spread = 0;  // relative, of what is read on it
  };
  void add(double amount, const Quantity& time);
  void join(const std::vector<double>& noise);
  [[nodiscard]] const Piece& piece_at(double log_amount) const;
  [[nodiscard]] double on(const Piece& piece, double log_amount) const;  // seconds
  [[nodiscard]] double held_out_error() const;

  std::vector<Piece> pieces_;
  // By whole binary logarithms beyond the first point's: the piece that holds such an amount. A
  // program has millions of launches, and each reads several curves.
  std::vector<std::uint32_t> octaves_;
  double first_time_ = 0;
};

}  // namespace plumb
