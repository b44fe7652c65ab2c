// plumb/workloads/himeno/values.cpp - official constants and random numbers; fill.cl makes the
// same.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/himeno/values.h"

#include "plumb/records/fill.h"

namespace plumb::himeno {
std::span<const Uniform> random_ranges() {
  constexpr Uniform neighbour{0.875F, 0.125F};
  constexpr Uniform corner{-0.0625F, 0.125F};
  static constexpr std::array<Uniform, 13> ranges{
      neighbour,   neighbour, neighbour, {0.140625F, 0.015625F},  // a0 a1 a2 a3
      corner,      corner,    corner,                             // b0 b1 b2
      neighbour,   neighbour, neighbour,                          // c0 c1 c2
      neighbour,   corner,                                        // bnd wrk1
      {0.0F, 1.0F}};                                              // p
  return ranges;
}

std::array<double, coefficient_arrays> official_values() {
  return {1, 1, 1, 1.0 / 6.0, 0, 0, 0, 1, 1, 1, 1, 0};
}

std::uint32_t key_of(std::uint64_t seed, unsigned array) {
  const std::uint64_t spread = (seed * 16 + array + 1) * 0x9e3779b97f4a7c15ULL;
  return static_cast<std::uint32_t>(spread >> 32U);
}

void random_values(std::uint64_t seed, unsigned array, std::uint64_t first, std::span<double> out) {
  const Uniform range = random_ranges()[array];
  const std::uint32_t key = key_of(seed, array);
  const auto begin = static_cast<std::uint32_t>(first);  // grids have at most 2^32 points
  for (std::size_t n = 0; n < out.size(); ++n) {
    const std::uint32_t random = mix_bits((begin + static_cast<std::uint32_t>(n)) ^ key) >> 8U;
    out[n] = static_cast<double>(range.low + range.span * (static_cast<float>(random) * 0x1p-24F));
  }
}

std::vector<double> official_pressures(const Grid& grid) {
  std::vector<double> pressures(grid.planes);
  const auto last = static_cast<double>(grid.planes - 1);
  for (std::size_t i = 0; i < pressures.size(); ++i)
    pressures[i] = static_cast<double>(i) * static_cast<double>(i) / (last * last);
  return pressures;
}

}  // namespace plumb::himeno
