// tests/workloads/run_filter.h - one verified execution of a filter of images on each device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "plumb/device/traits.h"
#include "plumb/records/verdict.h"
#include "tests/workloads/run_on_device.h"

namespace plumb {

class FilterOnDevice : public RunOnDevice {
 protected:
  explicit FilterOnDevice(const Workload& filter) : filter_(&filter) {}

  // What is wrong; empty: the result agrees with its reference.
  std::string complaint(const NamedTexts& chosen, device::Device* second = nullptr) {
    RunOptions options = once();
    if (second != nullptr) options.further_devices = {second};
    // Kernels for GPUs on every device; those for clusters where there are some.
    const DeviceTraits own = device::traits_of(device->info());
    const DeviceTraits traits = own.largest_cluster > 0 ? own : DeviceTraits{DeviceKind::gpu};
    const Settings settings = settings_for(*filter_, traits, chosen);
    const Point point = run(*filter_, settings, options);
    EXPECT_TRUE(point.verification.checked);
    return verdict_of(point) == Verdict::right ? "" : point.reason + name_of(verdict_of(point));
  }
  void expect_right(const NamedTexts& chosen, device::Device* second = nullptr) {
    std::string shown;
    for (const auto& [name, value] : chosen) shown += name + "=" + value + " ";
    EXPECT_EQ(complaint(chosen, second), "") << shown;
  }

 private:
  const Workload* filter_;
};

}  // namespace plumb
