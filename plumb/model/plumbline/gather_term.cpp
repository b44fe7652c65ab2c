// plumb/model/plumbline/gather_term.cpp - gathers of the probe against a stream.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/gather_term.h"

#include <algorithm>

#include <fmt/format.h>

namespace plumb {
namespace {

constexpr double index_bytes = 4;
// Latencies beyond the field that was probed; fewer loads of it are on their way at once.
constexpr double most_beyond = 1.5;

double found_or_nothing(const Profile& profile, const std::string& name) {
  const Finding* found = finding_named(profile, name);
  return found == nullptr ? 0 : found->value.value;
}

}  // namespace

GatherTerm::GatherTerm(const Profile& profile) {
  const Curve* latency = curve_named(profile, "latency.random");
  const Curve* copy = curve_named(profile, "elements.r1w1.4B");
  if (latency == nullptr || copy == nullptr || profile.provenance.device.kind != "cpu") return;
  latency_ = TimeCurve(*latency);
  const TimeCurve copied(*copy);
  if (latency_.empty() || copied.empty()) return;
  for (Probed& one : probed_) {
    const int width = &one == probed_.data() ? 4 : 8;
    const auto beyond = [&](const char* level, double side) {
      const double rate =
          found_or_nothing(profile, fmt::format("patterns.gather.{}B.{}", width, level));
      if (rate <= 0 || side < 1) return -1.0;
      const double bytes = (2 * width + index_bytes) * side * side;
      // What twice as much takes longer: no start of a kernel is in it, as there is in the other.
      const double streamed = copied.at(2 * bytes) - copied.at(bytes);
      return std::max(0.0, (bytes / rate - copied.least() - streamed) / (side * side));
    };
    const double cache = found_or_nothing(profile, "patterns.side.cache");
    const double memory = found_or_nothing(profile, "patterns.side.memory");
    one = {.in_cache = beyond("cache", cache),
           .in_memory = beyond("memory", memory),
           .latency_of_cache = latency_.at(width * cache * cache),
           .latency_of_memory = latency_.at(width * memory * memory)};
    // In few points the start of a kernel may be more than what they take.
    one.in_cache = std::min(one.in_cache, one.in_memory);
    if (one.in_cache < 0 || one.latency_of_memory <= one.latency_of_cache) one.in_memory = -1;
  }
}

double GatherTerm::estimate(std::uint64_t width, double footprint) const {
  const Probed& probed = of(width);
  const double farther = (latency_.at(footprint) - probed.latency_of_cache) /
                         (probed.latency_of_memory - probed.latency_of_cache);
  return probed.in_cache +
         std::clamp(farther, 0.0, most_beyond) * (probed.in_memory - probed.in_cache);
}

}  // namespace plumb
