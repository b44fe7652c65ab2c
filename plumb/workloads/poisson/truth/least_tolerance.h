// plumb/workloads/poisson/truth/least_tolerance.h - the smallest tolerance that a precision allows.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/workloads/poisson/plan.h"

namespace plumb::poisson {

struct LeastTolerance {
  double value = 0;
  std::string reason = {};  // "f32 numbers near 100 are 1.2e-05 apart, so no field has ..."
};

// What a field of the plan's precision does not get below, but by chance, by the plan's norm.
// `scale`: the largest number of the problem.
LeastTolerance least_tolerance(const Plan& plan, double scale);

// The mean of the solution over the square, the rectangle or the box whose top has 1, other edges
// 0. A quarter of a square, a sixth of a cube.
double mean_of_solution(const Grid& grid);

// What the thesis asked for: a sum of at most 1e-6 on its grids in f32. It is below what f32
// allows, and how such a run ends is what we show of it.
bool is_asked_by_thesis(const Plan& plan);

}  // namespace plumb::poisson
