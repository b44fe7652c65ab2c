// plumb/model/plumbline/group_room.cpp - the scarcest of what a group takes of a unit.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/group_room.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "plumb/model/plumbline/unit_share.h"

namespace plumb {
namespace {

constexpr double kept_by_driver = 1024;  // bytes of local memory of every group
constexpr double registers_at_once = 8;

}  // namespace

double local_memory_of(const Launch& launch) {
  std::uint64_t bytes = launch.pass.local_memory + launch.local_bytes.count;
  for (const Argument& argument : launch.arguments) {
    if (const auto* local = std::get_if<LocalArgument>(&argument)) bytes += local->size.count;
  }
  return static_cast<double>(bytes);
}

double registers_of(const Launch& launch) {
  const auto each = static_cast<double>(launch.pass.registers);
  return registers_at_once * std::ceil(each / registers_at_once) *
         static_cast<double>(group_of(launch));
}

GroupRoom::GroupRoom(const Profile& profile, double all)
    : all_(all), units_(static_cast<double>(profile.provenance.device.compute_units)) {
  const auto& abilities = profile.provenance.device.abilities;
  if (!abilities || profile.provenance.device.kind == "cpu") return;
  local_memory_ = static_cast<double>(abilities->unit_local_memory.count);
  registers_ = static_cast<double>(abilities->unit_registers);
}

double GroupRoom::resident(const Launch& launch) const {
  const auto group = static_cast<double>(group_of(launch));
  if (all_ <= 0 || units_ <= 0 || group <= 0) return all_;
  double groups = all_ / (units_ * group);
  const double local = local_memory_of(launch);
  if (local_memory_ > 0 && local > 0)
    groups = std::min(groups, local_memory_ / (local + kept_by_driver));
  const double registers = registers_of(launch);
  if (registers_ > 0 && registers > 0) groups = std::min(groups, registers_ / registers);
  return std::min(all_, units_ * group * std::max(1.0, std::floor(groups)));
}

}  // namespace plumb
