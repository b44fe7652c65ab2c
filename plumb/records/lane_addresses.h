// plumb/records/lane_addresses.h - the addresses that the lanes of a warp access together.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace plumb {

inline constexpr std::uint32_t most_lanes = 32;
inline constexpr std::uint64_t sector_bytes = 32;  // what caches of NVIDIA's GPUs fetch at least
inline constexpr unsigned address_bits = 52;       // that are kept

// By lane; 0 for those that took no part, and for all where the access has no address.
using LaneAddresses = std::array<std::uint64_t, most_lanes>;

// Bytes from one lane to the next where all lie on one line: address = first + stride * (lane -
// first lane). Absent: they do not. One lane alone, and no address, have 0.
std::optional<std::int64_t> stride_of(const LaneAddresses& addresses, std::uint32_t lanes);

// Sectors that accesses of so many bytes touch, and the fewest that hold as many bytes.
std::uint32_t sectors_touched(const LaneAddresses& addresses, std::uint32_t lanes,
                              std::uint32_t bytes);
std::uint32_t fewest_sectors(std::uint32_t lanes, std::uint32_t bytes);

}  // namespace plumb
