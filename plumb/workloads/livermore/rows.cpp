// plumb/workloads/livermore/rows.cpp - the table of the 24 kernels.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/rows.h"

#include <algorithm>
#include <cmath>

#include "plumb/workloads/livermore/loops/loops.h"

namespace plumb::livermore {
namespace {

constexpr std::array<const KernelRow*, 24> row_table{&hydro_fragment,
                                                     &iccg,
                                                     &inner_product,
                                                     &banded_equations,
                                                     &tridiagonal,
                                                     &linear_recurrence,
                                                     &equation_of_state,
                                                     &adi_integration,
                                                     &integrate_predictors,
                                                     &difference_predictors,
                                                     &first_sum,
                                                     &first_difference,
                                                     &particles_2d,
                                                     &particles_1d,
                                                     &casual_fortran,
                                                     &monte_carlo_search,
                                                     &implicit_conditional,
                                                     &explicit_hydrodynamics,
                                                     &two_sweeps,
                                                     &transport,
                                                     &matrix_product,
                                                     &planckian,
                                                     &implicit_hydrodynamics,
                                                     &first_minimum};

}  // namespace

double every_step(std::uint64_t span) { return static_cast<double>(span); }
double all_but_first(std::uint64_t span) { return static_cast<double>(span) - 1; }
double five_columns(std::uint64_t span) { return 5 * all_but_first(span); }

std::span<const KernelRow* const> kernel_rows() { return row_table; }

const KernelRow& kernel_row(unsigned kernel) { return *row_table.at(kernel - 1); }

std::uint64_t official_span(unsigned kernel, unsigned which) {
  return kernel_row(kernel).spans.at(which);
}

std::uint64_t span_of_points(unsigned kernel, std::uint64_t points) {
  const KernelRow& row = kernel_row(kernel);
  const std::uint64_t span =
      row.has_matrix ? static_cast<std::uint64_t>(std::sqrt(static_cast<double>(points)))
                     : points / row.points_per_step;
  return std::max<std::uint64_t>(span, 1);
}

double official_flops(unsigned kernel, std::uint64_t span) {
  const KernelRow& row = kernel_row(kernel);
  return row.flops_found != nullptr ? 0 : row.flops * row.iterations(span);
}

}  // namespace plumb::livermore
