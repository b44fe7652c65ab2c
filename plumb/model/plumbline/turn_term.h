// plumb/model/plumbline/turn_term.h - from the end of one kernel to that of the next, beyond what
// the next one does.
//
// Formula  T_turn(n) = g + (e_r - o) + max(0, (e_n - e_1) - (T(n) - T(1))): the pause g between
//          kernels (recorded, and on a processor at the least: an empty kernel o of a batch), what
//          a kernel waits for that takes up r words of the one before it at a point (e_1 of one,
//          e_5 of a point and its neighbours, straight between both and e_5 beyond), and what n
//          work-items wait for more than they do when launched alone, by the term of elements T. Of
//          work-items whose loop has t turns (as stated, or as many points as they have), e_r is at
//          least what lies straight between the loop's e_row of one and e_rows of four points, for
//          as much of it as a pass has of the loop's references
// Source   the probe `launch`: launch.gap, launch.batch, launch.batch.element, .neighbours, .row,
//          .rows and the curve launch.batch.elements
// Limits   a profile without the word has a spread of the pause itself, one without the curve takes
//          all launches for small ones (T(1) is the least of all curves, on a processor another
//          one's than T(n)), one without neighbours a word for all, one without rows
//          takes no longer for a loop; beyond the last probed n the last one is taken, and beyond
//          four points of a loop flight_term.h has the others. The loop's own arithmetic is in
//          e_row, whatever arithmetic_term.h adds
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "plumb/model/plumbline/elements_term.h"
#include "plumb/model/plumbline/estimate.h"
#include "plumb/model/plumbline/probed_curve.h"
#include "plumb/records/pass.h"
#include "plumb/records/profile.h"

namespace plumb {

// What a kernel's work-items take up of the one before it.
struct TakenUp {
  double references = 1;  // that read, of a point
  double turns = 0;       // of a work-item's loop; 0: it has none
  bool around = false;    // reads what lies around a point
};

// `items`: work-items of the launch.
TakenUp taken_up_by(const Pass& pass, double items);

class TurnTerm {
 public:
  // `elements` must outlive it.
  TurnTerm(const Profile& profile, const ElementsTerm& elements);

  // `pause` is launch.gap, or launch.batch of recorded launches.
  [[nodiscard]] Estimate estimate(const Estimate& pause, const WordTimes& words,
                                  const TakenUp& taken_up = {}) const;
  // Of the points of a loop, beyond a word: e_r - e_1; nothing where it was not probed.
  [[nodiscard]] Estimate of_rows(const TakenUp& taken_up) const;
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
  Estimate row_;                      // e_row - e_1; 0: not probed
  Estimate more_rows_;                // e_rows - e_row
  TimeCurve in_a_batch_;              // e_n by n; empty: not probed
  double most_items_ = 0;             // that were probed
  Estimate longest_;                  // of so many and more
};

}  // namespace plumb
