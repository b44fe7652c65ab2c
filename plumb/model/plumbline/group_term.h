// plumb/model/plumbline/group_term.h - how long a device takes to begin the groups of a launch.
//
// Formula  T_groups = G t(n): G groups of n work-items, each of which the device needs t for,
//          however little it does; a launch takes at least that
// Source   the probe `launch`: the curve launch.group, groups that do nothing
// Limits   GPUs: a processor's groups are in the times of its elements. A profile without the curve
//          takes groups for free
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/model/plumbline/probed_curve.h"
#include "plumb/records/program.h"

namespace plumb {

class GroupTerm {
 public:
  explicit GroupTerm(const Profile& profile);
  // Of all groups; nothing where the launch's shape is not known.
  [[nodiscard]] Estimate estimate(const Launch& launch) const;

 private:
  TimeCurve one_;  // seconds of one, by its work-items; empty: not probed, or a processor
};

}  // namespace plumb
