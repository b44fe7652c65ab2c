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

bool is_loaded(const Access& access) {
  return access.use != Use::write && executed_references(access) > 0;
}

// A work-item that moves several elements at once takes them in one turn, and waits for none that
// it asked for ahead, nor for what it stores.
double turns_of(const Pass& pass) {
  double turns = 0;
  const bool any_loads = std::ranges::any_of(pass.accesses, is_loaded);
  for (const Access& access : pass.accesses) {
    if (any_loads ? !is_loaded(access) : executed_references(access) <= 0) continue;
    const double wide = static_cast<double>(access.width) /
                        static_cast<double>(std::max<std::uint64_t>(1, access.bytes.count));
    const double at_once = is_sampled(access) ? 1 : std::max(1.0, wide);
    turns = std::max(turns, (1 - access.ahead) * static_cast<double>(pass.points) / at_once);
  }
  return turns;
}

double resident_of(const Profile& profile) {
  return profile.provenance.device.kind == "cpu"
             ? static_cast<double>(profile.provenance.device.compute_units)
             : probed_group * found_or(profile, "threads.resident_groups", 0);
}

}  // namespace

FlightTerm::FlightTerm(const Profile& profile)
    : profile_(&profile),
      is_cpu_(profile.provenance.device.kind == "cpu"),
      images_(profile),
      resident_(resident_of(profile)),
      room_(profile, resident_) {
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
  if (const Finding* cluster = finding_named(profile, "barrier.cluster.time"))
    cluster_barrier_ = {cluster->value.value,
                        relative_spread(cluster->value) * cluster->value.value};
  if (is_cpu_)
    in_flight_ = std::max({resident_, loads_in_flight("cache"), loads_in_flight("memory")});
  if (const Finding* busy = finding_named(profile, "barrier.busy.time"))
    busy_barrier_ = {busy->value.value, relative_spread(busy->value) * busy->value.value};
  const Finding* handed_on = finding_named(profile, "barrier.kernel.time");
  if (handed_on != nullptr && !is_cpu_) handed_on_ = handed_on->value;
  // Groups without clusters hand words over through the memory of all: one is stored, and awaited.
  if (cluster_barrier_.seconds <= 0 && handed_on_.value > 0)
    cluster_barrier_ = {2 * handed_on_.value, 2 * handed_on_.value};
  constexpr double loads = 4;
  const Finding* barrier = finding_named(profile, "barrier.time");
  barrier_is_known_ = barrier != nullptr || !levels_.empty();
  if (barrier != nullptr)
    barrier_ = {barrier->value.value, relative_spread(barrier->value) * barrier->value.value};
  else if (!levels_.empty())
    barrier_ = {loads * levels_.front().latency.value, loads * levels_.front().latency.value};
}

// Of a square of floats that the probe's work-items load from at random.
double FlightTerm::loads_in_flight(std::string_view level) const {
  constexpr double word = 4;
  const double rate = found_or(*profile_, fmt::format("patterns.random.4B.{}", level), 0);
  const double side = found_or(*profile_, fmt::format("patterns.side.{}", level), 0);
  if (rate <= 0 || side <= 0 || levels_.empty()) return 0;
  return rate / word * latency_of(word * side * side).value;
}

Flight FlightTerm::flight_of(const Launch& launch) const {
  const auto items = static_cast<double>(items_of(launch));
  if (is_cpu_) return {.items = items, .busy = items, .resident = resident_};
  const double longest = launch.pass.longest;
  const double with_points =
      longest > 0 ? static_cast<double>(launch.pass.points) / longest : items;
  return {.items = items,
          .busy = std::min(items, std::max(1.0, with_points)),
          .resident = room_.resident(launch)};
}

double FlightTerm::waves_of(const Flight& flight) const {
  if (flight.resident <= 0) return 1;
  if (!is_cpu_) return std::max(1.0, flight.items / flight.resident);
  const double groups = flight.items / probed_group;
  return std::max(std::min(1.0, groups), groups / flight.resident);
}

// Of what units hold where nothing is short: a unit that has room for one group has no other that
// computes while it waits.
double FlightTerm::fullness(const Flight& flight, double share) const {
  if (is_cpu_ || resident_ <= 0) return 1;
  return std::min(1.0, std::min(flight.items, flight.resident) / (resident_ * share));
}

// Groups beside it issue as well: between one group alone and units that are full.
Estimate FlightTerm::barrier_of(const Flight& flight) const {
  if (busy_barrier_.seconds <= barrier_.seconds || resident_ <= 0) return barrier_;
  const double full = std::min(1.0, std::min(flight.items, flight.resident) / resident_);
  return {barrier_.seconds + full * (busy_barrier_.seconds - barrier_.seconds),
          std::max(barrier_.spread, busy_barrier_.spread)};
}

Estimate FlightTerm::of_barriers(const Pass& pass, const Flight& flight) const {
  if (pass.barriers > 0 && !barrier_is_known_)
    refuse_missing(*profile_, "barrier.time (plumb probe --only barrier)", "plumbline");
  if (pass.cluster_barriers > 0 && cluster_barrier_.seconds <= 0)
    refuse_missing(*profile_, "barrier.cluster.time (plumb probe --only barrier)", "plumbline");
  return waves_of(flight) *
         (pass.barriers * barrier_of(flight) + pass.cluster_barriers * cluster_barrier_);
}

// On a GPU never the nearest: what the kernel before it wrote is not in a unit's own cache.
Quantity FlightTerm::latency_of(double bytes) const {
  const std::size_t first = is_cpu_ || levels_.size() < 2 ? 0 : 1;
  for (std::size_t i = first; i < levels_.size(); ++i) {
    if (bytes > levels_[i].bytes) continue;
    return handed_on_.value > levels_[i].latency.value ? handed_on_ : levels_[i].latency;
  }
  refuse_missing(*profile_, "latency.memory.time (plumb probe --only latency)", "plumbline");
}

Estimate FlightTerm::latency_of(const Access& access, double points) const {
  if (is_sampled(access)) return images_.latency(access, points);
  // What is stated may lie anywhere in the array, also where a pass touches little of it.
  const Quantity latency =
      latency_of(access.footprint.count > 0 ? static_cast<double>(access.footprint.count)
                                            : distinct_bytes(access, points));
  return {latency.value, relative_spread(latency) * latency.value};
}

Estimate FlightTerm::of_loops(const Pass& pass, const Flight& flight) const {
  const double turns = turns_of(pass);
  if (turn_ <= 0 || flight.resident <= 0 || turns <= flight.busy) return {};
  const double seconds = turns / std::min(flight.busy, flight.busy_at_once()) * turn_;
  return {seconds, unrolling * seconds};
}

Estimate FlightTerm::of_chains(const Pass& pass, const Flight& flight, bool ahead) const {
  Estimate sum;
  const auto points = static_cast<double>(pass.points);
  for (const Access& access : pass.accesses) {
    const double dependent = access.dependent * (ahead ? access.ahead : 1 - access.ahead);
    if (dependent <= 0 || points <= 0) continue;
    if (is_cpu_ && is_sampled(access)) continue;  // image_term.h has them
    const Estimate latency = latency_of(access, points);
    // Work-items beyond the points wait for nothing.
    const double busy = std::min(flight.busy, points);
    const double most = is_cpu_ ? in_flight_ : flight.busy_at_once();
    const double flying = most > 0 ? std::min(busy, most) : busy;
    sum = sum + points * dependent / flying * latency;
  }
  return sum;
}

}  // namespace plumb
