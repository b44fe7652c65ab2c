// plumb/records/trace_event.h - one access of one warp on the time axis of its run.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace plumb {

struct TraceEvent {
  std::uint64_t begin = 0;  // cycles since the run's first reading of the clock
  std::uint64_t end = 0;
  std::uint32_t stamp = 0;       // which of the point's stamps, from 0
  std::uint32_t lanes = ~0U;     // that took part, one bit each
  std::uint32_t block = 0;       // linear number
  std::uint32_t warp = 0;        // of the block
  std::uint32_t launch = 0;      // of the run, from 0
  std::uint32_t processor = 0;   // the SM
  std::uint32_t warp_place = 0;  // of the SM; one warp after the other has it
  friend bool operator==(const TraceEvent&, const TraceEvent&) = default;
};

// What a file may hold. A double keeps every such time exactly; at 2 GHz it is 52 days.
inline constexpr std::uint64_t latest_event_time = 1ULL << 53U;
inline constexpr std::uint32_t most_event_processors = 4096;
inline constexpr std::uint32_t most_warp_places = 256;

}  // namespace plumb
