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

}  // namespace

Json to_json(const DeviceDescription& device) {
  return {{"backend", device.backend},
          {"platform", device.platform},
          {"name", device.name},
          {"vendor", device.vendor},
          {"driver", device.driver},
          {"kind", device.kind},
          {"compute_units", device.compute_units},
          {"memory", device.memory.count},
          {"clock", device.clock.value}};
}

DeviceDescription device_from_json(const JsonView& view) {
  view.only({"backend", "platform", "name", "vendor", "driver", "kind", "compute_units", "memory",
             "clock"});
  return {.backend = view.at("backend").text(),
          .platform = view.at("platform").text(),
          .name = view.at("name").text(),
          .vendor = view.at("vendor").text(),
          .driver = view.at("driver").text(),
          .kind = view.at("kind").text(),
          .compute_units = view.at("compute_units").count(),
          .memory = Bytes{view.at("memory").count()},
          .clock = Hertz{view.at("clock").number()}};
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
