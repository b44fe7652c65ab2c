// plumb/study/reported_result.cpp - charts from the catalogue, explanations from what is at hand.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/reported_result.h"

#include <algorithm>

#include "plumb/study/explain_result.h"
#include "plumb/workloads/workload.h"

namespace plumb::study {

std::vector<WorkloadChart> charts_of(const Result& result) {
  std::vector<WorkloadChart> charts;
  std::vector<std::string> seen;
  for (const Point& point : result.points) {
    if (std::ranges::find(seen, point.workload) != seen.end()) continue;
    seen.push_back(point.workload);
    const auto known = std::ranges::find(catalogue(), point.workload, &Workload::name);
    if (known == catalogue().end() || known->charts == nullptr) continue;
    for (ChartLayout& layout : known->charts())
      charts.push_back({point.workload, std::move(layout)});
  }
  return charts;
}

std::vector<Explanation> explanations_of(const Result& result, const Profile* profile,
                                         bool predict_now) {
  const bool kept = std::ranges::any_of(
      result.points, [](const Point& point) { return point.predicted.has_value(); });
  if (!kept && (profile == nullptr || !predict_now)) return {};
  ExplainOptions options{.look_for_rates = false};
  if (profile != nullptr) (kept ? options.rates : options.profile) = *profile;
  return explain_result(result, options);
}

}  // namespace plumb::study
