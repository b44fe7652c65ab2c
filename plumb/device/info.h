// plumb/device/info.h - what a device is, and how it is doing.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plumb/base/units.h"

namespace plumb::device {

enum class Kind { gpu, cpu, other };

struct Info {
  std::string backend;        // "cuda" or "opencl"
  std::uint64_t ordinal = 0;  // among the devices of its back end: distinguishes equal ones
  std::string platform;
  std::string platform_version;
  std::string name;         // as people know it
  std::string driver_name;  // the driver's own where that is another: PoCL's "pthread--0xd0c"
  std::string vendor;
  std::string driver;
  std::string architecture;  // "sm_90"; empty where the driver does not report it
  std::string bus_address;   // "0000:4b:00.0": shows that two back ends offer the same device
  Kind kind = Kind::other;
  std::uint64_t compute_units = 0;
  Hertz clock;                    // 0 = unknown
  Hertz memory_clock;             // 0 = unknown
  BytesPerSecond peak_bandwidth;  // of the memory, from its clock and width; 0 = unknown
  Bytes memory;
  Bytes largest_allocation;
  Bytes local_memory;                // that a group may use
  Bytes unit_local_memory;           // that the groups of a unit have together; 0 = unknown
  std::uint64_t unit_registers = 0;  // of 32 bits, of the groups of a unit together; 0 = unknown
  Bytes cache;  // last level in front of memory, as the driver reports it; 0 = unknown
  std::uint64_t largest_group = 0;
  Seconds timer_resolution{};
  bool doubles = false;
  bool images = false;
  bool shares_host_memory = false;
};

// How a device is doing right now, as its monitor reports; what it does not report is absent.
struct State {
  std::optional<Hertz> clock;
  std::optional<Hertz> memory_clock;
  std::optional<double> power_watts;
  std::optional<double> temperature_celsius;
  std::optional<Bytes> free_memory;    // others may use the device, too
  std::vector<std::string> slowed_by;  // "power cap", "heat", ...; empty: nothing holds it back
};

// How a card is connected: generation and width of its PCIe link now, and the most it could have.
struct PciLink {
  unsigned generation = 0;
  unsigned width = 0;
  unsigned most_generation = 0;
  unsigned most_width = 0;
};

struct GpuProcess {
  unsigned id = 0;
  std::optional<Bytes> memory;  // absent where the driver keeps it to itself
};

// What a monitor reports of a card besides its state; what it does not report is absent.
struct CardReport {
  std::optional<Hertz> highest_clock;
  std::optional<Hertz> highest_memory_clock;
  std::optional<double> power_limit_watts;
  std::optional<bool> error_correction;  // ECC
  std::optional<std::uint64_t> uncorrected_errors;
  std::optional<PciLink> link;
  std::optional<std::vector<GpuProcess>> processes;  // those that compute, this one among them
};

}  // namespace plumb::device
