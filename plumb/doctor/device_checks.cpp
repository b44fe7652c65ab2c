// plumb/doctor/device_checks.cpp - one item per question about a device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/doctor/device_checks.h"

#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include "plumb/device/monitor.h"

namespace plumb::doctor {
namespace {

// The items of one device, all with its name.
class DeviceItems {
 public:
  explicit DeviceItems(const device::Info& info)
      : area_(fmt::format("{}:{}", info.backend, info.name)) {}

  void add(std::string subject, Health health, std::string found, std::string remedy = {}) {
    items_.push_back({area_, std::move(subject), health, std::move(found), std::move(remedy)});
  }
  void not_known(std::string subject, std::string why) {
    add(std::move(subject), Health::unknown, std::move(why));
  }
  std::vector<CheckupItem> take() { return std::move(items_); }

 private:
  std::string area_;
  std::vector<CheckupItem> items_;
};

constexpr const char* no_word = "the driver does not report it";

void check_clock(DeviceItems& items, const device::State& state, const device::CardReport& report) {
  if (!state.clock || !report.highest_clock) {
    items.not_known("clock", no_word);
    return;
  }
  items.add("clock", Health::fine,
            fmt::format("{} now, {} at most; an idle card lowers it", to_text(*state.clock),
                        to_text(*report.highest_clock)));
}

void check_slowed(DeviceItems& items, const device::State& state) {
  if (state.slowed_by.empty()) {
    items.add("throttling", Health::fine, "nothing holds the clock back");
    return;
  }
  items.add("throttling", Health::disturbing,
            fmt::format("held back by {}", fmt::join(state.slowed_by, ", ")),
            "see the cooling and the power limit (nvidia-smi -q -d PERFORMANCE,POWER)");
}

void check_power(DeviceItems& items, const device::State& state, const device::CardReport& report) {
  if (!state.power_watts || !report.power_limit_watts || !state.temperature_celsius) {
    items.not_known("power", no_word);
    return;
  }
  items.add("power", Health::fine,
            fmt::format("{:.0f} W of {:.0f} W, {:.0f} degrees Celsius", *state.power_watts,
                        *report.power_limit_watts, *state.temperature_celsius));
}

void check_errors(DeviceItems& items, const device::CardReport& report) {
  if (!report.error_correction) {
    items.not_known("ECC", "the card has none, or the driver does not report it");
    return;
  }
  const std::uint64_t errors = report.uncorrected_errors.value_or(0);
  const std::string found =
      fmt::format("{}, {}", *report.error_correction ? "on" : "off",
                  report.uncorrected_errors ? fmt::format("{} uncorrected errors", errors)
                                            : std::string("errors are not reported"));
  if (errors > 0)
    items.add("ECC", Health::disturbing, found,
              "results may be wrong: restart or replace the card");
  else
    items.add("ECC", Health::fine, found);
}

std::string generation_and_width(unsigned generation, unsigned width) {
  return fmt::format("generation {} x{}", generation, width);
}

void check_link(DeviceItems& items, const device::CardReport& report) {
  if (!report.link) {
    items.not_known("PCIe link", no_word);
    return;
  }
  const device::PciLink& link = *report.link;
  const std::string found =
      fmt::format("{}; the card: {}", generation_and_width(link.generation, link.width),
                  generation_and_width(link.most_generation, link.most_width));
  if (link.width < link.most_width) {
    items.add("PCIe link", Health::disturbing, found,
              "put the card into a slot with all its lanes; transfers are slower by that factor");
  } else if (link.generation < link.most_generation) {
    items.add("PCIe link", Health::unknown,
              found + "; an idle card lowers the generation: ask again while something runs",
              "plumb probe --only transfer measures it");
  } else {
    items.add("PCIe link", Health::fine, found);
  }
}

void check_processes(DeviceItems& items, const device::CardReport& report,
                     const SystemFiles& files) {
  if (!report.processes) {
    items.not_known("other processes", no_word);
    return;
  }
  std::string found;
  for (const device::GpuProcess& process : *report.processes) {
    if (process.id == static_cast<unsigned>(::getpid())) continue;
    const auto name = files.first_line(fmt::format("proc/{}/comm", process.id));
    found += fmt::format("{}{} ({}{})", found.empty() ? "" : ", ", process.id,
                         name.value_or("another user's or container's"),
                         process.memory ? ", " + to_text(*process.memory) : "");
  }
  if (found.empty()) {
    items.add("other processes", Health::fine, "none computes on it");
    return;
  }
  items.add("other processes", Health::disturbing, found,
            "wait for them or end them: they share the device's time and memory");
}

// Whether this process runs where the card's memory node is.
void check_node(DeviceItems& items, const device::Info& info, const SystemFiles& files) {
  const std::vector<unsigned> nodes =
      numbers_in_list(files.first_line("sys/devices/system/node/online").value_or(""));
  const auto node =
      files.first_line(fmt::format("sys/bus/pci/devices/{}/numa_node", info.bus_address));
  if (nodes.size() <= 1 || !node || node->starts_with('-')) {
    items.add("memory node", nodes.size() == 1 ? Health::fine : Health::unknown,
              nodes.size() == 1 ? "the host has one" : "the system does not report the card's");
    return;
  }
  const std::vector<unsigned> near = numbers_in_list(
      files.first_line(fmt::format("sys/devices/system/node/node{}/cpulist", *node)).value_or(""));
  const std::vector<unsigned> allowed =
      numbers_in_list(files.field("proc/self/status", "Cpus_allowed_list").value_or(""));
  if (near.empty() || allowed.empty()) {
    items.not_known("memory node", fmt::format("the card is at node {}; which cores are near or "
                                               "allowed is not reported",
                                               *node));
    return;
  }
  const bool all_near = std::ranges::all_of(
      allowed, [&](unsigned core) { return std::ranges::find(near, core) != near.end(); });
  if (all_near) {
    items.add("memory node", Health::fine, fmt::format("{}, and plumb runs there", *node));
    return;
  }
  items.add("memory node", Health::disturbing,
            fmt::format("the card is at node {}, plumb may run elsewhere", *node),
            fmt::format("numactl --cpunodebind={0} --membind={0} plumb ...: transfers and launches "
                        "cross nodes otherwise",
                        *node));
}

}  // namespace

Watched watch(const device::Info& info) {
  device::Monitor monitor(info.bus_address);
  return {monitor.state(), monitor.report()};
}

std::vector<CheckupItem> device_checks(const device::Info& info, const Watched& watched,
                                       const SystemFiles& files) {
  DeviceItems items(info);
  items.add("driver", Health::fine,
            fmt::format("{} {}, {} units", info.platform, info.driver, info.compute_units));
  if (info.kind != device::Kind::gpu) return items.take();
  if (!watched.state || !watched.report) {
    items.not_known("clocks, power, link, ECC, other processes",
                    info.bus_address.empty()
                        ? "the driver does not report where the card is"
                        : "NVML does not know the card; other vendors' monitors are not read");
  } else {
    check_clock(items, *watched.state, *watched.report);
    check_slowed(items, *watched.state);
    check_power(items, *watched.state, *watched.report);
    check_errors(items, *watched.report);
    check_link(items, *watched.report);
    check_processes(items, *watched.report, files);
  }
  if (!info.bus_address.empty()) check_node(items, info, files);
  return items.take();
}

}  // namespace plumb::doctor
