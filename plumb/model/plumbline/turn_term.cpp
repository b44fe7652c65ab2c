// plumb/model/plumbline/turn_term.cpp - recorded kernels of the probe against those launched alone.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/turn_term.h"

#include <algorithm>

namespace plumb {

TurnTerm::TurnTerm(const Profile& profile, const ElementsTerm& elements) : elements_(&elements) {
  const Finding* empty = finding_named(profile, "launch.batch");
  const Finding* element = finding_named(profile, "launch.batch.element");
  if (empty != nullptr && element != nullptr) {
    const double later = std::max(0.0, element->value.value - empty->value.value);
    taken_up_ = Estimate{later, relative_spread(element->value) * element->value.value};
    if (const Finding* around = finding_named(profile, "launch.batch.neighbours"))
      neighbours_ = {std::max(0.0, around->value.value - element->value.value),
                     relative_spread(around->value) * around->value.value};
  }
  const Curve* curve = curve_named(profile, "launch.batch.elements");
  if (curve == nullptr) return;
  in_a_batch_ = TimeCurve(*curve);
  if (in_a_batch_.empty() || !elements.is_known()) return;
  most_items_ = curve->points.back().x;
  longest_ = of_many(elements.words_of(most_items_));
}

Estimate TurnTerm::least(const Estimate& pause) const {
  if (!taken_up_) return {pause.seconds, root_of_squares(pause.spread, pause.seconds)};
  return pause + *taken_up_;
}

// Each reads a word and writes it.
Estimate TurnTerm::of_many(const WordTimes& words) const {
  const Estimate together = in_a_batch_.estimate_at(words.log_items);
  const Estimate alone = elements_->of_copied_words(words);
  const double longer =
      (together.seconds - in_a_batch_.least()) - (alone.seconds - elements_->least());
  return {std::max(0.0, longer), together.spread};
}

Estimate TurnTerm::of_neighbours(double references) const {
  constexpr double around = 5;
  const double share = (std::min(references, around) - 1) / (around - 1);
  return share <= 0 ? Estimate{} : share * neighbours_;
}

Estimate TurnTerm::estimate(const Estimate& pause, const WordTimes& words,
                            double references) const {
  const Estimate smallest = least(pause) + of_neighbours(references);
  if (in_a_batch_.empty()) return smallest;
  return smallest + (words.items >= most_items_ ? longest_ : of_many(words));
}

}  // namespace plumb
