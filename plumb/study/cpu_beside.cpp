// plumb/study/cpu_beside.cpp - finding the CPU, and its time of a point.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/cpu_beside.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/base/statistics.h"
#include "plumb/device/open.h"
#include "plumb/device/traits.h"
#include "plumb/records/verdict.h"
#include "plumb/study/measure_options.h"
#include "plumb/study/run_point.h"

namespace plumb::study {
namespace {

constexpr std::uint64_t few_samples = 3;

std::unique_ptr<device::Device> open_cpu() {
  const device::Found found = device::find_devices();
  const auto cpu = std::ranges::find(found.devices, device::Kind::cpu, &device::Info::kind);
  if (cpu == found.devices.end()) return nullptr;
  return device::open_device(std::to_string(cpu - found.devices.begin()));
}

// The settings of the point, without what is chosen for a device.
Settings settings_for_cpu(const device::Device& cpu, const Workload& workload,
                          const Settings& settings) {
  NamedTexts chosen;
  for (const auto& [name, value] : settings.values())
    if (std::ranges::find(workload.tuner.chooses, name) == workload.tuner.chooses.end())
      chosen.emplace_back(name, value);
  return settings_for(workload, device::traits_of(cpu.info()), chosen);
}

}  // namespace

void CpuBeside::add(const device::Device& device, const PlannedPoint& planned,
                    const RunOptions& options, Point& point) {
  if (planned.workload == nullptr || !has_times(point)) return;
  const auto note = [&](double seconds) {
    point.readings.push_back({.name = "OpenCL CPU", .unit = "ms", .values = {seconds * 1e3}});
  };
  if (device.info().kind == device::Kind::cpu) return note(credited_work(point).seconds);
  if (!sought_) cpu_ = open_cpu();
  sought_ = true;
  if (cpu_ == nullptr) return;
  options.progress("OpenCL CPU");
  try {
    const Settings settings = settings_for_cpu(*cpu_, *planned.workload, planned.forms.front());
    const Lap lap = lap_of(*cpu_, *planned.workload, settings, lap_options(options, few_samples));
    if (lap.refused.empty()) note(median(lap.times));
  } catch (const Error& error) {
    // What was asked for has been measured: a failure beside it is a remark.
    if (kind_of(error) == ErrorKind::interrupted) throw;
    point.warnings.push_back(fmt::format("no time of the OpenCL CPU: {}", explain(error)));
  }
}

}  // namespace plumb::study
