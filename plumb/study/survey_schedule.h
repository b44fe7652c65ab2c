// plumb/study/survey_schedule.h - which points of a survey run before its time is over.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

#include "plumb/base/units.h"
#include "plumb/study/survey_budget.h"
#include "plumb/study/survey_plan.h"

namespace plumb::study {

// What became of a point that was run.
enum class PointEnd {
  finished,
  out_of_time,  // stopped because the budget ended
  interrupted,  // by the user: nothing runs after it
};

// Runs the points in order as long as each fits into what is left, by what those before it took:
// one that the plan dropped may fit after all, or no longer. `elapsed` is the time since the survey
// began. Afterwards `left_out` of every point says why it was not run or finished.
void run_within_budget(
    SurveyPlan& plan, SurveyBudget& budget, const std::function<Seconds()>& elapsed,
    const std::function<PointEnd(const SurveyPoint& point, std::size_t index)>& run);

}  // namespace plumb::study
