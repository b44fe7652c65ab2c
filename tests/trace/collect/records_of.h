// tests/trace/collect/records_of.h - how many records a traced point has.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "plumb/trace/collect/collect.h"

namespace plumb::trace {

inline std::uint64_t records_of(const TracedPoint& collected) {
  std::uint64_t records = 0;
  for (const TracedStamp& times : collected.stamps) records += times.time.samples.size();
  return records;
}

}  // namespace plumb::trace
