// plumb/workloads/lu/reference.h - the decomposition on the host, and how far a result is from it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "plumb/records/program.h"
#include "plumb/records/reference.h"
#include "plumb/workloads/lu/plan.h"

namespace plumb::lu {

struct Factors {
  std::vector<double> matrix;  // all elements of the buffer, by columns
  std::vector<double> pivots;  // of all columns but the last
};

// What the matrix holds before the decomposition; with all elements between the columns.
std::vector<double> initial_matrix(const Plan& plan);

// By columns in the precision of the run, each operation rounded as fma does.
Factors decompose_reference(const Plan& plan);

// Empty where the matrix is too large to be decomposed again.
std::vector<Check> checks_of(const Plan& plan);

// The first column without a pivot.
std::optional<std::uint64_t> singular_column(const Plan& plan, const Factors& factors);

// ||P A - L U|| / (n ||A|| eps) in the maximum norm of rows, with eps half the distance from 1 to
// the next number; for large matrices ||P A x - L (U x)|| / (n ||A|| ||x|| eps) of a random x.
double backward_error(const Plan& plan, const Factors& factors);

}  // namespace plumb::lu
