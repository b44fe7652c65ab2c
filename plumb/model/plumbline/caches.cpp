// plumb/model/plumbline/caches.cpp - the plateaus that the probe `latency` found.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/caches.h"

#include <algorithm>

#include <fmt/format.h>

namespace plumb {

double largest_cache(const Profile& profile) {
  double bytes = 0;
  for (int level = 1; level <= 8; ++level) {
    const Finding* found = finding_named(profile, fmt::format("capacity.level{}", level));
    if (found != nullptr) bytes = std::max(bytes, found->value.value);
  }
  return bytes;
}

}  // namespace plumb
