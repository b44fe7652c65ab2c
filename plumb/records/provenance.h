// plumb/records/provenance.h - where a record comes from: every record carries it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "plumb/base/json.h"
#include "plumb/base/units.h"

namespace plumb {

struct HostDescription {
  std::string name;
  std::string system;     // kernel name and release
  std::string processor;  // as the system names it; architecture where it does not
  std::uint64_t cores = 0;
  Bytes memory;
};

// What kernels may use there: a program for the device may depend on it (DeviceTraits).
struct DeviceAbilities {
  Bytes local_memory;                 // that a group may use
  std::uint64_t largest_group = 0;    // items
  std::uint64_t largest_cluster = 0;  // groups; 0: there are no clusters
  bool bulk_copies = false;
  bool doubles = true;
  bool images = true;
  // What the groups of one unit share; 0: not known.
  Bytes unit_local_memory{};
  std::uint64_t unit_registers = 0;  // of 32 bits
};

struct DeviceDescription {
  std::string backend;  // "opencl"
  std::string platform;
  std::string name;
  std::string vendor;
  std::string driver;
  std::string kind;  // gpu, cpu, other
  std::uint64_t compute_units = 0;
  Bytes memory;
  Hertz clock;
  std::optional<DeviceAbilities> abilities = std::nullopt;  // records of before have none
};

struct Provenance {
  std::string version;  // of plumb
  std::string command;  // as typed, quoted for a shell
  std::string time;     // UTC, ISO 8601
  HostDescription host;
  DeviceDescription device;
};

// The machine this runs on, as the system describes it.
HostDescription describe_host();

// Now, "2008-05-14T09:30:00Z".
std::string utc_time();

Json to_json(const DeviceDescription& device);
DeviceDescription device_from_json(const JsonView& view);
Json to_json(const Provenance& provenance);
Provenance provenance_from_json(const JsonView& view);

}  // namespace plumb
