// plumb/workloads/poisson/truth/scalar_sweep.cpp - Jacobi's sweeps on one core without vector
// instructions.
//
// The build compiles this file with vectorisation off: the thesis, section 5.2, compares its GPU
// with both kinds of code.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "plumb/workloads/poisson/plan.h"
#include "plumb/workloads/poisson/poisson.h"

namespace plumb::poisson {
namespace {

// What sweep_reference computes without slices and sources.
template <class Real>
void scalar_sweep(const Grid& grid, const Real* from, Real* to) {
  const std::uint64_t plane = grid.dim == 3 ? grid.plane() : 0;
  const Real share = Real{1} / static_cast<Real>(grid.neighbours());
  for (std::uint64_t k = 0; k < grid.inner_planes(); ++k) {
    for (std::uint64_t j = 1; j < grid.n[1]; ++j) {
      const std::uint64_t row = grid.at(0, j, k + grid.first_plane());
      for (std::uint64_t at = row + 1; at < row + grid.n[0]; ++at) {
        Real sum = (from[at - 1] + from[at + 1]) + (from[at - grid.pitch] + from[at + grid.pitch]);
        if (plane != 0) sum += from[at - plane] + from[at + plane];
        to[at] = share * sum;
      }
    }
  }
}

template <class Real>
void scalar_sweeps(const Grid& grid, std::uint64_t sweeps) {
  std::vector<Real> field(grid.elements());
  for (std::uint64_t k = 0; k < grid.planes(); ++k)
    for (std::uint64_t j = 0; j < grid.rows(); ++j)
      for (std::uint64_t i = 0; i <= grid.n[0]; ++i)
        if (grid.on_top(j, k)) field[grid.at(i, j, k)] = static_cast<Real>(hot);
  std::vector<Real> other = field;
  for (std::uint64_t i = 0; i < sweeps; ++i) {
    scalar_sweep(grid, field.data(), other.data());
    std::swap(field, other);
  }
}

}  // namespace

std::function<void()> scalar_host_loop(const Settings& settings) {
  const Plan plan(settings);
  const std::uint64_t sweeps = plan.iterations.value_or(plan.check);
  const Grid grid = plan.grid;
  if (plan.scalar == Scalar::f64) return [=] { scalar_sweeps<double>(grid, sweeps); };
  return [=] { scalar_sweeps<float>(grid, sweeps); };
}

}  // namespace plumb::poisson
