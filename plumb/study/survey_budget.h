// plumb/study/survey_budget.h - a time budget divided among points, by estimates that follow what
// points really took.
//
//   SurveyBudget budget(Seconds{300});
//   if (budget.affords(estimate)) { run(); budget.point_took(estimate, measured); }
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/base/units.h"
#include "plumb/measure/sampling.h"

namespace plumb::study {

// How a point is measured whose one execution is predicted to take so long (0: not known), in a
// survey of that budget: five samples at least, a few seconds at most.
StopRule survey_rule(Seconds execution, Seconds budget);

// Builds, fills, verifies and samples a point of that many bytes: what it takes at most, before
// anything is known of the host.
Seconds survey_estimate(Bytes memory, Seconds execution, const StopRule& rule);

// "4:07", never less than "0:00"
std::string clock_text(Seconds time);

class SurveyBudget {
 public:
  explicit SurveyBudget(Seconds whole) : whole_(whole) {}

  // Whether so much is left, by the estimate as corrected so far.
  [[nodiscard]] bool affords(Seconds estimate) const { return corrected(estimate) <= left(); }
  // The estimate times what points took over what they were estimated to take.
  [[nodiscard]] Seconds corrected(Seconds estimate) const;
  [[nodiscard]] Seconds left() const { return whole_ - spent_; }

  // Time that went by, whatever for, from the beginning on.
  void spent_so_far(Seconds spent) { spent_ = spent; }
  void point_took(Seconds estimate, Seconds taken);

 private:
  Seconds whole_;
  Seconds spent_{};
  Seconds estimated_{};
  Seconds taken_{};
};

}  // namespace plumb::study
