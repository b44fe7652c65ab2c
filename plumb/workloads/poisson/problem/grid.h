// plumb/workloads/poisson/problem/grid.h - the grid of the heat problem: its points, boundary and
// layout.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace plumb::poisson {

// N of the thesis along every axis: 0 .. n are points, 1 .. n - 1 are unknown, cells are squares or
// cubes. A grid of two dimensions has one plane, which is not a boundary.
struct Grid {
  unsigned dim = 2;
  std::array<std::uint64_t, 3> n{};  // along x (contiguous), y, z; n[2] of 2-D is 0
  std::uint64_t pitch = 0;           // elements from one row to the next

  [[nodiscard]] std::uint64_t rows() const { return n[1] + 1; }  // of a plane
  [[nodiscard]] std::uint64_t planes() const { return n[2] + 1; }
  [[nodiscard]] std::uint64_t plane() const { return rows() * pitch; }  // elements
  [[nodiscard]] std::uint64_t elements() const { return planes() * plane(); }
  [[nodiscard]] std::uint64_t unknowns() const;
  // The planes that have unknowns: [first_plane, first_plane + inner_planes).
  [[nodiscard]] std::uint64_t first_plane() const { return dim == 3 ? 1 : 0; }
  [[nodiscard]] std::uint64_t inner_planes() const { return dim == 3 ? n[2] - 1 : 1; }
  [[nodiscard]] std::uint64_t at(std::uint64_t i, std::uint64_t j, std::uint64_t k) const {
    return k * plane() + j * pitch + i;
  }
  [[nodiscard]] bool inside(std::uint64_t i, std::uint64_t j, std::uint64_t k) const;
  // The edge (face) that is hot: the last row, the last plane.
  [[nodiscard]] bool on_top(std::uint64_t j, std::uint64_t k) const {
    return dim == 3 ? k == n[2] : j == n[1];
  }
  // Neighbours of a point: the factor before it in the discrete equation.
  [[nodiscard]] double neighbours() const { return 2.0 * dim; }

  // By which a sweep of Jacobi's method reduces the smoothest error: the mean of cos(pi / n).
  [[nodiscard]] double jacobi_rate() const;

  // max |u - exact| <= error_bound() * max |mean of the neighbours - u|. By the maximum principle:
  // (I - J) w = 1 has 0 <= w <= 2 dim x (n - x) / 2 along any axis, at most 2 dim n^2 / 8.
  [[nodiscard]] double error_bound() const;
};

// "64" in both or all three dimensions, "33x65" or "17x33x9"; an input error says what is wrong.
Grid grid_of(const std::string& text, unsigned dim);

// A grid of that many cells, with rows that begin at whole cache lines.
Grid grid_of(unsigned dim, const std::array<std::uint64_t, 3>& n);

}  // namespace plumb::poisson
