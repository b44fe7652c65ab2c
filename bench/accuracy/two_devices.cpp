// bench/accuracy/two_devices.cpp - one problem planned, predicted and run on two devices.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/accuracy/two_devices.h"

#include "plumb/base/error.h"
#include "plumb/device/open.h"
#include "plumb/device/traits.h"
#include "plumb/model/decide.h"
#include "plumb/study/origin.h"
#include "plumb/study/predict_plan.h"
#include "plumb/study/profiles.h"
#include "plumb/study/run_points.h"

namespace plumb::bench {
namespace {

std::optional<study::Plan> plan_on(const MeasuredDevice& device, const std::string& workload,
                                   const NamedTexts& settings) {
  try {
    study::Plan plan = study::plan_points(workload, device.traits, settings);
    (void)program_of(plan.points.front());
    return plan;
  } catch (const Error& error) {
    if (kind_of(error) == ErrorKind::input || kind_of(error) == ErrorKind::unavailable)
      return std::nullopt;
    throw;
  }
}

Side predicted_side(const MeasuredDevice& device, study::Plan& plan) {
  study::ProfileSought sought;
  sought.profile = device.profile;
  study::predict_plan(plan, sought, {});
  return {plan.points.front().predicted->predictions, assumed_error(device.profile)};
}

}  // namespace

MeasuredDevice measured_device(const std::string& device, const std::string& profile) {
  MeasuredDevice found{.device = device::open_device(device), .profile = {}};
  found.traits = device::traits_of(found.device->info());
  if (!profile.empty()) {
    found.profile = study::find_profile(profile);
    return found;
  }
  study::ProfileSought sought = study::seek_profile(describe(found.device->info()));
  if (!sought.profile) throw Error(ErrorKind::input, sought.missing);
  found.profile = std::move(*sought.profile);
  return found;
}

std::optional<Contest> contest_of(const TwoDevices& devices, const std::string& workload,
                                  const NamedTexts& settings) {
  std::optional<study::Plan> own = plan_on(devices.own, workload, settings);
  std::optional<study::Plan> rival = plan_on(devices.rival, workload, settings);
  if (!own || !rival) return std::nullopt;
  return Contest{workload, settings, std::move(*own), std::move(*rival)};
}

Decision predicted_decision(const TwoDevices& devices, Contest& contest) {
  const Side own = predicted_side(devices.own, contest.own);
  return decide(own, predicted_side(devices.rival, contest.rival));
}

std::optional<double> measured_time(const MeasuredDevice& device, const study::Plan& plan,
                                    const study::Watch& watch) {
  study::MeasureOptions measure;
  measure.no_verify = true;  // what is right is the tests' matter
  measure.stop.min_time = Seconds{0.05};
  measure.stop.min_samples = 5;
  measure.stop.timeout = Seconds{2};
  Result result{.provenance = study::provenance(describe(device.device->info())), .points = {}};
  (void)study::run_points(*device.device, plan, study::run_options(measure, watch), watch, result,
                          "");
  if (result.points.empty() || result.points.front().status == Status::error) return std::nullopt;
  const Quantity& whole = result.points.front().whole;
  return whole.samples.empty() ? std::nullopt : std::optional(whole.value);
}

}  // namespace plumb::bench
