// plumb/device/monitor.cpp - asking NVML, through our own declarations of the few calls we make.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/monitor.h"

#include "plumb/base/error.h"
#include "plumb/device/library.h"

namespace plumb::device {

using NvmlDevice = struct nvmlDevice_st*;  // NVIDIA's; a member of a class that a header declares

// As nvmlDeviceGetMemoryInfo writes it.
struct NvmlMemory {
  unsigned long long total = 0;
  unsigned long long free = 0;
  unsigned long long used = 0;
};

namespace {

// Bits of nvmlDeviceGetCurrentClocksThrottleReasons.
constexpr std::pair<unsigned long long, const char*> reasons[] = {
    {0x04, "power cap"},      {0x08, "hardware slowdown"}, {0x10, "synchronised boost"},
    {0x20, "heat"},           {0x40, "heat (hardware)"},   {0x80, "power brake"},
    {0x100, "display clock"},
};

}  // namespace

// The entry points keep the names that NVML gives them.
// NOLINTBEGIN(readability-identifier-naming)
class Monitor::Nvml {
 public:
  explicit Nvml(const std::string& bus_address)
      : library_("NVML", "PLUMB_NVML_LIBRARY", {"libnvidia-ml.so.1"}) {
    load(nvmlInit_v2, "nvmlInit_v2");
    load(nvmlShutdown, "nvmlShutdown");
    load(nvmlDeviceGetHandleByPciBusId_v2, "nvmlDeviceGetHandleByPciBusId_v2");
    load(nvmlDeviceGetClockInfo, "nvmlDeviceGetClockInfo");
    load(nvmlDeviceGetPowerUsage, "nvmlDeviceGetPowerUsage");
    load(nvmlDeviceGetTemperature, "nvmlDeviceGetTemperature");
    load(nvmlDeviceGetMemoryInfo, "nvmlDeviceGetMemoryInfo");
    load(nvmlDeviceGetCurrentClocksThrottleReasons, "nvmlDeviceGetCurrentClocksThrottleReasons");
    if (nvmlInit_v2() != 0) throw Error(ErrorKind::unavailable, "NVML does not start");
    if (nvmlDeviceGetHandleByPciBusId_v2(bus_address.c_str(), &device_) != 0) {
      nvmlShutdown();
      throw Error(ErrorKind::unavailable, "NVML does not know the device");
    }
  }
  ~Nvml() { nvmlShutdown(); }
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  [[nodiscard]] State state() const {
    constexpr int multiprocessors = 1;
    constexpr int memory = 2;
    State state;
    unsigned value = 0;
    if (nvmlDeviceGetClockInfo(device_, multiprocessors, &value) == 0)
      state.clock = Hertz{1e6 * value};
    if (nvmlDeviceGetClockInfo(device_, memory, &value) == 0)
      state.memory_clock = Hertz{1e6 * value};
    if (nvmlDeviceGetPowerUsage(device_, &value) == 0) state.power_watts = 1e-3 * value;
    if (nvmlDeviceGetTemperature(device_, 0, &value) == 0) state.temperature_celsius = value;
    NvmlMemory bytes;
    if (nvmlDeviceGetMemoryInfo(device_, &bytes) == 0) state.free_memory = Bytes{bytes.free};
    unsigned long long bits = 0;
    if (nvmlDeviceGetCurrentClocksThrottleReasons(device_, &bits) == 0)
      state.slowed_by = slowed_by(bits);
    return state;
  }

 private:
  template <class Call>
  void load(Call& call, const char* name) {
    call = reinterpret_cast<Call>(library_.entry(name, "a newer NVIDIA driver is needed"));
  }

  Library library_;
  NvmlDevice device_ = nullptr;
  int (*nvmlInit_v2)() = nullptr;
  int (*nvmlShutdown)() = nullptr;
  int (*nvmlDeviceGetHandleByPciBusId_v2)(const char*, NvmlDevice*) = nullptr;
  int (*nvmlDeviceGetClockInfo)(NvmlDevice, int, unsigned*) = nullptr;
  int (*nvmlDeviceGetPowerUsage)(NvmlDevice, unsigned*) = nullptr;
  int (*nvmlDeviceGetTemperature)(NvmlDevice, int, unsigned*) = nullptr;
  int (*nvmlDeviceGetMemoryInfo)(NvmlDevice, NvmlMemory*) = nullptr;
  int (*nvmlDeviceGetCurrentClocksThrottleReasons)(NvmlDevice, unsigned long long*) = nullptr;
};
// NOLINTEND(readability-identifier-naming)

std::vector<std::string> slowed_by(unsigned long long bits) {
  std::vector<std::string> names;
  for (const auto& [bit, name] : reasons) {
    if ((bits & bit) != 0) names.emplace_back(name);
  }
  return names;
}

Monitor::Monitor(std::string bus_address) : bus_address_(std::move(bus_address)) {}
Monitor::~Monitor() = default;

std::optional<State> Monitor::state() {
  if (!tried_ && !bus_address_.empty()) {
    try {
      nvml_ = std::make_unique<Nvml>(bus_address_);
    } catch (const Error&) {
      nvml_ = nullptr;  // a result without clocks is still a result
    }
  }
  tried_ = true;
  return nvml_ ? std::optional(nvml_->state()) : std::nullopt;
}

}  // namespace plumb::device
