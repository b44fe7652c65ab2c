// plumb/workloads/poisson/truth/reference.h - sweeps on the host, and how far a field is from the
// truth.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/records/program.h"
#include "plumb/records/reference.h"
#include "plumb/workloads/poisson/plan.h"

namespace plumb::poisson {

// The field before the first sweep: that of the problem, or the hot edge and 0.
template <class Real>
std::vector<Real> initial_field(const Grid& grid, const Problem& problem = {}) {
  if (!problem.start.empty()) return std::vector<Real>(problem.start.begin(), problem.start.end());
  std::vector<Real> field(grid.elements());
  for (std::uint64_t k = 0; k < grid.planes(); ++k)
    for (std::uint64_t j = 0; j < grid.rows(); ++j)
      for (std::uint64_t i = 0; i <= grid.n[0]; ++i)
        if (grid.on_top(j, k)) field[grid.at(i, j, k)] = static_cast<Real>(hot);
  return field;
}

// One sweep of Jacobi's method, each operation rounded in the order of point.clh. `slices`: the
// plane below is new already. `source`: null where it is 0 everywhere.
template <class Real>
void sweep_reference(const Grid& grid, const Real* from, Real* to, bool slices = false,
                     const Real* source = nullptr);

// One sweep of successive over-relaxation, red points first.
template <class Real>
void relax_reference(const Grid& grid, Real* field, Real omega, const Real* source = nullptr);

// After so many sweeps in that order.
template <class Real>
std::vector<Real> swept_field(const Grid& grid, std::uint64_t sweeps, Order order = Order::jacobi,
                              const Problem& problem = {});

// What the updates of a field are, without rounding and as they are computed.
struct Residual {
  double sum = 0;  // of |mean of the neighbours - u| in double
  double largest = 0;
  double squares = 0;
  double computed_sum = 0;  // of the updates in the field's precision
  double frozen = 0;  // share of points that such an update leaves as they are, though it is not 0
  double size = 0;    // largest |u|
  [[nodiscard]] double root_mean_square(const Grid& grid) const;
};
// Row by row: no second copy of a large field is made.
Residual residual_of(const Plan& plan, const Problem& problem, const Reader& reader);

// Empty where sweeps are not fixed or too many to be made again on the host.
std::vector<Check> checks_of(const Plan& plan);

// What so many iterations count for: additions and one product per unknown.
Credit credit_of(const Plan& plan, std::uint64_t iterations);

}  // namespace plumb::poisson
