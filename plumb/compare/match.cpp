// plumb/compare/match.cpp - steps by their settings.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/compare/match.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb {
namespace {

using Runs = std::span<const MeasuredRun>;
using NamesByWorkload = std::map<std::string, std::set<std::string>>;
using StepKey = std::pair<NamedTexts, std::string>;  // settings sorted by name; step

const std::string& workload_of(const MeasuredStep& step) { return step.settings.front().second; }

NamesByWorkload setting_names(Runs runs) {
  NamesByWorkload names;
  for (const MeasuredRun& run : runs) {
    for (const MeasuredStep& step : run.steps) {
      for (const auto& [name, value] : step.settings) names[workload_of(step)].insert(name);
    }
  }
  return names;
}

// Which settings of a workload take no part in the comparison, and why.
struct LeftOutNames {
  NamesByWorkload names;
  std::vector<std::string> notes;
};

LeftOutNames names_left_out(Runs first, Runs second, const MatchOptions& options) {
  LeftOutNames left_out;
  const NamesByWorkload before = setting_names(first);
  const NamesByWorkload after = setting_names(second);
  for (const auto& [workload, names] : before) {
    std::set<std::string>& omitted = left_out.names[workload];
    omitted.insert(options.ignored.begin(), options.ignored.end());
    const auto found = after.find(workload);
    if (found == after.end()) continue;
    std::vector<std::string> one_sided;
    std::ranges::set_symmetric_difference(names, found->second, std::back_inserter(one_sided));
    std::erase_if(one_sided, [&](const std::string& name) { return omitted.contains(name); });
    if (one_sided.empty()) continue;
    left_out.notes.push_back(
        fmt::format("{}: only one side has the settings {}; they are not compared", workload,
                    fmt::join(one_sided, ", ")));
    omitted.insert(one_sided.begin(), one_sided.end());
  }
  for (const auto& [workload, names] : after)
    left_out.names[workload].insert(options.ignored.begin(), options.ignored.end());
  return left_out;
}

NamedTexts compared_settings(const MeasuredStep& step, const LeftOutNames& left_out) {
  NamedTexts settings = step.settings;
  const std::set<std::string>& omitted = left_out.names.at(workload_of(step));
  // The workload itself stays: it is the first, whatever its name is.
  settings.erase(std::remove_if(settings.begin() + 1, settings.end(),
                                [&](const auto& pair) { return omitted.contains(pair.first); }),
                 settings.end());
  return settings;
}

std::string step_name(const NamedTexts& settings, const std::string& step) {
  std::string name = settings.front().second;
  for (std::size_t i = 1; i < settings.size(); ++i)
    name += fmt::format(" {}={}", settings[i].first, settings[i].second);
  return step.empty() ? name : fmt::format("{}: {}", name, step);
}

// The steps of one side by what they are matched by, in the order of their first appearance.
struct SideSteps {
  std::map<StepKey, std::size_t> places;
  std::vector<std::vector<const MeasuredStep*>> steps;
  std::vector<MatchedStep> names;  // settings and step
};

[[noreturn]] void refuse_ambiguous(const MeasuredRun& run, const MeasuredStep& step,
                                   const LeftOutNames& left_out) {
  throw Error(ErrorKind::input,
              fmt::format("{}: points of {} differ only in settings that are not compared ({}); "
                          "measure one of them alone",
                          run.file, workload_of(step),
                          fmt::join(left_out.names.at(workload_of(step)), ", ")));
}

SideSteps steps_of(Runs runs, const LeftOutNames& left_out, bool whole) {
  SideSteps side;
  for (const MeasuredRun& run : runs) {
    std::set<std::size_t> of_this_run;
    for (const MeasuredStep& step : run.steps) {
      if (!whole && step.step == whole_step) continue;
      const NamedTexts settings = compared_settings(step, left_out);
      StepKey key{settings, step.step};
      std::ranges::sort(key.first);
      const auto [place, added] = side.places.emplace(std::move(key), side.steps.size());
      if (added) {
        side.steps.emplace_back();
        side.names.push_back({.settings = settings, .step = step.step});
      }
      if (!of_this_run.insert(place->second).second) refuse_ambiguous(run, step, left_out);
      side.steps[place->second].push_back(&step);
    }
  }
  return side;
}

}  // namespace

Matching match_steps(Runs first, Runs second, const MatchOptions& options) {
  LeftOutNames left_out = names_left_out(first, second, options);
  const SideSteps before = steps_of(first, left_out, options.whole);
  const SideSteps after = steps_of(second, left_out, options.whole);
  Matching matching{.steps = {}, .only_first = {}, .only_second = {}, .notes = left_out.notes};
  std::vector<const std::pair<const StepKey, std::size_t>*> in_order(before.steps.size());
  for (const auto& place : before.places) in_order[place.second] = &place;
  for (const auto* const place : in_order) {
    MatchedStep step = before.names[place->second];
    const auto found = after.places.find(place->first);
    if (found == after.places.end()) {
      matching.only_first.push_back(step_name(step.settings, step.step));
      continue;
    }
    step.first = before.steps[place->second];
    step.second = after.steps[found->second];
    matching.steps.push_back(std::move(step));
  }
  for (const auto& [key, place] : after.places) {
    if (!before.places.contains(key))
      matching.only_second.push_back(step_name(after.names[place].settings, key.second));
  }
  return matching;
}

}  // namespace plumb
