// plumb/workloads/sparse/reference.cpp - the product row by row in double, and the full matrix.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plumb/workloads/sparse/plan.h"
#include "plumb/workloads/sparse/sparse.h"

namespace plumb::sparse {
namespace {

double rounded_to(Scalar scalar, double value) {
  return scalar == Scalar::f32 ? static_cast<double>(static_cast<float>(value)) : value;
}

double product_reference(const Plan& plan, const std::vector<double>& x, std::uint64_t row) {
  double sum = 0;
  if (row >= plan.rows()) return sum;  // between the arrays of ELL
  if (plan.synthetic) {
    for (std::uint64_t k = 0; k < plan.synthetic->nonzeros; ++k)
      sum += plan.synthetic->value(row, k) * x[plan.synthetic->place(row, k)];
    return sum;
  }
  for (std::uint64_t e = plan.matrix.starts[row]; e < plan.matrix.starts[row + 1]; ++e)
    sum += rounded_to(plan.scalar, plan.matrix.values[e]) * x[plan.matrix.places[e]];
  return sum;
}

double placed_reference(const Plan& plan, std::uint64_t element) {
  const std::uint64_t row = element / plan.columns();
  const auto begin = plan.matrix.places.begin();
  const auto from = begin + static_cast<std::ptrdiff_t>(plan.matrix.starts[row]);
  const auto to = begin + static_cast<std::ptrdiff_t>(plan.matrix.starts[row + 1]);
  const auto found = std::find(from, to, static_cast<std::uint32_t>(element % plan.columns()));
  if (found == to) return 0;
  return rounded_to(plan.scalar, plan.matrix.values[static_cast<std::size_t>(found - begin)]);
}

}  // namespace

Reference reference(const Settings& settings, ReferenceStore&) {
  return [plan = Plan(settings), x = std::vector<double>()](std::string_view, std::uint64_t first,
                                                            std::span<double> out) mutable {
    if (plan.multiplies() && x.empty()) {
      x.resize(plan.columns());
      fill_values(plan.vector_fill(), plan.scalar, 0, x);
    }
    for (std::size_t n = 0; n < out.size(); ++n) {
      out[n] = plan.multiplies() ? product_reference(plan, x, first + n)
                                 : placed_reference(plan, first + n);
    }
  };
}

}  // namespace plumb::sparse
