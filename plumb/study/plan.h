// plumb/study/plan.h - the points that a user asks for, before anything runs.
//
//   const auto device = device::open_device("");
//   const DeviceTraits traits = device::traits_of(device->info());
//   const Plan plan = plan_points("stream", traits, {{"elements", "1Mi,2Mi"}});
//   Result result{.provenance = provenance(describe(device->info())), .points = {}};
//   const Watch watch;
//   run_points(*device, plan, run_options({}, watch), watch, result, "stream.json");
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/device/device.h"
#include "plumb/records/profile.h"
#include "plumb/records/program.h"
#include "plumb/records/reference.h"
#include "plumb/records/result.h"
#include "plumb/records/traits.h"
#include "plumb/workloads/workload.h"

namespace plumb::study {

// Its program is made when its turn comes, so that a long plan does not hold all of them.
struct PlannedPoint {
  std::string label;
  std::string name = {};                         // of its program
  const Workload* workload = nullptr;            // null: a file
  std::vector<Settings> forms = {};              // of the workload; of several the fastest is run
  NamedTexts file_settings = {};                 // of a file's program
  std::function<Program()> file_program = {};    // of a file
  bool for_comparison = false;                   // stands beside the point before it
  std::optional<PredictedPoint> predicted = {};  // kept with what is measured
  NamedTexts labels = {};                        // beside those of the workload
};

Program program_of(const PlannedPoint& point);

// Gives the measured point what tables show of it beside its settings: the workload's labels, or
// those that it has, then its own.
void add_labels(const PlannedPoint& planned, const Settings& settings, Point& measured);

struct Plan {
  std::vector<PlannedPoint> points;
  const Suite* suite = nullptr;  // null: every point is on its own
  std::vector<TableLayout> layouts = {};
  std::vector<PublishedRow> published = {};
  std::vector<std::string> files = {};  // that it was read from: no output may replace them
  // Of a longer plan: how many points come before these, and how many there are in all.
  std::size_t before = 0;
  std::size_t of = 0;  // 0: these are all
};

// `application` is a workload's name, an application file (.toml) or a program file (.json);
// several values of several parameters give all combinations. A mistake is an input error.
// `profile`, for what is left to the model (--chunks model), may be null.
Plan plan_points(const std::string& application, const DeviceTraits& traits,
                 const NamedTexts& assignments, const Profile* profile = nullptr);

// The points of a suite. What was tuned for this device and problem is the default variant, and its
// parameters are defaults of that variant. Refuses (input error) a plan of which nothing can run,
// and a variant that was named and takes none of the rest.
Plan plan_suite(std::string_view workload, std::string_view suite, const device::Info& device,
                const NamedTexts& assignments);

// Adds the files that the plan's workloads read, and refuses (input error) files to be written that
// cannot be, are read by it, or are those of two points.
void note_files(Plan& plan);

// One combination as settings of the workload: completed as its first suite does, if it has any.
Settings completed(const Workload& workload, const DeviceTraits& traits,
                   const NamedTexts& combination);

// The settings that a tuning is for.
NamedTexts problem_of(const Workload& workload, const Settings& settings);

}  // namespace plumb::study
