// plumb/trace/log_layout.cpp - offsets and size of the log.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/log_layout.h"

namespace plumb::trace {

std::uint32_t places(const LogLayout& layout) { return layout.processors * layout.warps; }

std::uint64_t pair_counters_offset(const LogLayout& layout) {
  return 4ULL * (std::uint64_t{places(layout)} + 1);
}

std::uint64_t pairs_offset(const LogLayout& layout) {
  return (pair_counters_offset(layout) + 4ULL * layout.processors + 127) / 128 * 128;
}

std::uint64_t records_offset(const LogLayout& layout) {
  const std::uint64_t end =
      pairs_offset(layout) + clock_pair_bytes * clock_pairs * layout.processors;
  return (end + 127) / 128 * 128;
}

Bytes size_of(const LogLayout& layout) {
  return {records_offset(layout) +
          record_bytes * layout.slots * (std::uint64_t{places(layout)} + 1)};
}

}  // namespace plumb::trace
