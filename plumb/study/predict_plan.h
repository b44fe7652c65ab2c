// plumb/study/predict_plan.h - what the models predict for planned points, beside their
// measurement.
//
//   const ProfileSought sought = seek_profile(describe(device->info()));
//   predict_plan(plan, sought, {});
//   const PredictedPoint& first = *plan.points.front().predicted;
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plumb/model/predict.h"
#include "plumb/records/profile.h"
#include "plumb/study/plan.h"

namespace plumb::study {

// A profile, or why there is none.
struct ProfileSought {
  std::optional<Profile> profile;
  std::string missing;
};

// The profile of the device, as profile_of_device finds it. A file that cannot be read is a reason,
// not a failure.
ProfileSought seek_profile(const DeviceDescription& device);

// Gives every point its prediction, which a run then keeps with what it measures. A measurement
// does not depend on it: a point that cannot be predicted has the reason in place of each model.
// Only what was mistyped is refused (input error): an unknown model, or paths that the profile does
// not have.
void predict_plan(Plan& plan, const ProfileSought& sought, const PredictOptions& options);

// The program of a measured point of a workload, made again from its settings, with the rounds that
// its loops took. An input error where it is not one: a result does not keep the program of a file.
Program program_as_measured(const Point& point, const DeviceDescription& ran_on);

// The same for a point that has been measured, with the rounds that its loops took in place of
// those that its program expects; without loops `before`, its prediction by predict_plan.
PredictedPoint predict_as_measured(const PlannedPoint& planned, const Point& measured,
                                   const PredictedPoint& before, const ProfileSought& sought,
                                   const PredictOptions& options);

}  // namespace plumb::study
