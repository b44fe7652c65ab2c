// plumb/model/launch_memo.cpp - finding launches with the same numbers.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/launch_memo.h"

#include <algorithm>
#include <bit>
#include <variant>

namespace plumb {
namespace {

bool is_image(const Argument& argument) { return std::holds_alternative<ImageArgument>(argument); }
bool is_local(const Argument& argument) { return std::holds_alternative<LocalArgument>(argument); }
bool is_read(const Argument& argument) { return is_image(argument) || is_local(argument); }

// Models read no values of arguments, but whether there are images, and how much local memory they
// give to a group.
std::size_t images_of(const Launch& launch) {
  return static_cast<std::size_t>(std::ranges::count_if(launch.arguments, is_image));
}

std::uint64_t local_bytes_of(const Launch& launch) {
  std::uint64_t bytes = launch.local_bytes.count;
  for (const Argument& argument : launch.arguments)
    if (is_local(argument)) bytes += std::get<LocalArgument>(argument).size.count;
  return bytes;
}

bool is_same(const Launch& a, const Launch& b) {
  return a.pass == b.pass && a.global == b.global && a.local == b.local && a.kernel == b.kernel &&
         local_bytes_of(a) == local_bytes_of(b) && a.cooperative == b.cooperative &&
         a.cluster == b.cluster && images_of(a) == images_of(b);
}

// Of what changes most from launch to launch.
std::uint64_t hash_of(const Launch& launch) {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
  std::uint64_t hash = launch.pass.points;
  for (const Access& access : launch.pass.accesses) {
    hash = (hash ^ std::bit_cast<std::uint64_t>(access.references) ^ access.footprint.count ^
            (static_cast<std::uint64_t>(access.pattern) << 40U)) *
           odd;
  }
  hash = (hash ^ launch.global[0] ^ (launch.global[1] << 20U) ^ (launch.global[2] << 40U)) * odd;
  return hash;
}

}  // namespace

LaunchMemo::Costs& LaunchMemo::forgotten() {
  std::ranges::fill(once_, std::nullopt);
  return once_;
}

LaunchMemo::Costs& LaunchMemo::of(const Launch& launch, bool recorded) {
  const std::uint64_t hash = hash_of(launch);
  Place& place = places_[hash >> 56U];
  if (place.hash != hash) {
    place.hash = hash;
    return forgotten();
  }
  if (place.entry == 0) {
    entries_.emplace_back();
    place.entry = static_cast<std::uint32_t>(entries_.size());
  }
  Entry& entry = entries_[place.entry - 1U];
  if (!entry.costs.empty() && entry.recorded == recorded && is_same(entry.launch, launch))
    return entry.costs;
  Launch& kept = entry.launch;
  kept.pass = launch.pass;
  kept.kernel = launch.kernel;
  kept.global = launch.global;
  kept.local = launch.local;
  kept.local_bytes = launch.local_bytes;
  kept.cooperative = launch.cooperative;
  kept.cluster = launch.cluster;
  kept.arguments.clear();
  std::ranges::copy_if(launch.arguments, std::back_inserter(kept.arguments), is_read);
  entry.recorded = recorded;
  entry.costs.assign(once_.size(), std::nullopt);
  return entry.costs;
}

}  // namespace plumb
