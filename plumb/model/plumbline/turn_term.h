// plumb/model/plumbline/turn_term.h - from the end of one kernel to that of the next, beyond what
// the next one does.
//
// Formula  T_turn(n) = g + (e_r - o) + max(0, (e_n - e_1) - (T(n) - T(1))): the pause g between
//          kernels (recorded: an empty kernel o of a batch), what a kernel waits for that takes up
//          r words of the one before it at a point (e_1 of one, e_5 of a point and its neighbours,
//          straight between both and e_5 beyond), and what n work-items wait for more than they do
//          when launched alone, by the term of elements T
// Source   the probe `launch`: launch.gap, launch.batch, launch.batch.element, .neighbours and the
//          curve launch.batch.elements
// Limits   a profile without the word has a spread of the pause itself, one without the curve takes
//          all launches for small ones, one without neighbours a word for all; beyond the last
//          probed n the last one is taken
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "plumb/model/plumbline/elements_term.h"
#include "plumb/model/plumbline/estimate.h"
#include "plumb/model/plumbline/probed_curve.h"
#include "plumb/records/profile.h"

namespace plumb {

class TurnTerm {
 public:
  // `elements` must outlive it.
  TurnTerm(const Profile& profile, const ElementsTerm& elements);

  // `pause` is launch.gap, or launch.batch of recorded launches; `references` those that read, of a
  // point.
  [[nodiscard]] Estimate estimate(const Estimate& pause, const WordTimes& words,
                                  double references = 1) const;
  // What a word of the kernel before it takes: e_1 - o; nothing where it was not probed.
  [[nodiscard]] Estimate word() const { return taken_up_.value_or(Estimate{}); }
  // Of the least kernel.
  [[nodiscard]] Estimate least(const Estimate& pause) const;

 private:
  [[nodiscard]] Estimate of_many(const WordTimes& words) const;
  // Of so many words: e_r - e_1.
  [[nodiscard]] Estimate of_neighbours(double references) const;

  const ElementsTerm* elements_;
  std::optional<Estimate> taken_up_;  // e_1 - o
  Estimate neighbours_;               // e_5 - e_1; 0: not probed
  TimeCurve in_a_batch_;              // e_n by n; empty: not probed
  double most_items_ = 0;             // that were probed
  Estimate longest_;                  // of so many and more
};

}  // namespace plumb
