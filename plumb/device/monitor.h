// plumb/device/monitor.h - clocks, power and throttling of a device, where something reports them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plumb/device/device.h"

namespace plumb::device {

// NVML is the one source; it serves NVIDIA devices of both back ends. Never required: without it,
// or for a device that it does not know, there is no state.
class Monitor {
 public:
  explicit Monitor(std::string bus_address);
  ~Monitor();
  Monitor(const Monitor&) = delete;
  Monitor& operator=(const Monitor&) = delete;

  // The first call opens NVML.
  std::optional<State> state();
  std::optional<CardReport> report();

 private:
  class Nvml;

  Nvml* opened();

  std::string bus_address_;
  bool tried_ = false;
  std::unique_ptr<Nvml> nvml_;
};

// The names of NVML's throttle bits that hold a running kernel back; an idle device and clocks that
// somebody chose do not.
std::vector<std::string> slowed_by(unsigned long long bits);

// The version of the driver that NVML speaks for; ErrorKind::unavailable where NVML is not here or
// does not start.
std::string nvml_driver_version();

}  // namespace plumb::device
