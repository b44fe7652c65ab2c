// cli/survey_plan_table.cpp - the points of a survey as a table, before anything runs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/survey_plan_table.h"

#include <fmt/format.h>

#include "plumb/study/origin.h"
#include "plumb/study/profiles.h"
#include "plumb/study/survey_profile.h"

namespace plumb::cli {
namespace {

std::string settings_text(const NamedTexts& settings) {
  std::string text;
  for (const auto& [name, value] : settings)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  return text;
}

// In one word or two; of what is not run the note below the table says why.
std::string fate_of(const study::SurveyPoint& point) {
  if (point.kept) return point.resized ? "kept, at an earlier size" : "kept";
  if (point.refused) return "refused";
  return point.left_out.empty() ? "runs" : "left out";
}

Cell taken_cell(const study::SurveyPoint& point) {
  if (point.kept) return Missing{"kept from an earlier survey"};
  if (!point.left_out.empty()) return Missing{point.left_out};
  return fixed(point.estimate.count(), 1);
}

std::vector<Cell> row_of(const study::SurveyPoint& point) {
  const bool predicted = point.execution > Seconds{0};
  return {std::string(point.planned.name),
          point.place,
          settings_text(point.chosen),
          significant(static_cast<double>(point.memory.count) * 0x1p-20, 3),
          predicted ? Cell(milliseconds(point.execution)) : Cell(Missing{"no prediction"}),
          taken_cell(point),
          fate_of(point)};
}

Table table_of(const study::SurveyPlan& plan, const std::string& device, std::string about_profile,
               Seconds budget) {
  Table table{.title = fmt::format("survey of {}: nothing is run", device),
              .columns = {{"workload"},
                          {"data"},
                          {"settings"},
                          {"memory", "MiB"},
                          {"one execution", "ms"},
                          {"takes", "s"},
                          {"plan"}}};
  Seconds sum{};
  for (const study::SurveyPoint& point : plan.points) {
    table.rows.push_back(row_of(point));
    if (point.left_out.empty()) sum += point.estimate;
  }
  table.notes.push_back(fmt::format("sizes: {} in cache, {} in memory",
                                    to_text(plan.sizes.in_cache), to_text(plan.sizes.in_memory)));
  table.notes.push_back(fmt::format("the points take about {} at most", to_text(sum)));
  table.notes.push_back(
      fmt::format("profile: {}; budget {}", std::move(about_profile), to_text(budget)));
  return table;
}

// What the plan goes by where the device is to be probed first.
std::string before_probing(const study::ProfileAtHand& at_hand,
                           const std::optional<Profile>& shipped, Seconds most) {
  const char* first = at_hand.profile ? "the rest is probed first" : "the device is probed first";
  std::string basis = "; its sizes and times are known afterwards";
  if (at_hand.profile) basis = "; until then it is " + at_hand.origin;
  if (!at_hand.profile && shipped)
    basis = fmt::format("; until then its profile is '{}'", shipped->name);
  return fmt::format("{}, {} at most{}", first, to_text(most), basis);
}

}  // namespace

Table survey_plan_table(const Profile& profile, Seconds budget) {
  const study::SurveyedDevice device = study::surveyed_device(profile);
  return table_of(study::plan_survey(device, &profile, budget, budget), device.description.name,
                  "as given", budget);
}

Table survey_plan_table(const device::Info& info, const std::string& folder,
                        const std::optional<Profile>& named, Seconds budget) {
  const study::SurveyedDevice device = study::surveyed_device(info);
  const study::SurveyRecords records =
      study::read_survey_records(folder, !named, study::provenance(device.description));
  const study::ProfileAtHand at_hand = study::profile_at_hand(device.description, folder, named);
  if (at_hand.complete)
    return table_of(study::plan_survey(device, &*at_hand.profile, budget, budget, records),
                    info.name, at_hand.origin, budget);
  study::require_time_to_probe(budget);
  const Seconds probing = study::time_to_probe(budget);
  const auto shipped = study::shipped_profile_of(device.description);
  const std::optional<Profile>& basis = at_hand.profile ? at_hand.profile : shipped;
  return table_of(
      study::plan_survey(device, basis ? &*basis : nullptr, budget, budget - probing, records),
      info.name, before_probing(at_hand, shipped, probing), budget);
}

}  // namespace plumb::cli
