// plumb/probe/group_rate.cpp - many groups that end as soon as they begin.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/group_rate.h"

#include <algorithm>

namespace plumb {

void add_group_rate(Probing& probing, const device::Kernel& empty) {
  const std::uint64_t largest = std::min<std::uint64_t>(1024, probing.info().largest_group);
  const std::uint64_t groups = probing.options().brief ? 16
                               : probing.on_cpu()      ? 1U << 12U
                                                       : 1U << 17U;
  Curve curve{
      .name = "launch.group", .x_name = "work-items per group", .x_unit = "1", .points = {}};
  for (std::uint64_t group = 32; group <= largest; group *= 2) {
    // One after the other and half of that: what every launch takes cancels.
    const auto launched = [&](std::uint64_t count) {
      return probing.device_once(
          [&] { probing.queue().launch(empty, device::grid(count, group), {}); });
    };
    const Quantity half =
        probing.difference([&] { return launched(groups); }, [&] { return launched(groups / 2); });
    curve.points.push_back(
        {.x = static_cast<double>(group), .y = transformed(half, "s", [&](double seconds) {
                                            return seconds / (static_cast<double>(groups) / 2);
                                          })});
  }
  probing.add(std::move(curve));
}

}  // namespace plumb
