// tests/workloads/run_filter.h - one verified execution of a filter on a device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "plumb/records/verdict.h"
#include "plumb/run/run_program.h"
#include "plumb/workloads/workload.h"

namespace plumb {

// What is wrong; empty: the result agrees with its reference.
inline std::string complaint_of_filter(device::Device& device, const std::string& workload,
                                       const NamedTexts& chosen, device::Device* second = nullptr) {
  RunOptions options;
  options.stop.min_time = Seconds{0};
  options.stop.min_samples = options.stop.max_samples = 1;
  options.stop.warm_up = 0;
  options.stop.max_noise = 1e9;
  if (second != nullptr) options.further_devices = {second};
  const Workload& filter = workload_named(workload);
  const Settings settings = settings_for(filter, DeviceTraits{DeviceKind::gpu}, chosen);
  ReferenceStore store;
  const Point point =
      run_program(device, filter.program(settings), filter.reference(settings, store), options);
  EXPECT_TRUE(point.verification.checked);
  return verdict_of(point) == Verdict::right ? "" : point.reason + name_of(verdict_of(point));
}

}  // namespace plumb
