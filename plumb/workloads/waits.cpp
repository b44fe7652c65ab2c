// plumb/workloads/waits.cpp - paths of work-items as counts per point.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/waits.h"

#include <algorithm>
#include <cmath>

namespace plumb {

double tree_steps(std::uint64_t group) {
  return std::ceil(std::log2(static_cast<double>(std::max<std::uint64_t>(1, group))));
}

// Items beyond the points have nothing to wait for.
void wait_in_turn(Launch& launch, std::size_t access, double references) {
  const auto points = static_cast<double>(launch.pass.points);
  if (points == 0) return;
  const double waiting = std::min(static_cast<double>(items_of(launch)), points);
  Access& waits = launch.pass.accesses.at(access);
  waits.dependent = std::min(executed_references(waits), references * waiting / points);
}

}  // namespace plumb
