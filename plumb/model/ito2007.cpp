// plumb/model/ito2007.cpp - equations 2 to 4 of paper 000; equation 1 is Prediction::total().
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/ito2007.h"

#include <fmt/format.h>

namespace plumb {
namespace {

// bytes/B + L: all three equations have this form. Bytes may be a fraction, see demanded_bytes.
Cost moved(double bytes, const Path& path) {
  const Seconds movement{bytes / path.bandwidth.value};
  return {.time = movement + path.latency, .movement = movement, .latency = path.latency};
}

}  // namespace

// T2 = KJS/B2 + L2                                             (paper 000, eq. 3)
LaunchCost Ito2007::launch(const Launch& launch, bool) const {
  return {.device = moved(demanded_bytes(launch.pass), path(paths_->memory, "memory"))};
}

// T1 = JS/B1 + L1,   T3 = JS/B3 + L3                           (paper 000, eq. 2 and 4)
// A copy within the device is the paper's copy_op, a pass with K = 1.
std::optional<Cost> Ito2007::transfer(Direction direction, Bytes amount) const {
  const auto bytes = static_cast<double>(amount.count);
  switch (direction) {
    case Direction::in:
      return moved(bytes, path(paths_->transfer_in, "transfer_in"));
    case Direction::out:
      return moved(bytes, path(paths_->transfer_out, "transfer_out"));
    case Direction::within:
      break;
  }
  return moved(bytes, path(paths_->memory, "memory"));
}

Path Ito2007::path(const std::optional<MeasuredPath>& measured, std::string_view name) const {
  if (!measured) {
    refuse_missing(*profile_, fmt::format("path '{}' in its set '{}'", name, paths_->name),
                   "ito2007");
  }
  return path_of(*measured);
}

}  // namespace plumb
