// cli/plan_points.cpp - from the words of a command line to the points they ask for.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/described_program.h"
#include "cli/run_points.h"
#include "cli/sweep.h"
#include "plumb/device/open.h"
#include "plumb/workloads/workload.h"

namespace plumb::cli {
std::vector<PlannedPoint> plan_points(const std::string& application, Suits suits,
                                      std::span<const std::string> settings,
                                      std::span<const std::string> words) {
  DescribedProgram described(application, suits);
  const std::vector<ChosenTexts> points = described.points(assignments_from(settings, words));
  std::vector<PlannedPoint> plan;
  if (application.ends_with(".json")) {
    Program program = described.program({});
    return {{program.name, [program] { return program; }, [] { return Reference{}; }}};
  }
  if (application.ends_with(".toml")) {
    for (const ChosenTexts& chosen : points) {
      (void)described.program(chosen);  // a mistake is told before anything runs
      plan.push_back({label_of(application, chosen),
                      [application, chosen] {
                        return DescribedProgram(application, Suits::any).program(chosen);
                      },
                      [] { return Reference{}; }});
    }
    return plan;
  }
  const Workload& workload = workload_named(application);
  for (const ChosenTexts& chosen : points) {
    const Settings values = settings_for(workload, suits, chosen);
    plan.push_back({label_of(workload.name, chosen),
                    [&workload, values] { return workload.program(values); },
                    [&workload, values] { return workload.reference(values); }});
  }
  return plan;
}

}  // namespace plumb::cli
