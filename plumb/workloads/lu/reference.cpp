// plumb/workloads/lu/reference.cpp - Gaussian elimination by columns, as the kernels must have it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/lu/reference.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "plumb/workloads/lu/lu.h"

namespace plumb::lu {
namespace {

// The loops of every kernel's header, on a matrix by columns with `rows` elements from one to the
// next; `right_only`: what is left of a column stays where it is.
template <class Real>
std::vector<double> exchanged_columns(std::vector<Real>& a, std::uint64_t n, std::uint64_t rows,
                                      bool right_only) {
  std::vector<double> pivots;
  for (std::uint64_t u = 0; u + 1 < n; ++u) {
    Real* own = a.data() + u * rows;
    std::uint64_t p = u;
    for (std::uint64_t i = u + 1; i < n; ++i) {
      if (std::fabs(own[i]) > std::fabs(own[p])) p = i;
    }
    pivots.push_back(static_cast<double>(p));
    for (std::uint64_t j = right_only ? u : 0; j < n; ++j)
      std::swap(a[j * rows + u], a[j * rows + p]);
    if (own[u] == Real{0}) continue;  // nothing to eliminate: the column is zero
    for (std::uint64_t i = u + 1; i < n; ++i) own[i] /= own[u];
    for (std::uint64_t j = u + 1; j < n; ++j) {
      Real* to = a.data() + j * rows;
      const Real upper = to[u];
      for (std::uint64_t i = u + 1; i < n; ++i) to[i] = std::fma(-own[i], upper, to[i]);
    }
  }
  return pivots;
}

template <class Real>
Factors factors_in(const Plan& plan, const std::vector<double>& initial) {
  std::vector<Real> a(initial.size());
  std::ranges::transform(initial, a.begin(), [](double x) { return static_cast<Real>(x); });
  Factors factors;
  factors.pivots = exchanged_columns(a, plan.n, plan.rows, plan.exchanges_right_part());
  factors.matrix.assign(a.begin(), a.end());
  return factors;
}

}  // namespace

std::vector<double> initial_matrix(const Plan& plan) {
  std::vector<double> matrix(plan.elements());
  fill_values(plan.fill(), plan.scalar, 0, matrix);
  if (plan.zeros)
    std::fill_n(matrix.begin() + static_cast<std::ptrdiff_t>(*plan.zeros * plan.rows), plan.rows,
                0.0);
  return matrix;
}

Factors decompose_reference(const Plan& plan) {
  const std::vector<double> initial = initial_matrix(plan);
  return plan.scalar == Scalar::f64 ? factors_in<double>(plan, initial)
                                    : factors_in<float>(plan, initial);
}

// The operations are the same in the same order; a quotient may be rounded differently, and n such
// errors grow with what they are multiplied by.
std::vector<Check> checks_of(const Plan& plan) {
  if (plan.n > largest_compared) return {};
  const double error = static_cast<double>(plan.n) * plan.rounding();
  return {{"matrix", error, error, {}}, {"pivots", 0, 0, {}}};
}

// Made when the first element is asked for: a run that verifies nothing does not compute it.
Reference reference(const Settings& settings, ReferenceStore& store) {
  return [plan = Plan(settings), &store](std::string_view buffer, std::uint64_t first,
                                         std::span<double> out) {
    const std::string problem = fmt::format("lu {} {} {} {}", plan.n, plan.element_bytes(),
                                            plan.seed, plan.zeros.value_or(plan.n));
    const auto make = [&]() -> ReferenceStore::Arrays {
      Factors made = decompose_reference(plan);
      return {std::move(made.matrix), std::move(made.pivots)};
    };
    const auto& kept =
        store.of(problem, plan.exchanges_right_part() ? "right part" : "whole rows", make);
    const std::vector<double>& values = buffer == "matrix" ? kept[0] : kept[1];
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(first), out.size(), out.begin());
  };
}

}  // namespace plumb::lu
