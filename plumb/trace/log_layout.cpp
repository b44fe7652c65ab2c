// plumb/trace/log_layout.cpp - offsets and size of the log.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/log_layout.h"

namespace plumb::trace {

std::uint32_t places(const LogLayout& layout) { return layout.processors * layout.warps; }

std::uint64_t records_offset(const LogLayout& layout) {
  const std::uint64_t counters = 4ULL * (std::uint64_t{places(layout)} + 1);
  return (counters + 127) / 128 * 128;
}

Bytes size_of(const LogLayout& layout) {
  return {records_offset(layout) +
          record_bytes * layout.slots * (std::uint64_t{places(layout)} + 1)};
}

}  // namespace plumb::trace
