// cli/survey_plan_table.cpp - the points of a survey as a table, before anything runs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/survey_plan_table.h"

#include <fmt/format.h>

#include "plumb/study/profiles.h"
#include "plumb/study/survey.h"
#include "plumb/study/survey_profile.h"

namespace plumb::cli {
namespace {

std::string settings_text(const NamedTexts& settings) {
  std::string text;
  for (const auto& [name, value] : settings)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  return text;
}

std::vector<Cell> row_of(const study::SurveyPoint& point) {
  const bool predicted = point.execution > Seconds{0};
  return {std::string(point.planned.name),
          point.place,
          settings_text(point.chosen),
          significant(static_cast<double>(point.memory.count) * 0x1p-20, 3),
          predicted ? Cell(milliseconds(point.execution)) : Cell(Missing{"no prediction"}),
          point.left_out.empty() ? Cell(fixed(point.estimate.count(), 1))
                                 : Cell(Missing{"left out: " + point.left_out})};
}

Table table_of(const study::SurveyPlan& plan, const std::string& device) {
  Table table{.title = fmt::format("survey of {}: nothing is run", device),
              .columns = {{"workload"},
                          {"data"},
                          {"settings"},
                          {"memory", "MiB"},
                          {"one execution", "ms"},
                          {"takes", "s"}}};
  Seconds sum{};
  for (const study::SurveyPoint& point : plan.points) {
    table.rows.push_back(row_of(point));
    if (point.left_out.empty()) sum += point.estimate;
  }
  table.notes.push_back(fmt::format("sizes: {} in cache, {} in memory",
                                    to_text(plan.sizes.in_cache), to_text(plan.sizes.in_memory)));
  table.notes.push_back(fmt::format("the points take about {} at most", to_text(sum)));
  return table;
}

}  // namespace

Table survey_plan_table(const study::SurveyedDevice& device, const Profile* profile,
                        const std::string& origin, Seconds budget) {
  Table table =
      table_of(study::plan_survey(device, profile, budget, budget), device.description.name);
  table.notes.push_back(fmt::format("profile: {}; budget {}", origin, to_text(budget)));
  return table;
}

Table survey_plan_table(const device::Info& info, Seconds budget) {
  const study::SurveyedDevice device = study::surveyed_device(info);
  if (const auto fresh = study::fresh_profile(device.description))
    return survey_plan_table(device, &*fresh, fmt::format("stored as '{}'", fresh->name), budget);
  const Seconds points = study::budget_of_points(budget, true);
  const auto shipped = study::shipped_profile_of(device.description);
  Table table = table_of(study::plan_survey(device, shipped ? &*shipped : nullptr, budget, points),
                         info.name);
  table.notes.push_back(
      fmt::format("the device is probed first, {} at most{}", to_text(budget - points),
                  shipped ? fmt::format("; until then its profile is '{}'", shipped->name)
                          : "; its sizes and times are known afterwards"));
  return table;
}

}  // namespace plumb::cli
