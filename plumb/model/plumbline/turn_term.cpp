// plumb/model/plumbline/turn_term.cpp - recorded kernels of the probe against those launched alone.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/turn_term.h"

#include <algorithm>

#include "plumb/model/plumbline/traffic.h"

namespace plumb {
namespace {

constexpr double several_rows = 4;    // of launch.batch.rows
constexpr double words_of_a_row = 8;  // that its points read

Estimate beyond(const Quantity& longer, const Quantity& shorter) {
  return {std::max(0.0, longer.value - shorter.value), relative_spread(longer) * longer.value};
}

bool is_around(const Access& access) {
  return access.pattern == Pattern::neighbourhood && access.use != Use::write;
}

}  // namespace

TakenUp taken_up_by(const Pass& pass, double items) {
  const auto points = static_cast<double>(pass.points);
  const double of_item = pass.longest > 0 ? pass.longest : points / std::max(1.0, items);
  const bool no_loop = pass.turns == 1 || points == 0 || std::max(pass.turns, of_item) <= 1;
  return {.references = loads_of(pass),
          .turns = no_loop ? 0 : std::max(pass.turns, of_item),
          .around = std::ranges::any_of(pass.accesses, is_around)};
}

TurnTerm::TurnTerm(const Profile& profile, const ElementsTerm& elements) : elements_(&elements) {
  const Finding* empty = finding_named(profile, "launch.batch");
  const Finding* element = finding_named(profile, "launch.batch.element");
  if (empty != nullptr && element != nullptr) {
    const double later = std::max(0.0, element->value.value - empty->value.value);
    taken_up_ = Estimate{later, relative_spread(element->value) * element->value.value};
    if (const Finding* around = finding_named(profile, "launch.batch.neighbours"))
      neighbours_ = beyond(around->value, element->value);
    if (const Finding* row = finding_named(profile, "launch.batch.row")) {
      row_ = beyond(row->value, element->value);
      if (const Finding* rows = finding_named(profile, "launch.batch.rows"))
        more_rows_ = beyond(rows->value, row->value);
    }
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

Estimate TurnTerm::of_rows(const TakenUp& taken_up) const {
  if (taken_up.turns <= 0) return {};
  const double share =
      taken_up.around ? 1 : std::clamp((taken_up.references - 1) / (words_of_a_row - 1), 0.0, 1.0);
  const double later = (std::clamp(taken_up.turns, 1.0, several_rows) - 1) / (several_rows - 1);
  return share * (row_ + later * more_rows_);
}

Estimate TurnTerm::estimate(const Estimate& pause, const WordTimes& words,
                            const TakenUp& taken_up) const {
  const Estimate around = of_neighbours(taken_up.references);
  const Estimate rows = of_rows(taken_up);
  const Estimate smallest = least(pause) + (rows.seconds > around.seconds ? rows : around);
  if (in_a_batch_.empty()) return smallest;
  return smallest + (words.items >= most_items_ ? longest_ : of_many(words));
}

}  // namespace plumb
