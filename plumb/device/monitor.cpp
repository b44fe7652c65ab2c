// plumb/device/monitor.cpp - asking NVML, through our own declarations of the few calls we make.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/monitor.h"

#include <fmt/format.h>

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

// As nvmlDeviceGetComputeRunningProcesses_v3 writes it.
struct NvmlProcess {
  unsigned pid = 0;
  unsigned long long memory = 0;  // all bits set: not known
  unsigned gpu_instance = 0;
  unsigned compute_instance = 0;
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
    load_calls_of_report();
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

  [[nodiscard]] CardReport report() const {
    CardReport report;
    if (const auto megahertz = clock_limit(1)) report.highest_clock = Hertz{1e6 * *megahertz};
    if (const auto megahertz = clock_limit(2))
      report.highest_memory_clock = Hertz{1e6 * *megahertz};
    if (const auto milliwatts = number(nvmlDeviceGetEnforcedPowerLimit))
      report.power_limit_watts = 1e-3 * *milliwatts;
    int now = 0;
    int pending = 0;
    if (nvmlDeviceGetEccMode != nullptr && nvmlDeviceGetEccMode(device_, &now, &pending) == 0)
      report.error_correction = now != 0;
    unsigned long long errors = 0;
    constexpr int uncorrected = 1;
    constexpr int since_start = 0;
    if (nvmlDeviceGetTotalEccErrors != nullptr &&
        nvmlDeviceGetTotalEccErrors(device_, uncorrected, since_start, &errors) == 0)
      report.uncorrected_errors = errors;
    report.link = link();
    report.processes = processes();
    return report;
  }

 private:
  using Number = int (*)(NvmlDevice, unsigned*);

  // Older drivers lack some of them: then the report lacks what they say.
  void load_calls_of_report() {
    load_if_here(nvmlDeviceGetMaxClockInfo, "nvmlDeviceGetMaxClockInfo");
    load_if_here(nvmlDeviceGetEnforcedPowerLimit, "nvmlDeviceGetEnforcedPowerLimit");
    load_if_here(nvmlDeviceGetEccMode, "nvmlDeviceGetEccMode");
    load_if_here(nvmlDeviceGetTotalEccErrors, "nvmlDeviceGetTotalEccErrors");
    load_if_here(nvmlDeviceGetCurrPcieLinkGeneration, "nvmlDeviceGetCurrPcieLinkGeneration");
    load_if_here(nvmlDeviceGetCurrPcieLinkWidth, "nvmlDeviceGetCurrPcieLinkWidth");
    load_if_here(nvmlDeviceGetGpuMaxPcieLinkGeneration, "nvmlDeviceGetGpuMaxPcieLinkGeneration");
    load_if_here(nvmlDeviceGetMaxPcieLinkWidth, "nvmlDeviceGetMaxPcieLinkWidth");
    load_if_here(nvmlDeviceGetComputeRunningProcesses_v3,
                 "nvmlDeviceGetComputeRunningProcesses_v3");
  }

  [[nodiscard]] std::optional<unsigned> number(Number call) const {
    unsigned value = 0;
    if (call == nullptr || call(device_, &value) != 0) return std::nullopt;
    return value;
  }

  [[nodiscard]] std::optional<unsigned> clock_limit(int which) const {
    unsigned megahertz = 0;
    if (nvmlDeviceGetMaxClockInfo == nullptr ||
        nvmlDeviceGetMaxClockInfo(device_, which, &megahertz) != 0)
      return std::nullopt;
    return megahertz;
  }

  [[nodiscard]] std::optional<PciLink> link() const {
    const auto generation = number(nvmlDeviceGetCurrPcieLinkGeneration);
    const auto width = number(nvmlDeviceGetCurrPcieLinkWidth);
    const auto most_generation = number(nvmlDeviceGetGpuMaxPcieLinkGeneration);
    const auto most_width = number(nvmlDeviceGetMaxPcieLinkWidth);
    if (!generation || !width || !most_generation || !most_width) return std::nullopt;
    return PciLink{*generation, *width, *most_generation, *most_width};
  }

  [[nodiscard]] std::optional<std::vector<GpuProcess>> processes() const {
    if (nvmlDeviceGetComputeRunningProcesses_v3 == nullptr) return std::nullopt;
    std::vector<NvmlProcess> room(1024);
    auto count = static_cast<unsigned>(room.size());
    if (nvmlDeviceGetComputeRunningProcesses_v3(device_, &count, room.data()) != 0)
      return std::nullopt;
    std::vector<GpuProcess> found;
    for (unsigned i = 0; i < count; ++i) {
      const bool known = room[i].memory != ~0ULL;
      found.push_back({room[i].pid, known ? std::optional(Bytes{room[i].memory}) : std::nullopt});
    }
    return found;
  }

  template <class Call>
  void load_if_here(Call& call, const char* name) {
    call = reinterpret_cast<Call>(library_.entry_or_null(name));
  }

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
  int (*nvmlDeviceGetMaxClockInfo)(NvmlDevice, int, unsigned*) = nullptr;
  Number nvmlDeviceGetEnforcedPowerLimit = nullptr;
  int (*nvmlDeviceGetEccMode)(NvmlDevice, int*, int*) = nullptr;
  int (*nvmlDeviceGetTotalEccErrors)(NvmlDevice, int, int, unsigned long long*) = nullptr;
  Number nvmlDeviceGetCurrPcieLinkGeneration = nullptr;
  Number nvmlDeviceGetCurrPcieLinkWidth = nullptr;
  Number nvmlDeviceGetGpuMaxPcieLinkGeneration = nullptr;
  Number nvmlDeviceGetMaxPcieLinkWidth = nullptr;
  int (*nvmlDeviceGetComputeRunningProcesses_v3)(NvmlDevice, unsigned*, NvmlProcess*) = nullptr;
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

Monitor::Nvml* Monitor::opened() {
  if (!tried_ && !bus_address_.empty()) {
    try {
      nvml_ = std::make_unique<Nvml>(bus_address_);
    } catch (const Error&) {
      nvml_ = nullptr;  // a result without clocks is still a result
    }
  }
  tried_ = true;
  return nvml_.get();
}

std::optional<State> Monitor::state() {
  const Nvml* nvml = opened();
  return nvml != nullptr ? std::optional(nvml->state()) : std::nullopt;
}

std::optional<CardReport> Monitor::report() {
  const Nvml* nvml = opened();
  return nvml != nullptr ? std::optional(nvml->report()) : std::nullopt;
}

std::string nvml_driver_version() {
  const Library library("NVML", "PLUMB_NVML_LIBRARY", {"libnvidia-ml.so.1"});
  const auto entry = [&](const char* name) {
    return library.entry(name, "a newer NVIDIA driver is needed");
  };
  const auto start = reinterpret_cast<int (*)()>(entry("nvmlInit_v2"));
  const auto end = reinterpret_cast<int (*)()>(entry("nvmlShutdown"));
  const auto version =
      reinterpret_cast<int (*)(char*, unsigned)>(entry("nvmlSystemGetDriverVersion"));
  if (const int code = start(); code != 0)
    throw Error(ErrorKind::unavailable, fmt::format("NVML does not start (code {})", code));
  char text[96] = {};
  const int code = version(text, sizeof text - 1);
  end();
  if (code != 0)
    throw Error(ErrorKind::unavailable, fmt::format("NVML gives no version (code {})", code));
  return text;
}

}  // namespace plumb::device
