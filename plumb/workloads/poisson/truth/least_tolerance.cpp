// plumb/workloads/poisson/truth/least_tolerance.cpp - what rounding leaves of each norm.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/poisson/truth/least_tolerance.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "plumb/workloads/poisson/paper.h"
#include "plumb/workloads/poisson/variants.h"

namespace plumb::poisson {
namespace {

constexpr double tolerance_of_thesis = 1e-6;
// Of the sum of all half ulps, what updates as they are computed may still make up: where less is
// left of the residual in them, the iteration has stagnated.
constexpr double left_in_updates = 0.25;
// Of half an ulp, the residual of a rounded point in the mean, at least: its own rounding and that
// of its neighbours add up to 0.56 of it if they are independent and even.
constexpr double left_by_rounding = 0.5;

// The mean along the axis of length c from 0 to 1 of sinh(k z) / sinh(k c).
double mean_of_rise(double k, double c) { return std::tanh(k * c / 2) / (k * c); }

const char* name_of_precision(const Plan& plan) {
  return plan.scalar == Scalar::f32 ? "f32" : "f64";
}

}  // namespace

double mean_of_solution(const Grid& grid) {
  // u = sum over odd k (and l) of 4 / (pi k) sin(pi k x / a) [...] sinh(q z) / sinh(q c), where
  // q = pi sqrt(k^2 / a^2 + l^2 / b^2); the mean of such a sine is 2 / (pi k).
  constexpr int terms = 41;
  const double pi = std::numbers::pi;
  const auto length = [&](unsigned axis) { return static_cast<double>(grid.n[axis]); };
  const auto weight = [&](int k) { return 8 / (pi * pi * k * k); };
  double mean = 0;
  for (int k = 1; k < terms; k += 2) {
    if (grid.dim == 2) mean += weight(k) * mean_of_rise(pi * k / length(0), length(1));
    for (int l = 1; grid.dim == 3 && l < terms; l += 2) {
      const double rise = pi * std::hypot(k / length(0), l / length(1));
      mean += weight(k) * weight(l) * mean_of_rise(rise, length(2));
    }
  }
  return mean;
}

bool is_asked_by_thesis(const Plan& plan) {
  return plan.scalar == Scalar::f32 && plan.norm == Norm::sum &&
         plan.tolerance >= tolerance_of_thesis && plan.variant->order == Order::jacobi &&
         !plan.sourced && !plan.own_boundary && paper_row(plan.grid) != nullptr;
}

LeastTolerance least_tolerance(const Plan& plan, double scale) {
  const char* const precision = name_of_precision(plan);
  if (plan.norm == Norm::error) {
    const double half_ulp = scale * plan.rounding();
    return {half_ulp, fmt::format("{} numbers near {} are {:.2g} apart, so no field has a smaller "
                                  "error",
                                  precision, scale, 2 * half_ulp)};
  }
  // Half an ulp of u is |u| 2^-25 to |u| 2^-24 in f32: updates below the first are lost.
  const auto lost_below = [&](double number) { return number * plan.rounding() / 2; };
  const auto unknowns = static_cast<double>(plan.grid.unknowns());
  const double largest = lost_below(scale);
  const auto loses = [&](double number, const char* what) {
    return fmt::format("{} loses updates below {:.2g} of numbers near {:.3g}, so {}", precision,
                       lost_below(number), number, what);
  };
  LeastTolerance of_largest{
      plan.norm == Norm::root_mean_square ? largest / std::sqrt(unknowns) : largest,
      loses(scale, plan.norm == Norm::largest ? "the largest one does not get lower"
                                              : "their norm does not get lower")};
  if (plan.norm == Norm::largest || plan.own_boundary || plan.sourced) return of_largest;
  const double mean = scale * mean_of_solution(plan.grid);
  const LeastTolerance of_all =
      plan.norm == Norm::sum
          ? LeastTolerance{left_in_updates * unknowns * lost_below(mean),
                           loses(mean, fmt::format("the sum of {} does not get lower",
                                                   plan.grid.unknowns())
                                           .c_str())}
          : LeastTolerance{left_by_rounding * lost_below(mean),
                           loses(mean, "their mean square does not get lower")};
  return of_all.value > of_largest.value ? of_all : of_largest;
}

}  // namespace plumb::poisson
