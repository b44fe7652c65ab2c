// plumb/model/plumbline/flight_term.h - the time of a launch by how much it has in flight.
//
// Formula  turns / W x t + chain / W x latency + waves x barriers x t_barrier, W = min(work-items,
//          those that are resident), waves = work-items / W: t is the time that one work-item takes
//          for one turn of a loop, nothing where it makes one turn alone; chain counts the
//          references that wait for the one before, on a GPU each for the second level at least,
//          and for what another unit wrote, whose part of that level may be the farther one;
//          through samplers those of image_term.h.
//          A processor goes on to other points while one waits: there W is what its random loads
//          have in flight by Little's law, their probed rate times the latency; its barriers are
//          loops over the work-items of a group, so waves counts groups as large as the probe's
//          Bytes, waits and arithmetic pass beside each other where the units are full (the joint
//          formulas of this and of overlap_term.h), one after the other where one work-item is
//          alone, and straight between both by the share of resident work-items
//          turns are those of the work-item with the most points, where the pass says that they
//          differ, less what is asked for ahead, and of the resident ones those are in flight that
//          have them; a turn that waits for its load is counted once.
//          Where clusters were not probed, two loads of what another kernel wrote stand for a
//          barrier between groups, with a spread as large
// Source   the probe `threads` (8 bytes moved per turn over threads.*.per_item, unrolled as
//          compilers do), the plateaus of the probe `latency`, the probes `barrier` and `patterns`
// Limits   loops whose turns depend on each other, or that a compiler unrolls more or less than the
//          probe's, take up to twice or half as long: the spread says so
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "plumb/model/plumbline/estimate.h"
#include "plumb/model/plumbline/group_room.h"
#include "plumb/model/plumbline/image_term.h"
#include "plumb/records/pass.h"
#include "plumb/records/profile.h"
#include "plumb/records/program.h"

namespace plumb {

// Work-items of a launch.
struct Flight {
  double items = 0;
  double busy = 0;      // as many as would do all points if each had as many as the longest has
  double resident = 0;  // that the device holds at once (group_room.h); 0: not known

  // Of those that are resident; the others have their places meanwhile.
  [[nodiscard]] double busy_at_once() const {
    return items > 0 ? resident * busy / items : resident;
  }
};

class FlightTerm {
 public:
  explicit FlightTerm(const Profile& profile);

  [[nodiscard]] Flight flight_of(const Launch& launch) const;
  // Of a launch of which no more is known.
  [[nodiscard]] Flight all_alike(double items) const { return {items, items, resident_}; }
  // Refuses (MissingParameter) a chain where latencies are not known.
  [[nodiscard]] Estimate of_loops(const Pass& pass, const Flight& flight) const;
  // `ahead`: that part of them which nobody waits for before its turn comes.
  [[nodiscard]] Estimate of_chains(const Pass& pass, const Flight& flight, bool ahead) const;
  // Where no barrier was probed, four loads from the nearest level stand for one.
  [[nodiscard]] Estimate of_barriers(const Pass& pass, const Flight& flight) const;
  // The share of the work-items that its units could hold which a launch has there: the others
  // compute and load while one waits; where there are few, each does one after the other. 1 where
  // that is not known, and on a processor, which looks ahead by itself.
  [[nodiscard]] double fullness(const Flight& flight, double share) const;
  // r of (T_bandwidth^r + T_flight^r)^(1/r).
  [[nodiscard]] double sharpness() const { return sharpness_; }
  [[nodiscard]] const ImageTerm& images() const { return images_; }

 private:
  struct Level {
    double bytes = 0;  // that it holds; infinite for memory
    Quantity latency;
  };
  [[nodiscard]] Quantity latency_of(double bytes) const;
  // Of an access to memory, or through a sampler.
  [[nodiscard]] Estimate latency_of(const Access& access, double points) const;
  [[nodiscard]] double loads_in_flight(std::string_view level) const;
  [[nodiscard]] double waves_of(const Flight& flight) const;
  [[nodiscard]] Estimate barrier_of(const Flight& flight) const;

  const Profile* profile_;
  bool is_cpu_;
  ImageTerm images_;
  double resident_ = 0;  // work-items where units hold as many as they can; 0: not known
  GroupRoom room_;
  double in_flight_ = 0;  // loads of a processor
  double turn_ = 0;       // seconds
  double sharpness_ = 1;
  Estimate barrier_;
  Estimate busy_barrier_;     // where all units are full; 0: not probed
  Estimate cluster_barrier_;  // 0: not probed
  bool barrier_is_known_ = false;
  std::vector<Level> levels_;
  Quantity handed_on_;  // a load of what another kernel wrote; 0: not probed, or a processor
};

}  // namespace plumb
