// plumb/records/provenance.cpp - describing this host; provenance as JSON.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/provenance.h"

#include <chrono>
#include <thread>

#include <fmt/chrono.h>
#include <nlohmann/json.hpp>
#include <sys/utsname.h>
#include <unistd.h>

#include "plumb/records/processor.h"

namespace plumb {
namespace {

// Where the system gives no name: the architecture.
std::string processor_name(const std::string& architecture) {
  const std::string name = describe_processor().name;
  return name.empty() ? architecture : name;
}

Json to_json(const HostDescription& host) {
  return {{"name", host.name},
          {"system", host.system},
          {"processor", host.processor},
          {"cores", host.cores},
          {"memory", host.memory.count}};
}

HostDescription host_from_json(const JsonView& view) {
  view.only({"name", "system", "processor", "cores", "memory"});
  return {.name = view.at("name").text(),
          .system = view.at("system").text(),
          .processor = view.at("processor").text(),
          .cores = view.at("cores").count(),
          .memory = Bytes{view.at("memory").count()}};
}

Json to_json(const DeviceAbilities& abilities) {
  Json json{{"local_memory", abilities.local_memory.count},
            {"largest_group", abilities.largest_group},
            {"largest_cluster", abilities.largest_cluster},
            {"bulk_copies", abilities.bulk_copies},
            {"doubles", abilities.doubles},
            {"images", abilities.images}};
  if (abilities.unit_local_memory.count != 0)
    json["unit_local_memory"] = abilities.unit_local_memory.count;
  if (abilities.unit_registers != 0) json["unit_registers"] = abilities.unit_registers;
  return json;
}

DeviceAbilities abilities_from_json(const JsonView& view) {
  view.only({"local_memory", "largest_group", "largest_cluster", "bulk_copies", "doubles", "images",
             "unit_local_memory", "unit_registers"});
  return {.local_memory = Bytes{view.at("local_memory").count()},
          .largest_group = view.at("largest_group").count(),
          .largest_cluster = view.at("largest_cluster").count(),
          .bulk_copies = view.at("bulk_copies").flag(),
          .doubles = view.at("doubles").flag(),
          .images = view.at("images").flag(),
          .unit_local_memory = Bytes{view.count_or("unit_local_memory", 0)},
          .unit_registers = view.count_or("unit_registers", 0)};
}

}  // namespace

Json to_json(const DeviceDescription& device) {
  Json json{{"backend", device.backend},
            {"platform", device.platform},
            {"name", device.name},
            {"vendor", device.vendor},
            {"driver", device.driver},
            {"kind", device.kind},
            {"compute_units", device.compute_units},
            {"memory", device.memory.count},
            {"clock", device.clock.value}};
  if (device.abilities) json["abilities"] = to_json(*device.abilities);
  return json;
}

DeviceDescription device_from_json(const JsonView& view) {
  view.only({"backend", "platform", "name", "vendor", "driver", "kind", "compute_units", "memory",
             "clock", "abilities"});
  DeviceDescription device{.backend = view.at("backend").text(),
                           .platform = view.at("platform").text(),
                           .name = view.at("name").text(),
                           .vendor = view.at("vendor").text(),
                           .driver = view.at("driver").text(),
                           .kind = view.at("kind").text(),
                           .compute_units = view.at("compute_units").count(),
                           .memory = Bytes{view.at("memory").count()},
                           .clock = Hertz{view.at("clock").number()}};
  if (view.has("abilities")) device.abilities = abilities_from_json(view.at("abilities"));
  return device;
}

HostDescription describe_host() {
  utsname system{};
  ::uname(&system);
  const auto pages = static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PHYS_PAGES)));
  const auto page = static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PAGESIZE)));
  return {.name = system.nodename,
          .system = fmt::format("{} {}", system.sysname, system.release),
          .processor = processor_name(system.machine),
          .cores = std::thread::hardware_concurrency(),
          .memory = Bytes{pages * page}};
}

std::string utc_time() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

Json to_json(const Provenance& provenance) {
  return {{"version", provenance.version},
          {"command", provenance.command},
          {"time", provenance.time},
          {"host", to_json(provenance.host)},
          {"device", to_json(provenance.device)}};
}

Provenance provenance_from_json(const JsonView& view) {
  view.only({"version", "command", "time", "host", "device"});
  return {.version = view.at("version").text(),
          .command = view.at("command").text(),
          .time = view.at("time").text(),
          .host = host_from_json(view.at("host")),
          .device = device_from_json(view.at("device"))};
}

}  // namespace plumb
