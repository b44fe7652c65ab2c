// plumb/study/survey_schedule.cpp - admitting points by the clock.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/survey_schedule.h"

namespace plumb::study {

void run_within_budget(
    SurveyPlan& plan, SurveyBudget& budget, const std::function<Seconds()>& elapsed,
    const std::function<PointEnd(const SurveyPoint& point, std::size_t index)>& run) {
  bool ended = plan.interrupted;
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    SurveyPoint& point = plan.points[i];
    if (point.kept || point.refused) continue;
    if (ended) {
      point.left_out = was_interrupted;
      continue;
    }
    const Seconds begin = elapsed();
    budget.spent_so_far(begin);
    point.left_out = budget.affords(point.estimate) ? "" : beyond_budget;
    if (!point.left_out.empty()) continue;
    const PointEnd end = run(point, i);
    budget.point_took(point.estimate, elapsed() - begin);
    if (end == PointEnd::out_of_time) point.left_out = budget_ended;
    if (end != PointEnd::interrupted) continue;
    point.left_out = was_interrupted;
    ended = true;
  }
}

}  // namespace plumb::study
