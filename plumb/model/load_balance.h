// plumb/model/load_balance.h - whether the loads of a kernel take longer than its arithmetic.
//
// Formula  of one point: t_load = bytes loaded / B, from memory and from a unit's own cache;
//          t_arithmetic = sum over the kinds of n / X (plumbline/arithmetic_term.h)
// Source   paper 000, figure 4: it counts arithmetic instructions per load and takes no time for
//          them, for as long as the loads take longer
// Limits   rates of the whole device, all of it at work; latencies are a matter of other terms
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/base/units.h"
#include "plumb/records/pass.h"
#include "plumb/records/profile.h"

namespace plumb {

enum class Dominant {
  loads,       // even from the nearest cache
  far_loads,   // those from memory; from the nearest cache the arithmetic takes longer
  arithmetic,  // the assumption of paper 000 does not hold
  nothing_loaded,
};

std::string name_of(Dominant dominant);

struct LoadBalance {
  double loads = 0;       // of one point
  double operations = 0;  // of one point, of all kinds
  Seconds arithmetic{};   // of one point
  Seconds from_memory{};
  Seconds from_cache{};  // 0: its rate was not probed
  Dominant dominant = Dominant::nothing_loaded;
  // Operations of this mix that the device makes while one load comes from memory.
  [[nodiscard]] double hidden_by_memory() const;
  [[nodiscard]] double hidden_by_cache() const;  // 0: not known
};

// Of a pass as its workload states it, or with what was counted in the kernel. MissingParameter
// names what the profile lacks and the probe that measures it.
LoadBalance load_balance(const Profile& profile, const Pass& pass);

}  // namespace plumb
