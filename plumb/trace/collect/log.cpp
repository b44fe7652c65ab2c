// plumb/trace/collect/log.cpp - reading the log.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/collect/log.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb::trace {
namespace {

template <class Value>
Value value_at(std::span<const std::byte> bytes, std::uint64_t offset) {
  Value value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

// What stands before the records, as words.
std::vector<std::uint32_t> head_of(device::Queue& queue, const device::Buffer& log,
                                   const LogLayout& layout) {
  if (log.size() != size_of(layout)) {
    throw Error(ErrorKind::check_failed, fmt::format("a log of {} bytes; its layout needs {}",
                                                     log.size().count, size_of(layout).count));
  }
  std::vector<std::uint32_t> head(records_offset(layout) / 4);
  queue.read(std::as_writable_bytes(std::span(head)), log, {});
  queue.wait();
  return head;
}

}  // namespace

void add_warp(Log& log, const LogLayout& layout, std::uint32_t place, std::uint32_t tried,
              std::span<const std::byte> records) {
  const std::uint32_t kept = std::min(tried, layout.slots);
  log.lost += tried - kept;
  for (std::uint32_t slot = 0; slot < kept; ++slot) {
    const std::uint64_t at = record_bytes * slot;
    const auto number = value_at<std::uint32_t>(records, at + 16);
    if (number == 0) {
      ++log.unfinished;
      continue;
    }
    log.records.push_back({.first = value_at<std::uint64_t>(records, at),
                           .second = value_at<std::uint64_t>(records, at + 8),
                           .stamp = number - 1,
                           .lanes = value_at<std::uint32_t>(records, at + 20),
                           .block = value_at<std::uint32_t>(records, at + 24),
                           .warp = value_at<std::uint32_t>(records, at + 28),
                           .processor = place / layout.warps,
                           .resident_warp = place % layout.warps});
  }
}

Log read_log(std::span<const std::byte> bytes, const LogLayout& layout) {
  if (bytes.size() != size_of(layout).count) {
    throw Error(ErrorKind::check_failed, fmt::format("a log of {} bytes; its layout needs {}",
                                                     bytes.size(), size_of(layout).count));
  }
  Log log;
  log.misplaced = value_at<std::uint32_t>(bytes, 4ULL * places(layout));
  const std::uint64_t per_warp = record_bytes * layout.slots;
  for (std::uint32_t place = 0; place < places(layout); ++place) {
    add_warp(log, layout, place, value_at<std::uint32_t>(bytes, 4ULL * place),
             bytes.subspan(records_offset(layout) + place * per_warp, per_warp));
  }
  return log;
}

void clear_log(device::Queue& queue, device::Buffer& log, const LogLayout& layout) {
  const std::vector<std::uint32_t> head = head_of(queue, log, layout);
  const std::uint64_t per_warp = record_bytes * layout.slots;
  const std::vector<std::byte> zeros(std::max(per_warp, records_offset(layout)));
  for (std::uint32_t place = 0; place <= places(layout); ++place) {
    if (head[place] == 0) continue;
    queue.write(log, Bytes{records_offset(layout) + place * per_warp},
                std::span(zeros).first(per_warp));
  }
  queue.write(log, {}, std::span(zeros).first(records_offset(layout)));
  queue.wait();
}

Log fetch_log(device::Queue& queue, const device::Buffer& log, const LogLayout& layout) {
  const std::vector<std::uint32_t> head = head_of(queue, log, layout);
  Log result;
  result.misplaced = head[places(layout)];
  std::vector<std::byte> records;
  for (std::uint32_t place = 0; place < places(layout); ++place) {
    const std::uint32_t tried = head[place];
    if (tried == 0) continue;
    records.resize(record_bytes * std::min(tried, layout.slots));
    queue.read(records, log, Bytes{records_offset(layout) + place * record_bytes * layout.slots});
    queue.wait();
    add_warp(result, layout, place, tried, records);
  }
  return result;
}

}  // namespace plumb::trace
