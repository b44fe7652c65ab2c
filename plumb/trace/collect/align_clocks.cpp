// plumb/trace/collect/align_clocks.cpp - one rate for all SMs, one offset for each.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/collect/align_clocks.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace plumb::trace {
namespace {

// Relative to the SM's first pair, so that doubles keep every cycle.
struct PlacedPair {
  double nanoseconds = 0;
  double cycles = 0;
};

struct ProcessorPairs {
  std::uint64_t first_nanoseconds = 0;
  std::uint64_t first_cycles = 0;
  std::vector<PlacedPair> placed;
};

double difference(std::uint64_t later, std::uint64_t earlier) {
  return static_cast<double>(static_cast<std::int64_t>(later - earlier));
}

std::map<std::uint32_t, ProcessorPairs> by_processor(std::span<const ClockPair> pairs) {
  std::map<std::uint32_t, ProcessorPairs> all;
  for (const ClockPair& pair : pairs) {
    ProcessorPairs& own = all[pair.processor];
    if (own.placed.empty()) {
      own.first_nanoseconds = pair.nanoseconds;
      own.first_cycles = pair.cycles;
    }
    own.placed.push_back({difference(pair.nanoseconds, own.first_nanoseconds),
                          difference(pair.cycles, own.first_cycles)});
  }
  return all;
}

// Cycles per nanosecond; 0 where the timer stood still.
double rate_of(const std::map<std::uint32_t, ProcessorPairs>& all) {
  double products = 0;
  double squares = 0;
  for (const auto& [processor, pairs] : all) {
    const auto n = static_cast<double>(pairs.placed.size());
    double mean_time = 0;
    double mean_cycles = 0;
    for (const PlacedPair& pair : pairs.placed) {
      mean_time += pair.nanoseconds / n;
      mean_cycles += pair.cycles / n;
    }
    for (const PlacedPair& pair : pairs.placed) {
      products += (pair.nanoseconds - mean_time) * (pair.cycles - mean_cycles);
      squares += (pair.nanoseconds - mean_time) * (pair.nanoseconds - mean_time);
    }
  }
  return squares > 0 ? products / squares : 0;
}

// Nanoseconds by which the timer advances: what all its readings are apart is a multiple of that.
double step_of(std::span<const ClockPair> pairs) {
  std::uint64_t step = 0;
  for (const ClockPair& pair : pairs) {
    const auto apart = static_cast<std::int64_t>(pair.nanoseconds - pairs.front().nanoseconds);
    step = std::gcd(step, static_cast<std::uint64_t>(std::abs(apart)));
  }
  return static_cast<double>(step);
}

}  // namespace

ClockAlignment align_clocks(std::span<const ClockPair> pairs) {
  ClockAlignment alignment;
  const auto all = by_processor(pairs);
  const double rate = rate_of(all);
  if (!(rate > 0)) return alignment;
  alignment.clock_hz = rate * 1e9;
  const std::uint64_t origin = all.begin()->second.first_nanoseconds;
  double widest = 0;
  for (const auto& [processor, own] : all) {
    double least = HUGE_VAL;
    double most = -HUGE_VAL;
    for (const PlacedPair& pair : own.placed) {
      const double rest = pair.cycles - rate * pair.nanoseconds;
      least = std::min(least, rest);
      most = std::max(most, rest);
    }
    const double since_origin = rate * difference(own.first_nanoseconds, origin);
    const auto shift = static_cast<std::int64_t>(std::llround((least + most) / 2 - since_origin));
    alignment.offsets[processor] = own.first_cycles + static_cast<std::uint64_t>(shift);
    widest = std::max(widest, most - least);
  }
  alignment.skew = static_cast<std::uint64_t>(std::ceil(std::max(widest, rate * step_of(pairs))));
  return alignment;
}

}  // namespace plumb::trace
