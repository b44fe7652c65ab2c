// plumb/model/plumbline/flight_term.h - the time of a launch by how much it has in flight.
//
// Formula  turns / W x t + chain / W x latency + waves x barriers x t_barrier, W = min(work-items,
//          those that are resident), waves = work-items / W: t is the time that one work-item takes
//          for one turn of a loop, nothing where it makes one turn alone; chain counts the
//          references that wait for the one before, on a GPU each for the second level at least
// Source   the probe `threads` (8 bytes moved per turn over threads.*.per_item, unrolled as
//          compilers do), the plateaus of the probe `latency`, the probe `barrier`
// Limits   loops whose turns depend on each other, or that a compiler unrolls more or less than the
//          probe's, take up to twice or half as long: the spread says so
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/model/plumbline/estimate.h"
#include "plumb/records/pass.h"
#include "plumb/records/profile.h"

namespace plumb {

class FlightTerm {
 public:
  explicit FlightTerm(const Profile& profile);

  // Refuses (MissingParameter) a chain where latencies are not known.
  [[nodiscard]] Estimate of_loops(const Pass& pass, double items) const;
  [[nodiscard]] Estimate of_chains(const Pass& pass, double items) const;
  // Where no barrier was probed, four loads from the nearest level stand for one.
  [[nodiscard]] Estimate of_barriers(const Pass& pass, double items) const;
  // r of (T_bandwidth^r + T_flight^r)^(1/r).
  [[nodiscard]] double sharpness() const { return sharpness_; }

 private:
  struct Level {
    double bytes = 0;  // that it holds; infinite for memory
    Quantity latency;
  };
  [[nodiscard]] const Quantity& latency_of(double bytes) const;

  const Profile* profile_;
  bool is_cpu_;
  double resident_ = 0;  // work-items; 0: not known
  double turn_ = 0;      // seconds
  double sharpness_ = 1;
  Estimate barrier_;
  bool barrier_is_known_ = false;
  std::vector<Level> levels_;
};

}  // namespace plumb
