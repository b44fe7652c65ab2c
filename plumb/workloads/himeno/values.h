// plumb/workloads/himeno/values.h - what the arrays hold at the start, point by point.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "plumb/workloads/himeno/grid.h"

namespace plumb::himeno {

// The arrays in the order of coef[12]: a0 to a3, b0 to b2, c0 to c2, bnd, wrk1; then the pressure.
inline constexpr unsigned coefficient_arrays = 12;
inline constexpr unsigned pressure_array = 12;

// The official data are constants per array, and a pressure that depends on the plane alone: a
// compiler or a clever kernel could fold them. Random data fold nothing: every array is uniform in
// [low, low + span) with 24 bits. The spans are powers of two, so that the values are exact in
// single precision however low + span * u is contracted; they make the iteration converge.
struct Uniform {
  float low = 0;
  float span = 0;
};
std::span<const Uniform> random_ranges();                  // 13
std::array<double, coefficient_arrays> official_values();  // of the coefficients

// The key that distinguishes the random numbers of an array.
std::uint32_t key_of(std::uint64_t seed, unsigned array);

// Random values of the points [first, first + out.size()), counted row by row, plane by plane.
void random_values(std::uint64_t seed, unsigned array, std::uint64_t first, std::span<double> out);

// The official pressure of each plane: i^2 / (planes - 1)^2.
std::vector<double> official_pressures(const Grid& grid);

}  // namespace plumb::himeno
