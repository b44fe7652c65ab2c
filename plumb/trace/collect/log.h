// plumb/trace/collect/log.h - reading the log that an instrumented kernel wrote.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "plumb/device/device.h"
#include "plumb/trace/collect/align_clocks.h"
#include "plumb/trace/log_layout.h"

namespace plumb::trace {

struct Record {
  std::uint64_t first = 0;  // readings of the SM's clock, in cycles
  std::uint64_t second = 0;
  std::uint32_t stamp = 0;
  std::uint32_t lanes = 0;  // that took part, one bit each
  std::uint32_t block = 0;
  std::uint32_t warp = 0;  // of the block
  std::uint32_t processor = 0;
  std::uint32_t resident_warp = 0;  // the warp's place on the processor
  std::uint32_t launch = 0;         // the low 24 bits of the GPU's number of the grid
  std::uint32_t drawn_from = 0;     // its block is one of so many of the launch; 0: not stated
};

struct Log {
  std::vector<Record> records;
  std::vector<LaneAddresses> addresses;  // of each record, where the layout has them
  std::vector<ClockPair> clock_pairs;
  bool first_only = false;       // as its layout says
  std::uint64_t made = 0;        // records, kept or not
  std::uint64_t lost = 0;        // more records than slots, where only the first are kept
  std::uint64_t misplaced = 0;   // an SM or warp beyond the layout
  std::uint64_t unfinished = 0;  // a slot that was taken and holds no whole record
};

// What the warps of one place wrote.
struct PlaceRecords {
  std::uint32_t place = 0;
  std::uint32_t tried = 0;             // its counter
  std::span<const std::byte> records;  // its slots, at least those that are filled
};

// Adds them. `most_tried` is the largest counter of all places: a place that made fewer records
// kept a larger share of them, of which so many are left out, by chance, that every record of the
// run had the same. Counts over the log are then counts over the run, scaled.
void add_place(Log& log, const LogLayout& layout, const PlaceRecords& from,
               std::uint32_t most_tried);

// Refuses (check_failed) bytes of the wrong size.
Log read_log(std::span<const std::byte> bytes, const LogLayout& layout);

// Zeroes the log, and reads it, of a module that is loaded. Only the slots of warps that wrote are
// touched: a log may be large and nearly empty.
void clear_log(device::Queue& queue, device::Buffer& log, const LogLayout& layout);
Log fetch_log(device::Queue& queue, const device::Buffer& log, const LogLayout& layout);

}  // namespace plumb::trace
