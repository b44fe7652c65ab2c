// plumb/trace/collect/align_clocks.h - the clocks of SMs on one time axis.
//
// Every SM counts cycles from a start of its own. Blocks note, when they begin, the SM's clock
// beside the GPU's global timer; where an SM's cycles lie against the timer is what tells SMs
// apart. Paper 002 needs one axis for its Gantt charts.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>

namespace plumb::trace {

// Two clocks read one after the other at one place.
struct ClockPair {
  std::uint32_t processor = 0;
  std::uint64_t nanoseconds = 0;  // the GPU's global timer
  std::uint64_t cycles = 0;       // the SM's clock
};

struct ClockAlignment {
  double clock_hz = 0;  // 0: not known
  // The largest displacement of two SMs that the pairs leave possible, in cycles; absent: some SM
  // has no pair, or the timer did not advance between them.
  std::optional<std::uint64_t> skew;
  std::map<std::uint32_t, std::uint64_t> offsets;  // by SM, taken off its readings

  [[nodiscard]] std::uint64_t offset(std::uint32_t processor) const {
    const auto found = offsets.find(processor);
    return found == offsets.end() ? 0 : found->second;
  }
};

// cycles = offset of the SM + rate * nanoseconds. The rate is that of all SMs together, by least
// squares within each; the offset the middle between the largest and the smallest that pairs of the
// SM give; the skew the largest distance between those, but not less than a step of the timer, for
// which the largest number is taken that divides all distances of its readings.
ClockAlignment align_clocks(std::span<const ClockPair> pairs);

}  // namespace plumb::trace
