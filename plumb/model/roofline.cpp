// plumb/model/roofline.cpp - max of bytes over peak bandwidth and flops over peak arithmetic.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/roofline.h"

#include <algorithm>

namespace plumb {

LaunchCost Roofline::launch(const Launch& launch, bool) const {
  return {.device = cost_of(launch.pass)};
}

Cost Roofline::cost_of(const Pass& pass) const {
  const Peak& peak = profile_->peak;
  const double bytes = demanded_bytes(pass);
  const Flops flops = flops_of(pass);
  if (bytes > 0 && !peak.bandwidth) refuse_missing(*profile_, "peak bandwidth", name());
  if (flops.count > 0 && !peak.flops) refuse_missing(*profile_, "peak flops", name());
  Cost cost;
  if (bytes > 0) cost.movement = Seconds{bytes / peak.bandwidth->value};
  if (flops.count > 0) cost.arithmetic = Seconds{flops.count / peak.flops->value};
  cost.time = std::max(cost.movement, cost.arithmetic);
  return cost;
}

std::optional<Cost> Roofline::transfer(Direction direction, Bytes amount) const {
  if (direction != Direction::within) return std::nullopt;
  // Read once and written once.
  return cost_of({.name = {}, .points = 2, .accesses = {{.bytes = amount}}});
}

}  // namespace plumb
