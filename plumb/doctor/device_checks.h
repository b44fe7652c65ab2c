// plumb/doctor/device_checks.h - how a device is doing: clocks, throttling, link, neighbours.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "plumb/device/info.h"
#include "plumb/doctor/system_files.h"
#include "plumb/records/checkup.h"

namespace plumb::doctor {

// What its monitor says right now; absent where it has none.
struct Watched {
  std::optional<device::State> state;
  std::optional<device::CardReport> report;
};

// Asks the monitor of the device.
Watched watch(const device::Info& info);

std::vector<CheckupItem> device_checks(const device::Info& info, const Watched& watched,
                                       const SystemFiles& files);

}  // namespace plumb::doctor
