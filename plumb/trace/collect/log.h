// plumb/trace/collect/log.h - reading the log that an instrumented kernel wrote.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "plumb/device/device.h"
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
};

struct Log {
  std::vector<Record> records;
  std::uint64_t lost = 0;        // more records than slots
  std::uint64_t misplaced = 0;   // an SM or warp beyond the layout
  std::uint64_t unfinished = 0;  // a slot that was taken and not written
};

// Adds what one warp wrote: `tried` is its counter, `records` its slots, at least those it filled.
void add_warp(Log& log, const LogLayout& layout, std::uint32_t place, std::uint32_t tried,
              std::span<const std::byte> records);

// Refuses (check_failed) bytes of the wrong size.
Log read_log(std::span<const std::byte> bytes, const LogLayout& layout);

// Zeroes the log, and reads it, of a module that is loaded. Only the slots of warps that wrote are
// touched: a log may be large and nearly empty.
void clear_log(device::Queue& queue, device::Buffer& log, const LogLayout& layout);
Log fetch_log(device::Queue& queue, const device::Buffer& log, const LogLayout& layout);

}  // namespace plumb::trace
