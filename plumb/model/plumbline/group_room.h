// plumb/model/plumbline/group_room.h - how many work-items of a launch the units hold at once.
//
// Formula  W = U n min( T / (U n), L / (l + 1 KiB), R / (r n) ), each quotient rounded down and at
//          least 1: groups of n work-items on U units that hold T work-items together; a unit has L
//          bytes of local memory and R registers, a group takes l bytes and r registers for each
//          of its work-items
// Source   threads.resident_groups of the probe `threads`; the description of the device in the
//          profile (CUDA says what a unit has); `local_memory` and `registers` of a pass and what a
//          launch gives its groups
// Limits   GPUs. What the profile or the pass does not say sets no limit: a quotient that is not
//          known is left out, and OpenCL says nothing of units. Compilers give registers eight at a
//          time, the driver takes a kibibyte of each group, as on NVIDIA's GPUs of today
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/records/profile.h"
#include "plumb/records/program.h"

namespace plumb {

// Bytes of a group, those of the kernel and those of the launch.
double local_memory_of(const Launch& launch);
// What a group is given of them.
double registers_of(const Launch& launch);

class GroupRoom {
 public:
  // `all`: work-items that the units hold where nothing else is short; 0: not known.
  GroupRoom(const Profile& profile, double all);

  // Work-items; `all` where the launch's shape is not known.
  [[nodiscard]] double resident(const Launch& launch) const;

 private:
  double all_;
  double units_;
  double local_memory_ = 0;  // of a unit; 0: not known
  double registers_ = 0;
};

}  // namespace plumb
