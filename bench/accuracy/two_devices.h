// bench/accuracy/two_devices.h - a device and its rival: what is predicted and measured on both.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "plumb/device/device.h"
#include "plumb/records/decision.h"
#include "plumb/records/profile.h"
#include "plumb/study/measure_options.h"
#include "plumb/study/plan.h"

namespace plumb::bench {

struct MeasuredDevice {
  std::unique_ptr<device::Device> device;
  Profile profile;
  DeviceTraits traits = {};
};

// `profile` empty: that of the device, as plumb finds it. An input error where there is none.
MeasuredDevice measured_device(const std::string& device, const std::string& profile);

struct TwoDevices {
  MeasuredDevice own;
  MeasuredDevice rival;
};

// The same problem on both, each by the variant that is its default.
struct Contest {
  std::string workload;
  NamedTexts settings;
  study::Plan own;  // one point each
  study::Plan rival;
};

// Absent where one of them does not take it.
std::optional<Contest> contest_of(const TwoDevices& devices, const std::string& workload,
                                  const NamedTexts& settings);

// Gives both points their predictions, and the verdict that they make.
Decision predicted_decision(const TwoDevices& devices, Contest& contest);

// The whole time by the host's clock, in seconds; absent where it failed or the time was over.
std::optional<double> measured_time(const MeasuredDevice& device, const study::Plan& plan,
                                    const study::Watch& watch);

}  // namespace plumb::bench
