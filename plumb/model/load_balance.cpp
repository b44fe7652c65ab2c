// plumb/model/load_balance.cpp - times of loads and of arithmetic, one point of many.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/load_balance.h"

#include <algorithm>

#include "plumb/model/model.h"
#include "plumb/model/plumbline/arithmetic_term.h"
#include "plumb/model/plumbline/probed_curve.h"

namespace plumb {
namespace {

// So many points that the device is full.
constexpr double full_device = 1e9;

double reading_share(Use use) {
  if (use == Use::write) return 0;
  return use == Use::both ? 0.5 : 1;
}

// Bytes per second of a unit's own cache: its plateau, or the fastest footprint; 0: not probed.
double cache_rate(const Profile& profile) {
  if (const Finding* level = finding_named(profile, "bandwidth.private.read.level1"))
    return level->value.value;
  double most = 0;
  if (const Curve* curve = curve_named(profile, "bandwidth.private.read")) {
    for (const CurvePoint& point : curve->points) most = std::max(most, point.y.value);
  }
  return most;
}

double hidden_by(const LoadBalance& balance, Seconds loading) {
  return balance.loads > 0 && balance.arithmetic > Seconds{}
             ? balance.operations * (loading / balance.arithmetic) / balance.loads
             : 0;
}

}  // namespace

std::string name_of(Dominant dominant) {
  switch (dominant) {
    case Dominant::loads:
      return "loads";
    case Dominant::far_loads:
      return "loads from memory";
    case Dominant::arithmetic:
      return "arithmetic";
    case Dominant::nothing_loaded:
      break;
  }
  return "nothing is loaded";
}

double LoadBalance::hidden_by_memory() const { return hidden_by(*this, from_memory); }
double LoadBalance::hidden_by_cache() const { return hidden_by(*this, from_cache); }

LoadBalance load_balance(const Profile& profile, const Pass& pass) {
  LoadBalance balance;
  double bytes = 0;
  for (const Access& access : pass.accesses) {
    const double loads = executed_references(access) * reading_share(access.use);
    balance.loads += loads;
    bytes += loads * static_cast<double>(access.bytes.count);
  }
  Pass many = pass;
  many.points = static_cast<std::uint64_t>(full_device);
  many.turns = 1;
  many.alone = 0;
  many.accesses.clear();  // loads stand beside the operations here, not among them
  many.local_traffic = 0;
  balance.operations = all_operations(pass);
  balance.arithmetic =
      Seconds{ArithmeticTerm(profile).estimate(many, full_device).seconds / full_device};
  const Finding* memory = finding_named(profile, "bandwidth.memory.read");
  if (memory == nullptr)
    refuse_missing(profile, "bandwidth.memory.read (plumb probe --only bandwidth)", "plumbline");
  balance.from_memory = Seconds{bytes / memory->value.value};
  if (const double rate = cache_rate(profile); rate > 0) balance.from_cache = Seconds{bytes / rate};
  if (!(bytes > 0)) return balance;
  balance.dominant = balance.arithmetic > balance.from_memory  ? Dominant::arithmetic
                     : balance.arithmetic > balance.from_cache ? Dominant::far_loads
                                                               : Dominant::loads;
  return balance;
}

}  // namespace plumb
