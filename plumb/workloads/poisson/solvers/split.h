// plumb/workloads/poisson/solvers/split.h - Jacobi's sweeps on two devices, which exchange one line
// each after every sweep.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/workloads/poisson/plan.h"

namespace plumb::poisson {

// Lines are rows of two dimensions, planes of three. The first device has those before the cut and
// the second the others, each with one more that the other one computes.
struct Halves {
  Grid here;
  Grid there;
  std::uint64_t line = 0;  // elements
  std::uint64_t own = 0;   // lines with unknowns of the first device
};

// Refuses (input error) a fraction that leaves a device without a line.
Halves halves_of(const Plan& plan);

// After add_field: buffers and kernels of both devices, what restores them, and the step "solve",
// which joins the field on the first device.
std::vector<Step> build_split(Program& program, const Plan& plan, const Problem& problem);

}  // namespace plumb::poisson
