// plumb/records/lane_addresses.cpp - strides and sectors.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/lane_addresses.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace plumb {

std::optional<std::int64_t> stride_of(const LaneAddresses& addresses, std::uint32_t lanes) {
  const auto first = static_cast<std::uint32_t>(std::countr_zero(lanes));
  std::optional<std::int64_t> stride;
  for (std::uint32_t lane = first + 1; lane < most_lanes; ++lane) {
    if ((lanes >> lane & 1U) == 0) continue;
    const auto apart = static_cast<std::int64_t>(addresses[lane] - addresses[first]);
    const auto steps = static_cast<std::int64_t>(lane - first);
    if (apart % steps != 0 || (stride && *stride != apart / steps)) return std::nullopt;
    stride = apart / steps;
  }
  return stride.value_or(0);
}

std::uint32_t sectors_touched(const LaneAddresses& addresses, std::uint32_t lanes,
                              std::uint32_t bytes) {
  std::vector<std::uint64_t> sectors;
  for (std::uint32_t lane = 0; lane < most_lanes; ++lane) {
    if ((lanes >> lane & 1U) == 0 || bytes == 0) continue;
    const std::uint64_t last = (addresses[lane] + bytes - 1) / sector_bytes;
    for (std::uint64_t sector = addresses[lane] / sector_bytes; sector <= last; ++sector)
      sectors.push_back(sector);
  }
  std::ranges::sort(sectors);
  const auto again = std::ranges::unique(sectors);
  return static_cast<std::uint32_t>(again.begin() - sectors.begin());
}

std::uint32_t fewest_sectors(std::uint32_t lanes, std::uint32_t bytes) {
  const auto all = static_cast<std::uint64_t>(std::popcount(lanes)) * bytes;
  return static_cast<std::uint32_t>((all + sector_bytes - 1) / sector_bytes);
}

}  // namespace plumb
