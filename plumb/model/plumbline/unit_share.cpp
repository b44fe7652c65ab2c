// plumb/model/plumbline/unit_share.cpp - groups over units.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/unit_share.h"

#include <algorithm>
#include <cmath>

namespace plumb {

std::uint64_t group_of(const Launch& launch) {
  if (launch.pass.group > 0) return launch.pass.group;
  if (launch.kernel.empty()) return 0;
  return launch.local[0] * launch.local[1] * launch.local[2];
}

double unit_share(const Launch& launch, const Profile& profile) {
  const auto units = static_cast<double>(profile.provenance.device.compute_units);
  const std::uint64_t group = group_of(launch);
  if (group == 0 || units == 0) return 1;
  const double groups =
      std::ceil(static_cast<double>(items_of(launch)) / static_cast<double>(group));
  return std::max(1.0, groups) / (units * std::max(1.0, std::ceil(groups / units)));
}

}  // namespace plumb
