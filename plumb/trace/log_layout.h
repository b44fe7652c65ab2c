// plumb/trace/log_layout.h - where the records of the log are that an instrumented kernel writes.
//
//   bytes 0..3        records that had no place: an SM or warp number beyond the layout
//   from byte 128     one 32-bit counter per warp: records written or tried
//   then, aligned     per warp `slots` records of 32 bytes
//
// The kernels (stamp/) and the reader of the log (collect/) agree on it here.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "plumb/base/units.h"

namespace plumb::trace {

// By SM, by warp of the SM, by slot.
struct LogLayout {
  std::uint32_t processors = 160;
  std::uint32_t warps = 64;   // of a processor
  std::uint32_t slots = 256;  // of a warp
};

inline constexpr std::uint64_t record_bytes = 32;
inline constexpr std::uint64_t counters_offset = 128;

std::uint64_t records_offset(const LogLayout& layout);
Bytes size_of(const LogLayout& layout);

}  // namespace plumb::trace
