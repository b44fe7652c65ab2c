// plumb/trace/log_layout.cpp - offsets and size of the log.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/log_layout.h"

namespace plumb::trace {

std::uint32_t check_of(const RecordWords& words, std::uint32_t number) {
  std::uint32_t check = number;
  for (const std::size_t i : {6U, 7U, 4U, 5U, 0U, 1U, 2U}) check = check * check_factor + words[i];
  return check * check_factor;
}

std::optional<std::uint32_t> second_high(const RecordWords& words, std::uint32_t number) {
  constexpr std::uint32_t most_apart = 256;  // readings of another SM may come first
  const std::uint32_t high = words[3] - check_of(words, number);
  if (high - words[1] + most_apart >= 2 * most_apart) return std::nullopt;
  return high;
}

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

std::uint64_t slot_bytes(const LogLayout& layout) {
  return layout.addresses ? 2 * sizeof(LaneAddresses) : record_bytes;
}

std::uint64_t addresses_offset(const LogLayout& layout) {
  return records_offset(layout) + record_bytes;
}

Bytes size_of(const LogLayout& layout) {
  return {records_offset(layout) +
          slot_bytes(layout) * layout.slots * (std::uint64_t{places(layout)} + 1)};
}

}  // namespace plumb::trace
