// plumb/workloads/poisson/truth/exact.h - the exact solution of the discrete equations, on the
// host.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/workloads/poisson/problem/grid.h"

namespace plumb::poisson {

// Whether the host solves it directly: the cost grows with the square of all axes but the longest.
bool is_solved_directly(const Grid& grid);

// All elements of the grid in `field`'s layout: its boundary, and inside what solves
//   sum of the neighbours - 2 dim u = rhs
// (rhs = h^2 rho, empty: 0) up to rounding: a sine series along all axes but the longest, and along
// that one a tridiagonal system for every term.
std::vector<double> solve_exactly(const Grid& grid, const std::vector<double>& field,
                                  const std::vector<double>& rhs = {});

}  // namespace plumb::poisson
