// plumb/workloads/himeno/grid.h - sizes of the Himeno benchmark, its flops and its scores.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace plumb::himeno {

// i, j, k of the C sources: planes are furthest apart, the points of a row are neighbours.
struct Grid {
  std::uint64_t planes = 0;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;

  [[nodiscard]] std::uint64_t points() const { return planes * rows * columns; }
  // The outermost layer is a fixed boundary.
  [[nodiscard]] std::uint64_t inner_points() const {
    return (planes - 2) * (rows - 2) * (columns - 2);
  }
};

// "XS" to "XL", or "128x128x256". The text was checked before.
Grid grid_named(std::string_view size);

inline constexpr double omega = 0.8;           // relaxation factor
inline constexpr double flops_per_point = 34;  // the official count
inline constexpr double words_per_point = 14;  // paper 001, section 5.3: 56 B in single precision
// Iteration n leaves its gosa in slot n % gosa_slots; on_chip takes so many per launch, each in its
// own.
inline constexpr std::uint64_t gosa_slots = 16;
inline constexpr std::uint64_t on_chip_slots = 512;

// The official count of one iteration: every point that is updated.
double flops_of_iteration(const Grid& grid);

// What the dynamic C version counts instead: one layer too few, so it reports up to 8 % less.
double flops_as_dynamic_version(const Grid& grid);

// MFLOPS over those of a Pentium III at 600 MHz, as the rules say; and as the C sources compute it,
// whose "82,84" is a comma operator's 82.
inline double score(double mflops) { return mflops / 82.84; }
inline double score_of_c_sources(double mflops) { return mflops / 82; }

}  // namespace plumb::himeno
