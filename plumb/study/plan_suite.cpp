// plumb/study/plan_suite.cpp - the points of a suite, tuned for the device, sound before they run.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <exception>
#include <set>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/traits.h"
#include "plumb/study/plan.h"
#include "plumb/study/program_source.h"
#include "plumb/study/sweep.h"
#include "plumb/study/tunings.h"

namespace plumb::study {
namespace {

// Rows that differ in what the table does not show could not be told apart.
void refuse_several(const Workload& workload, const Suite& suite, const NamedTexts& chosen) {
  for (const auto& [name, text] : chosen) {
    if (std::ranges::find(suite.several, name) != suite.several.end()) continue;
    if (workload_points(workload, {{name, text}}).size() == 1) continue;
    throw Error(ErrorKind::input,
                fmt::format("--{} {}: suite '{}' takes one value; several are for {}", name, text,
                            suite.name, fmt::join(suite.several, ", ")));
  }
}

class SuitePlanner {
 public:
  SuitePlanner(const Workload& workload, const Suite& suite, const device::Info& device)
      : workload_(&workload),
        suite_(&suite),
        traits_(device::traits_of(device)),
        device_(describe(device)) {}

  void add(const NamedTexts& combination, Plan& plan) const {
    const NamedTexts chosen = with_variant(combination);
    plan.points.push_back(point_of(combination, chosen));
    const std::vector<NamedTexts> forms =
        suite_->forms != nullptr ? suite_->forms(chosen) : std::vector<NamedTexts>();
    if (!forms.empty()) plan.points.back().forms.clear();
    for (const NamedTexts& form : forms)
      plan.points.back().forms.push_back(settings_of(overlaid(chosen, form)));
    if (suite_->companions == nullptr) return;
    for (const NamedTexts& companion : suite_->companions(chosen)) {
      plan.points.push_back(point_of(companion, with_variant(companion)));
      plan.points.back().for_comparison = true;
    }
  }

 private:
  static NamedTexts overlaid(NamedTexts texts, const NamedTexts& above) {
    for (const auto& [name, text] : above) texts = with_text(std::move(texts), name, text);
    return texts;
  }

  [[nodiscard]] Settings settings_of(const NamedTexts& chosen) const {
    return settings_for(*workload_, traits_,
                        suite_->point != nullptr ? suite_->point(chosen) : chosen);
  }

  [[nodiscard]] PlannedPoint point_of(const NamedTexts& combination,
                                      const NamedTexts& chosen) const {
    return {.label = label_of(workload_->name, combination),
            .name = std::string(workload_->name),
            .workload = workload_,
            .forms = {settings_of(chosen)}};
  }

  // The variant that was chosen or tuned, with what it was tuned to below what was chosen.
  [[nodiscard]] NamedTexts with_variant(const NamedTexts& combination) const {
    const std::string* named = text_named(combination, "variant");
    const std::string fallback(default_variant(*workload_, traits_));
    const std::string variant = named != nullptr ? *named : fallback;
    const Settings settings = settings_of(with_text(combination, "variant", variant));
    const auto tuning = tuning_of(device_, workload_->name, problem_of(*workload_, settings));
    if (tuning && (named == nullptr || *named == tuning->variant()))
      return overlaid(tuning->settings, combination);
    return with_text(combination, "variant", variant);
  }

  const Workload* workload_;
  const Suite* suite_;
  DeviceTraits traits_;
  DeviceDescription device_;
};

// A variant that was named and takes nothing, or a plan in which nothing can run, is a mistake;
// other refusals become rows without a time.
void require_sound(const Workload& workload, const Plan& plan, const NamedTexts& assignments) {
  if (workload.check == nullptr) return;
  const std::string named = chosen_or(assignments, "variant", "all");
  std::set<std::string> sound;
  std::vector<std::pair<std::string, std::exception_ptr>> refused;
  for (const PlannedPoint& point : plan.points) {
    const std::string& variant = point.forms.front().text("variant");
    try {
      workload.check(point.forms.front());
      sound.insert(variant);
    } catch (const Error& error) {
      if (kind_of(error) != ErrorKind::input) throw;
      refused.emplace_back(variant, std::current_exception());
    }
  }
  for (const auto& [variant, error] : refused) {
    if (sound.empty() || (named != "all" && !sound.contains(variant)))
      std::rethrow_exception(error);
  }
}

}  // namespace

Plan plan_suite(std::string_view workload_name, std::string_view suite_name,
                const device::Info& device, const NamedTexts& assignments) {
  if (workload_name.ends_with(".toml") || workload_name.ends_with(".json")) {
    throw Error(ErrorKind::input,
                fmt::format("--suite {}: '{}' is a file; suites belong to workloads", suite_name,
                            workload_name));
  }
  const Workload& workload = workload_named(workload_name);
  const Suite& suite = suite_named(workload, suite_name);
  const NamedTexts chosen = in_digits(assignments);
  refuse_several(workload, suite, chosen);
  const SuitePlanner planner(workload, suite, device);
  Plan plan;
  for (const NamedTexts& combination : workload_points(workload, suite.lists(chosen)))
    planner.add(combination, plan);
  require_sound(workload, plan, chosen);
  note_files(plan);
  plan.suite = &suite;
  plan.layouts = suite.layouts(chosen, device.name);
  if (suite.published != nullptr) plan.published = suite.published(chosen);
  return plan;
}

}  // namespace plumb::study
