// plumb/model/plumbline/gather_term.h - what a processor takes for a random reference, by
// footprint.
//
// Formula  t(F) = t_c + w (t_m - t_c), w = (l(F) - l(F_c)) / (l(F_m) - l(F_c)) between 0 and 3/2:
//          t_c and t_m are what a random cell of a field in the cache and of one in memory takes
//          beyond a stream, F_c and F_m their bytes, and l the latency of random loads
// Source   the probe `patterns` (patterns.gather.*, a plain loop along a row), the curves
//          latency.random and elements.r1w1.4B
// Limits   elements of 4 and 8 bytes; between the two, and beyond, the nearer one is taken
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "plumb/model/plumbline/probed_curve.h"

namespace plumb {

class GatherTerm {
 public:
  explicit GatherTerm(const Profile& profile);

  // Whether references of so many bytes were probed.
  [[nodiscard]] bool knows(std::uint64_t width) const { return of(width).in_memory >= 0; }
  // Seconds of a reference to one of `footprint` bytes, beyond a stream.
  [[nodiscard]] double estimate(std::uint64_t width, double footprint) const;

 private:
  struct Probed {
    double in_cache = -1;  // seconds beyond a stream; negative: not probed
    double in_memory = -1;
    double latency_of_cache = 0;
    double latency_of_memory = 0;
  };
  [[nodiscard]] const Probed& of(std::uint64_t width) const {
    return probed_.at(width > 4 ? 1 : 0);
  }

  std::array<Probed, 2> probed_{};  // of 4 and of 8 bytes
  TimeCurve latency_;
};

}  // namespace plumb
