// plumb/trace/export/part_clock.h - the times of events in picoseconds; one part behind the other.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "plumb/records/trace.h"

namespace plumb::trace {

// Where a point does not know its clock a cycle is taken for a nanosecond.
inline constexpr double unknown_clock_hz = 1e9;

// Later times are never smaller: what lies within another event does so in picoseconds, too.
class PartClock {
 public:
  void begin_part(const TracedPoint& point) {
    constexpr std::uint64_t pause = 1'000'000;  // a microsecond, so that parts are seen apart
    if (parts_++ > 0) origin_ = latest_ + pause;
    per_cycle_ = 1e12 / (point.axis ? point.axis->clock_hz : unknown_clock_hz);
  }

  std::uint64_t picoseconds(std::uint64_t cycles) {
    constexpr double most = 4e18;  // 46 days; doubles keep the order there, 64 bits hold the sum
    const double own = std::min(std::round(static_cast<double>(cycles) * per_cycle_), most);
    const std::uint64_t time =
        std::min(origin_, static_cast<std::uint64_t>(most)) + static_cast<std::uint64_t>(own);
    latest_ = std::max(latest_, time);
    return time;
  }

 private:
  double per_cycle_ = 1e12 / unknown_clock_hz;
  std::uint64_t origin_ = 0;
  std::uint64_t latest_ = 0;
  std::uint64_t parts_ = 0;
};

}  // namespace plumb::trace
