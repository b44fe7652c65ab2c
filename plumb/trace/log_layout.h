// plumb/trace/log_layout.h - where the records of the log are that an instrumented kernel writes.
//
//   from byte 0       one 32-bit counter per place: records written or tried
//   then, aligned     per place `slots` records of 32 bytes
//
// A place is a warp of an SM, as its warp finds itself when it begins. Behind them lies one more,
// for warps whose SM or number is beyond the layout: their records are counted there.
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

// Of warps; the one behind them has this number.
std::uint32_t places(const LogLayout& layout);
std::uint64_t records_offset(const LogLayout& layout);
Bytes size_of(const LogLayout& layout);

}  // namespace plumb::trace
