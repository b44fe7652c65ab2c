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
  std::vector<double> noise;
  for (const CurvePoint& point : curve.points) {
    const std::size_t before = pieces_.size();
    add(point.x, point.y);
    if (pieces_.size() > before) noise.push_back(relative_spread(point.y));
  }
  if (!pieces_.empty()) join(noise);
}

void TimeCurve::add(double amount, const Quantity& time) {
  const double seconds = time.value;
  if (!(amount > 0) || !(seconds > 0) || !std::isfinite(amount) || !std::isfinite(seconds)) return;
  if (pieces_.empty()) first_time_ = seconds;
  pieces_.push_back({.from = std::log2(amount), .log_time = std::log2(seconds)});
}

// A piece is as uncertain as its worse end.
void TimeCurve::join(const std::vector<double>& noise) {
  const double held_out = held_out_error();
  const std::size_t last = pieces_.size() - 1;
  for (std::size_t i = 0; i <= last; ++i) {
    Piece& piece = pieces_[i];
    piece.spread = root_of_squares(std::max(noise[i], noise[std::min(i + 1, last)]), held_out);
    if (i == last) break;
    const Piece& next = pieces_[i + 1];
    piece.slope = (next.log_time - piece.log_time) / (next.from - piece.from);
  }
  const double first = pieces_.front().from;
  std::uint32_t piece = 0;
  for (double octave = 0; first + octave <= pieces_.back().from; octave += 1) {
    while (piece < last && pieces_[piece + 1].from <= first + octave) ++piece;
    octaves_.push_back(piece);
  }
  if (octaves_.empty()) octaves_.push_back(0);  // of points that do not rise
}

double TimeCurve::held_out_error() const {
  std::vector<double> errors;
  for (std::size_t i = 1; i + 1 < pieces_.size(); ++i) {
    const Piece& left = pieces_[i - 1];
    const Piece& right = pieces_[i + 1];
    const double share = (pieces_[i].from - left.from) / (right.from - left.from);
    const double read = left.log_time + share * (right.log_time - left.log_time);
    errors.push_back(std::exp2(std::fabs(read - pieces_[i].log_time)) - 1);
  }
  if (errors.empty()) return 0;
  const auto ninth = errors.begin() + static_cast<std::ptrdiff_t>(9 * errors.size() / 10);
  std::ranges::nth_element(errors, ninth);
  return *ninth / 2;
}

const TimeCurve::Piece& TimeCurve::piece_at(double log_amount) const {
  const double octave = log_amount - pieces_.front().from;
  if (!(octave > 0)) return pieces_.front();
  const auto most = static_cast<double>(octaves_.size() - 1);
  std::size_t piece = octaves_[static_cast<std::size_t>(std::min(octave, most))];
  while (piece + 1 < pieces_.size() && pieces_[piece + 1].from <= log_amount) ++piece;
  return pieces_[piece];
}

double TimeCurve::on(const Piece& piece, double log_amount) const {
  if (!(log_amount > pieces_.front().from)) return first_time_;
  return std::exp2(piece.log_time + (log_amount - piece.from) * piece.slope);
}

double TimeCurve::at(double amount) const {
  const double log_amount = std::log2(amount);
  return on(piece_at(log_amount), log_amount);
}

Estimate TimeCurve::estimate(double amount) const { return estimate_at(std::log2(amount)); }

Estimate TimeCurve::estimate_at(double log_amount) const {
  const Piece& piece = piece_at(log_amount);
  const double seconds = on(piece, log_amount);
  return {seconds, seconds * piece.spread};
}

}  // namespace plumb
