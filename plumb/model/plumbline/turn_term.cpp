// plumb/model/plumbline/turn_term.cpp - recorded kernels of the probe against those launched alone.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/turn_term.h"

#include <algorithm>
#include <cmath>

namespace plumb {

TurnTerm::TurnTerm(const Profile& profile, const ElementsTerm& elements) : elements_(&elements) {
  const Finding* empty = finding_named(profile, "launch.batch");
  const Finding* element = finding_named(profile, "launch.batch.element");
  if (empty != nullptr && element != nullptr) {
    const double later = std::max(0.0, element->value.value - empty->value.value);
    taken_up_ = Estimate{later, relative_spread(element->value) * element->value.value};
  }
  const Curve* curve = curve_named(profile, "launch.batch.elements");
  if (curve == nullptr) return;
  in_a_batch_ = TimeCurve(*curve);
  if (!in_a_batch_.empty()) most_items_ = curve->points.back().x;
}

Estimate TurnTerm::least(const Estimate& pause) const {
  if (!taken_up_) return {pause.seconds, std::hypot(pause.spread, pause.seconds)};
  return pause + *taken_up_;
}

Estimate TurnTerm::of_many(double items) const {
  constexpr double word = 4;  // each reads one and writes it
  const double n = std::min(items, most_items_);
  const Estimate together = in_a_batch_.estimate(n);
  const Estimate alone = elements_->estimate({.read = word * n, .written = word * n}, n);
  const double longer =
      (together.seconds - in_a_batch_.at(0)) - (alone.seconds - elements_->least());
  return {std::max(0.0, longer), together.spread};
}

Estimate TurnTerm::estimate(const Estimate& pause, double items) const {
  const Estimate smallest = least(pause);
  return in_a_batch_.empty() ? smallest : smallest + of_many(items);
}

}  // namespace plumb
