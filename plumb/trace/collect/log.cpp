// plumb/trace/collect/log.cpp - reading the log.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/collect/log.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/records/fill.h"

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

// Of those that a place kept, so that places with few records and places with many keep the same
// share: slots / most_tried. Which ones depends on the slot alone, not on what it holds.
bool is_left_out(const LogLayout& layout, const PlaceRecords& from, std::uint32_t slot,
                 std::uint32_t most_tried) {
  const double share = static_cast<double>(std::max(from.tried, layout.slots)) /
                       static_cast<double>(std::max(most_tried, layout.slots));
  const std::uint32_t drawn = mix_bits(mix_bits(from.place + 1) + slot);
  return static_cast<double>(drawn) >= share * 0x1p32;
}

// The first pairs of an SM and the last ones.
std::vector<ClockPair> pairs_of(std::span<const std::uint32_t> head, const LogLayout& layout) {
  std::vector<ClockPair> pairs;
  const std::span<const std::byte> bytes = std::as_bytes(head);
  for (std::uint32_t processor = 0; processor < layout.processors; ++processor) {
    const std::uint32_t began = head[pair_counters_offset(layout) / 4 + processor];
    for (std::uint32_t i = 0; i < std::min(began, clock_pairs); ++i) {
      const std::uint64_t at =
          pairs_offset(layout) + clock_pair_bytes * (std::uint64_t{processor} * clock_pairs + i);
      const auto nanoseconds = value_at<std::uint64_t>(bytes, at);
      if (nanoseconds == 0) continue;  // taken and not written
      pairs.push_back({processor, nanoseconds, value_at<std::uint64_t>(bytes, at + 8)});
    }
  }
  return pairs;
}

// Those of the lanes that took part. Absent where one was stored with another record; `number`
// becomes that of all.
std::optional<LaneAddresses> addresses_at(std::span<const std::byte> bytes, std::uint32_t lanes,
                                          std::uint32_t& number) {
  auto addresses = value_at<LaneAddresses>(bytes, 0);
  if (lanes == 0) return std::nullopt;
  const auto first = static_cast<std::size_t>(std::countr_zero(lanes));
  number = static_cast<std::uint32_t>(addresses[first] >> address_bits);
  for (std::uint32_t lane = 0; lane < most_lanes; ++lane) {
    std::uint64_t& address = addresses[lane];
    const bool part = (lanes >> lane & 1U) != 0;
    if (part && address >> address_bits != number) return std::nullopt;
    address = part ? address & ((std::uint64_t{1} << address_bits) - 1) : 0;
  }
  return addresses;
}

// `records_at` gives so many bytes of the records of a place.
template <class RecordsAt>
Log log_of(std::span<const std::uint32_t> head, const LogLayout& layout, RecordsAt records_at) {
  Log log;
  log.first_only = layout.first_only;
  log.misplaced = head[places(layout)];
  log.clock_pairs = pairs_of(head, layout);
  const std::span<const std::uint32_t> counters = head.first(places(layout));
  const std::uint32_t most_tried = *std::ranges::max_element(counters);
  for (std::uint32_t place = 0; place < places(layout); ++place) {
    const std::uint32_t tried = counters[place];
    if (tried == 0) continue;
    const auto records = records_at(place, slot_bytes(layout) * std::min(tried, layout.slots));
    add_place(log, layout, {place, tried, records}, most_tried);
  }
  return log;
}

}  // namespace

void add_place(Log& log, const LogLayout& layout, const PlaceRecords& from,
               std::uint32_t most_tried) {
  const std::uint32_t kept = std::min(from.tried, layout.slots);
  log.made += from.tried;
  if (layout.first_only) log.lost += from.tried - kept;
  for (std::uint32_t slot = 0; slot < kept; ++slot) {
    const std::span<const std::byte> bytes =
        from.records.subspan(slot_bytes(layout) * slot, slot_bytes(layout));
    const auto words = value_at<RecordWords>(bytes, 0);
    const std::uint32_t number = words[4];
    std::uint32_t of_addresses = 0;
    std::optional<LaneAddresses> addresses;
    if (layout.addresses)
      addresses = addresses_at(bytes.subspan(record_bytes), words[5], of_addresses);
    const std::optional<std::uint32_t> high = second_high(words, of_addresses);
    if (number == 0 || !high || (layout.addresses && !addresses)) {
      ++log.unfinished;
      continue;
    }
    if (!layout.first_only && is_left_out(layout, from, slot, most_tried)) continue;
    if (addresses) log.addresses.push_back(*addresses);
    const std::uint32_t warp_and_launch = words[7];
    log.records.push_back({.first = std::uint64_t{words[1]} << 32U | words[0],
                           .second = std::uint64_t{*high} << 32U | words[2],
                           .stamp = number % (1U << stamp_bits) - 1,
                           .lanes = words[5],
                           .block = words[6],
                           .warp = warp_and_launch % (1U << warp_bits),
                           .processor = from.place / layout.warps,
                           .resident_warp = from.place % layout.warps,
                           .launch = warp_and_launch >> warp_bits,
                           .drawn_from = number >> stamp_bits});
  }
}

Log read_log(std::span<const std::byte> bytes, const LogLayout& layout) {
  if (bytes.size() != size_of(layout).count) {
    throw Error(ErrorKind::check_failed, fmt::format("a log of {} bytes; its layout needs {}",
                                                     bytes.size(), size_of(layout).count));
  }
  std::vector<std::uint32_t> head(records_offset(layout) / 4);
  std::memcpy(head.data(), bytes.data(), records_offset(layout));
  const std::uint64_t per_place = slot_bytes(layout) * layout.slots;
  return log_of(head, layout, [&](std::uint32_t place, std::uint64_t size) {
    return bytes.subspan(records_offset(layout) + place * per_place, size);
  });
}

void clear_log(device::Queue& queue, device::Buffer& log, const LogLayout& layout) {
  const std::vector<std::uint32_t> head = head_of(queue, log, layout);
  const std::uint64_t per_warp = slot_bytes(layout) * layout.slots;
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
  std::vector<std::byte> records;
  return log_of(head, layout, [&](std::uint32_t place, std::uint64_t size) {
    records.resize(size);
    queue.read(records, log,
               Bytes{records_offset(layout) + place * slot_bytes(layout) * layout.slots});
    queue.wait();
    return std::span<const std::byte>(records);
  });
}

}  // namespace plumb::trace
