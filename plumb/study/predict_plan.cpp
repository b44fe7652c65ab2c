// plumb/study/predict_plan.cpp - predictions that may be missing, never in the way of a run.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/predict_plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/records/executed_rounds.h"
#include "plumb/study/profiles.h"
#include "plumb/study/run_point.h"

namespace plumb::study {
namespace {

// "-" for every model, and why.
PredictedPoint unpredicted(const PlannedPoint& point, const PredictOptions& options,
                           const std::string& reason) {
  PredictedPoint missing;
  missing.application = point.name;
  for (const std::string& model : options.models.empty() ? model_names() : options.models) {
    Prediction prediction;
    prediction.model = model;
    prediction.reason = reason;
    missing.predictions.push_back(std::move(prediction));
  }
  return missing;
}

// `measured` may be null: not yet.
PredictedPoint predicted(const PlannedPoint& point, const Point* measured,
                         const ProfileSought& sought, const PredictOptions& options) {
  if (!sought.profile) return unpredicted(point, options, sought.missing);
  try {
    Program program = program_of(point);
    if (measured != nullptr) program = with_executed_rounds(std::move(program), *measured);
    return predict(*sought.profile, program, options);
  } catch (const Error& error) {
    if (!is_refusal(error)) throw;
    return unpredicted(point, options, explain(error));
  }
}

}  // namespace

ProfileSought seek_profile(const DeviceDescription& device) {
  ProfileSought sought;
  try {
    sought.profile = profile_of_device(device);
  } catch (const Error& error) {
    if (!is_refusal(error)) throw;
    sought.missing = explain(error);
    return sought;
  }
  if (!sought.profile) {
    sought.missing =
        fmt::format("no profile of '{}' ({}) in '{}', and none comes with plumb; name one with -p",
                    device.name, device.backend, user_profile_folder());
  }
  return sought;
}

void predict_plan(Plan& plan, const ProfileSought& sought, const PredictOptions& options) {
  for (const std::string& model : options.models) require_model(model);
  if (sought.profile && !options.paths.empty()) (void)paths_named(*sought.profile, options.paths);
  for (PlannedPoint& point : plan.points)
    point.predicted = predicted(point, nullptr, sought, options);
}

Program program_as_measured(const Point& point, const DeviceDescription& ran_on) {
  const Plan plan = plan_points(point.workload, traits_of(ran_on), point.settings);
  if (plan.points.size() != 1)
    throw Error(ErrorKind::input, fmt::format("the settings of a point of '{}' give {} points",
                                              point.workload, plan.points.size()));
  return with_executed_rounds(program_of(plan.points.front()), point);
}

PredictedPoint predict_as_measured(const PlannedPoint& planned, const Point& measured,
                                   const PredictedPoint& before, const ProfileSought& sought,
                                   const PredictOptions& options) {
  const bool has_loops = std::ranges::any_of(
      measured.steps, [](const StepResult& step) { return !step.loops.empty(); });
  return has_loops ? predicted(planned, &measured, sought, options) : before;
}

}  // namespace plumb::study
