// plumb/model/roofline.cpp - max of bytes over peak bandwidth and flops over peak arithmetic.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/roofline.h"

#include <algorithm>
#include <initializer_list>
#include <optional>

namespace plumb {

namespace {

// What a data sheet promises; where none is given, the largest rate that a probe saw.
double peak_or_probed(const Profile& profile, const std::optional<Quantity>& peak,
                      std::initializer_list<std::string_view> probed) {
  if (peak) return peak->value;
  double most = 0;
  for (const std::string_view name : probed) {
    const Finding* found = finding_named(profile, name);
    if (found != nullptr) most = std::max(most, found->value.value);
  }
  return most;
}

}  // namespace

Roofline::Roofline(const Profile& profile)
    : profile_(&profile),
      bandwidth_(peak_or_probed(profile, profile.peak.bandwidth,
                                {"bandwidth.memory.read", "bandwidth.memory.write",
                                 "bandwidth.memory.copy", "bandwidth.memory.triad"})),
      flops_(peak_or_probed(profile, profile.peak.flops,
                            {"compute.fma.f32.throughput", "compute.fma.f64.throughput"})) {}

LaunchCost Roofline::launch(const Launch& launch, bool) const {
  return {.device = cost_of(launch.pass)};
}

Cost Roofline::cost_of(const Pass& pass) const {
  const double bytes = demanded_bytes(pass);
  const Flops flops = flops_of(pass);
  if (bytes > 0 && !(bandwidth_ > 0)) refuse_missing(*profile_, "peak bandwidth", name());
  if (flops.count > 0 && !(flops_ > 0)) refuse_missing(*profile_, "peak flops", name());
  Cost cost;
  if (bytes > 0) cost.movement = Seconds{bytes / bandwidth_};
  if (flops.count > 0) cost.arithmetic = Seconds{flops.count / flops_};
  cost.time = std::max(cost.movement, cost.arithmetic);
  return cost;
}

std::optional<Cost> Roofline::transfer(Direction direction, Bytes amount) const {
  if (direction != Direction::within) return std::nullopt;
  // Read once and written once.
  return cost_of({.name = {}, .points = 2, .accesses = {{.bytes = amount}}});
}

}  // namespace plumb
