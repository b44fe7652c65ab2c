// plumb/model/plumbline/flight_term.cpp - loops and chains over what is resident.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/flight_term.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "plumb/model/model.h"
#include "plumb/model/plumbline/traffic.h"

namespace plumb {
namespace {

constexpr double probed_group = 256;
constexpr double bytes_per_turn = 8;  // a float is read and written
constexpr double unrolling = 1;       // twice or half: a factor 2, see the head of the header

double found_or(const Profile& profile, std::string_view name, double otherwise) {
  const Finding* found = finding_named(profile, name);
  return found == nullptr ? otherwise : found->value.value;
}

// A work-item that moves several elements at once takes them in one turn.
double turns_of(const Pass& pass) {
  double turns = 0;
  for (const Access& access : pass.accesses) {
    const double at_once =
        std::max(1.0, static_cast<double>(access.width) /
                          static_cast<double>(std::max<std::uint64_t>(1, access.bytes.count)));
    turns = std::max(turns, static_cast<double>(pass.points) / at_once);
  }
  return turns;
}

}  // namespace

FlightTerm::FlightTerm(const Profile& profile)
    : profile_(&profile), is_cpu_(profile.provenance.device.kind == "cpu") {
  resident_ = is_cpu_ ? static_cast<double>(profile.provenance.device.compute_units)
                      : probed_group * found_or(profile, "threads.resident_groups", 0);
  const double per_item = found_or(profile, "threads.group256.flight1.per_item", 0);
  // A processor looks ahead by itself: its loops are what its bandwidths were probed with.
  if (per_item > 0 && !is_cpu_) turn_ = bytes_per_turn / per_item;
  sharpness_ = std::max(1.0, found_or(profile, "threads.group256.flight1.sharpness", 1));
  for (int level = 1; level <= 8; ++level) {
    const Finding* latency = finding_named(profile, fmt::format("latency.level{}.time", level));
    const Finding* capacity = finding_named(profile, fmt::format("capacity.level{}", level));
    if (latency == nullptr || capacity == nullptr) break;
    levels_.push_back({.bytes = capacity->value.value, .latency = latency->value});
  }
  if (const Finding* memory = finding_named(profile, "latency.memory.time"))
    levels_.push_back({.bytes = std::numeric_limits<double>::infinity(), .latency = memory->value});
  constexpr double loads = 4;
  const Finding* barrier = finding_named(profile, "barrier.time");
  barrier_is_known_ = barrier != nullptr || !levels_.empty();
  if (barrier != nullptr)
    barrier_ = {barrier->value.value, relative_spread(barrier->value) * barrier->value.value};
  else if (!levels_.empty())
    barrier_ = {loads * levels_.front().latency.value, loads * levels_.front().latency.value};
}

Estimate FlightTerm::of_barriers(const Pass& pass, double items) const {
  if (pass.barriers <= 0) return {};
  if (!barrier_is_known_)
    refuse_missing(*profile_, "barrier.time (plumb probe --only barrier)", "plumbline");
  const double waves = resident_ > 0 ? std::max(1.0, items / resident_) : 1;
  return waves * pass.barriers * barrier_;
}

// On a GPU never the nearest: what the kernel before it wrote is not in a unit's own cache.
const Quantity& FlightTerm::latency_of(double bytes) const {
  const std::size_t first = is_cpu_ || levels_.size() < 2 ? 0 : 1;
  for (std::size_t i = first; i < levels_.size(); ++i) {
    if (bytes <= levels_[i].bytes) return levels_[i].latency;
  }
  refuse_missing(*profile_, "latency.memory.time (plumb probe --only latency)", "plumbline");
}

Estimate FlightTerm::of_loops(const Pass& pass, double items) const {
  const double turns = turns_of(pass);
  if (turn_ <= 0 || resident_ <= 0 || turns <= items) return {};
  const double seconds = turns / std::min(items, resident_) * turn_;
  return {seconds, unrolling * seconds};
}

Estimate FlightTerm::of_chains(const Pass& pass, double items) const {
  Estimate sum;
  const auto points = static_cast<double>(pass.points);
  for (const Access& access : pass.accesses) {
    if (access.dependent <= 0 || points <= 0) continue;
    // What is stated may lie anywhere in the array, also where a pass touches little of it.
    const Quantity& latency =
        latency_of(access.footprint.count > 0 ? static_cast<double>(access.footprint.count)
                                              : distinct_bytes(access, points));
    // Work-items beyond the points wait for nothing.
    const double busy = std::min(items, points);
    const double flying = resident_ > 0 ? std::min(busy, resident_) : busy;
    const double seconds = points * access.dependent / flying * latency.value;
    sum = sum + Estimate{seconds, relative_spread(latency) * seconds};
  }
  return sum;
}

}  // namespace plumb
