// plumb/workloads/poisson/problem/problem.h - boundary, start and right-hand side of the equations.
//
//   sum of the neighbours - 2 dim u = rhs,  u given on the boundary
//
// Both are fills as application files have them: "zero", "random", "index", a number, or
// "file:PATH", a raw file with all points of the grid, x fastest, without padding.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plumb/workloads/poisson/problem/grid.h"
#include "plumb/workloads/settings.h"

namespace plumb::poisson {

inline constexpr double hot = 100;                          // the top of the thesis
inline constexpr std::string_view thesis_boundary = "top";  // the top is hot, other edges are 0
inline constexpr std::string_view no_source = "zero";

// Numbers as the device gets them, in the layout of the grid.
struct Problem {
  // What the boundary keeps, and inside where the iteration begins; empty: that of the thesis.
  std::vector<double> start;
  std::vector<double> source;  // rhs / (2 dim); empty: 0 everywhere
  // The largest number of the boundary, or what the right-hand side makes some unknown at least.
  double scale = hot;
  double reach = hot;  // no unknown is larger, at any time

  // h^2 rho of all elements; empty: 0 everywhere.
  [[nodiscard]] std::vector<double> right_hand_side(const Grid& grid) const;
};

// Reads the files that the settings name; rounded to the precision of the field. An input error
// names the option and the file, or the bytes that the host does not have.
Problem problem_of(const Settings& settings, const Grid& grid);

// The numbers of a raw file, f64 or f32 by its size, little endian; refuses any other size and what
// is not finite.
std::vector<double> points_from_raw(std::string_view bytes, std::uint64_t points);

bool has_source(const Settings& settings);
bool has_own_boundary(const Settings& settings);
std::vector<std::string> files_read(const Settings& settings);

}  // namespace plumb::poisson
