// plumb/study/plan.cpp - from names and values to points.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/plan.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/study/program_source.h"
#include "plumb/study/sweep.h"

namespace plumb::study {

Program program_of(const PlannedPoint& point) {
  return point.workload != nullptr ? point.workload->program(point.forms.front())
                                   : point.file_program();
}

void add_labels(const PlannedPoint& planned, const Settings& settings, Point& measured) {
  if (planned.workload->labels != nullptr) measured.labels = planned.workload->labels(settings);
  std::ranges::copy(planned.labels, std::back_inserter(measured.labels));
}

Plan plan_points(const std::string& application, const DeviceTraits& traits,
                 const NamedTexts& assignments, const Profile* profile) {
  ProgramSource source(application, traits);
  std::vector<NamedTexts> points = source.points(assignments);
  if (profile != nullptr) {
    for (NamedTexts& chosen : points) chosen = source.resolved(*profile, chosen);
  }
  Plan plan;
  plan.files = source.files();
  for (const NamedTexts& chosen : points) {
    PlannedPoint point{
        .label = label_of(application, chosen), .name = application, .workload = source.workload()};
    if (source.workload() != nullptr) {
      point.forms = {settings_for(*source.workload(), traits, chosen)};
    } else {
      // A mistake is reported before anything runs; of several points it says which.
      const Program program = points.size() == 1
                                  ? source.program(chosen)
                                  : during(point.label, [&] { return source.program(chosen); });
      if (application.ends_with(".json")) point.label = program.name;
      point.name = program.name;
      point.file_settings = program.settings;
      point.file_program = [application, traits, chosen] {
        return ProgramSource(application, traits).program(chosen);
      };
    }
    plan.points.push_back(std::move(point));
  }
  note_files(plan);
  return plan;
}

void note_files(Plan& plan) {
  std::vector<std::string> written;
  for (const PlannedPoint& point : plan.points) {
    if (point.workload == nullptr) continue;
    const Settings& settings = point.forms.front();
    if (point.workload->files_read != nullptr)
      std::ranges::copy(point.workload->files_read(settings), std::back_inserter(plan.files));
    if (point.workload->files_written != nullptr)
      std::ranges::copy(point.workload->files_written(settings), std::back_inserter(written));
  }
  for (std::size_t i = 0; i < written.size(); ++i) {
    require_not_input(written[i], plan.files);
    if (std::ranges::find(written.begin(), written.begin() + static_cast<std::ptrdiff_t>(i),
                          written[i]) != written.begin() + static_cast<std::ptrdiff_t>(i))
      throw Error(ErrorKind::input,
                  fmt::format("'{}' would be written by several points", written[i]));
    require_writable(written[i]);
  }
}

Settings completed(const Workload& workload, const DeviceTraits& traits,
                   const NamedTexts& combination) {
  auto* complete = workload.suites.empty() ? nullptr : workload.suites.front().point;
  return settings_for(workload, traits, complete != nullptr ? complete(combination) : combination);
}

NamedTexts problem_of(const Workload& workload, const Settings& settings) {
  NamedTexts problem;
  for (const std::string_view name : workload.tuner.problem)
    problem.emplace_back(name, settings.text(name));
  return problem;
}

}  // namespace plumb::study
