// plumb/model/waits.cpp - shares of stamped cycles, and levels by their latency.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/waits.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace plumb {
namespace {

constexpr double as_long = 1.25;  // as a level's latency, with what a stamp adds
constexpr double queued = 2;      // times what idle memory takes

struct Level {
  std::string name;
  double cycles = 0;
};

// The nearest first, memory last.
std::vector<Level> levels_of(const Profile& profile) {
  std::vector<Level> levels;
  for (int level = 1; level <= 8; ++level) {
    const Finding* found = finding_named(profile, fmt::format("latency.level{}.cycles", level));
    if (found == nullptr) break;
    levels.push_back({fmt::format("the cache of level {}", level), found->value.value});
  }
  if (const Finding* memory = finding_named(profile, "latency.memory.cycles"))
    levels.push_back({"memory", memory->value.value});
  return levels;
}

bool waits_for_data(const Stamp& stamp) {
  return stamp.access == AccessKind::load &&
         (stamp.space == MemorySpace::global || stamp.space == MemorySpace::generic);
}

void name_level(StampedWait& wait, const Stamp& stamp, const std::vector<Level>& levels) {
  if (stamp.access == AccessKind::barrier) {
    wait.to_try = "fewer barriers, or work that is divided more evenly between them";
    return;
  }
  if (!waits_for_data(stamp) || levels.empty()) return;
  const auto found = std::ranges::find_if(
      levels, [&](const Level& level) { return wait.cycles <= as_long * level.cycles; });
  const Level& level = found == levels.end() ? levels.back() : *found;
  wait.level = level.name;
  wait.idle_cycles = level.cycles;
  if (found == levels.begin() && levels.size() > 1) {
    wait.to_try =
        "nothing in memory: what is computed, or the order of instructions, takes the time";
  } else if (wait.cycles >= queued * levels.back().cycles) {
    wait.to_try = "fewer bytes, or bytes that are used again sooner: requests stand in a queue";
  } else {
    wait.to_try = "more loads in flight: this is a latency, not yet a full queue";
  }
}

std::string place_of(const Stamp& stamp) {
  const std::string chain = shown_chain(stamp);
  return chain.empty() ? fmt::format("line {} of the PTX", stamp.ptx_line) : chain;
}

// Of all accesses that the samples stand for.
double cycles_of(const TracedStamp& stamped) {
  const std::vector<double>& cycles = stamped.time.samples;
  const std::vector<double>& weights = stamped.weights;
  if (weights.size() == cycles.size())
    return std::inner_product(cycles.begin(), cycles.end(), weights.begin(), 0.0);
  return (weights.empty() ? 1 : weights.front()) *
         std::accumulate(cycles.begin(), cycles.end(), 0.0);
}

}  // namespace

std::vector<StampedWait> waits_of(const TracedPoint& traced, const Profile* profile) {
  const std::vector<Level> levels = profile == nullptr ? std::vector<Level>() : levels_of(*profile);
  std::vector<StampedWait> waits;
  double all = 0;
  for (const TracedStamp& stamped : traced.stamps) {
    const std::vector<double>& cycles = stamped.time.samples;
    if (stamped.certificate.verdict == CertificateVerdict::not_certified || cycles.empty())
      continue;
    const Stamp& stamp = stamped.certificate.stamp;
    StampedWait wait{.kernel = stamp.kernel,
                     .place = place_of(stamp),
                     .access = stamp.opcode,
                     .cycles = stamped.time.value,
                     .records = cycles.size()};
    wait.share = cycles_of(stamped);
    all += wait.share;
    name_level(wait, stamp, levels);
    waits.push_back(std::move(wait));
  }
  for (StampedWait& wait : waits) wait.share = all > 0 ? wait.share / all : 0;
  std::ranges::sort(waits, [](const StampedWait& a, const StampedWait& b) {
    return a.share != b.share ? a.share > b.share : a.place < b.place;
  });
  return waits;
}

}  // namespace plumb
