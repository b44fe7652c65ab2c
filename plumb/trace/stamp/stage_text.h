// plumb/trace/stamp/stage_text.h - the PTX that keeps a warp's records in shared memory until it
// ends.
//
// Paper 002, section 5.2: stamps are kept on the chip and written out at the end, unless that
// lowers the number of resident threads. Per warp: a counter of records, a counter of those already
// written out, and the slots. Lanes of one warp may end at different times, so each end writes what
// is new.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "plumb/trace/stamp_table.h"

namespace plumb::trace {

struct Staging {
  std::uint32_t warps = 0;  // of a block; the records of further ones go straight to global memory
  std::uint32_t slots = 8;  // of a warp; likewise
  // Dynamic shared memory lies behind it and must stay as aligned as it was: see stage_alignment.
  bool before_dynamic = false;
};

// Programs take the start of dynamic shared memory for aligned without saying so (swizzled tiles
// need 1024 bytes): what lies before it is as long as a multiple of this.
inline constexpr std::uint64_t stage_alignment = 1024;

// Shared memory that a block needs for it.
std::uint64_t bytes_of(const Staging& staging);

// The register `number`, that of a record at its place, becomes the slot that it takes: its own
// while there are slots, then one drawn from as many as there were records, so that the longer a
// warp runs the rarer a record finds a slot. It is drawn from the number and the place alone, so it
// depends on nothing that is measured. Nothing where only the first records are kept. Uses
// %plumb_i, %plumb_r and %plumb_q.
std::string slot_drawn(const LogLayout& layout, std::string_view number);

// Declares the memory and empties it; for the start of a kernel. Uses %plumb_warp.
std::string stage_start(const Staging& staging);

// Within the block of a record: keeps it if there is room and goes to the label `kept`. `first` is
// the register of the first reading, `number` sets %plumb_i to what stands for the stamp, `id`
// tells the labels of several records apart.
std::string stage_record(const Staging& staging, const std::string& first,
                         const std::string& number, std::uint32_t id, const std::string& kept);

// Before the end of a kernel; `log` is the name of the log, `id` tells the labels of several ends
// apart.
std::string stage_flush(const Staging& staging, const LogLayout& layout, const std::string& log,
                        std::uint32_t id);

}  // namespace plumb::trace
