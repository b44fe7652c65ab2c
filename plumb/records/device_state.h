// plumb/records/device_state.h - how the device was doing while a point ran.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plumb/base/json.h"
#include "plumb/base/units.h"

namespace plumb {

// What the monitor of the device does not report is absent.
struct DeviceState {
  std::optional<Hertz> clock;
  std::optional<Hertz> memory_clock;
  std::optional<double> power_watts;
  std::optional<double> temperature_celsius;
  std::vector<std::string> slowed_by;  // "power cap", "heat", ...
};

Json to_json(const DeviceState& state);
DeviceState device_state_from_json(const JsonView& view);

}  // namespace plumb
