// plumb/workloads/lu/backward_error.cpp - what the factors say about the matrix they came from.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/lu/lu.h"
#include "plumb/workloads/lu/reference.h"

namespace plumb::lu {
namespace {

// Applies the exchanges from `from` on to a column.
void exchange(std::span<double> column, const std::vector<double>& pivots, std::uint64_t from) {
  for (std::uint64_t u = from; u < pivots.size(); ++u)
    std::swap(column[u], column[static_cast<std::uint64_t>(pivots[u])]);
}

double largest_of(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::fabs(value));
  return largest;
}

void add_scaled(std::vector<double>& sum, const double* column, double factor,
                std::uint64_t from = 0) {
  for (std::uint64_t i = from; i < sum.size(); ++i) sum[i] += factor * column[i];
}

// A matrix by columns and its factors with all rows where they are in the end.
class Residual {
 public:
  Residual(const Plan& plan, const Factors& factors)
      : n_(plan.n), rows_(plan.rows), initial_(initial_matrix(plan)), factors_(factors.matrix) {
    for (std::uint64_t j = 0; j < n_; ++j) {
      exchange({column(initial_, j), n_}, factors.pivots, 0);
      if (plan.exchanges_right_part()) exchange({column(factors_, j), n_}, factors.pivots, j + 1);
    }
    std::vector<double> sums(n_);
    for (std::uint64_t j = 0; j < n_; ++j) {
      for (std::uint64_t i = 0; i < n_; ++i) sums[i] += std::fabs(column(initial_, j)[i]);
    }
    norm_ = largest_of(sums);
  }

  // ||A||, of the rows' sums the largest.
  [[nodiscard]] double norm() const { return norm_; }

  // ||P A - L U||
  double of_product() {
    std::vector<double> sums(n_);
    for (std::uint64_t j = 0; j < n_; ++j) {
      std::vector<double> rest(column(initial_, j), column(initial_, j) + n_);
      for (std::uint64_t k = 0; k < n_ && k <= j; ++k) {
        const double upper = column(factors_, j)[k];
        rest[k] -= upper;
        add_scaled(rest, column(factors_, k), -upper, k + 1);
      }
      for (std::uint64_t i = 0; i < n_; ++i) sums[i] += std::fabs(rest[i]);
    }
    return largest_of(sums);
  }

  // ||P A x - L (U x)||
  double of_vector(const std::vector<double>& x) {
    std::vector<double> upper(n_);
    std::vector<double> rest(n_);
    for (std::uint64_t j = 0; j < n_; ++j) {
      const double* u = column(factors_, j);
      for (std::uint64_t i = 0; i <= j; ++i) upper[i] += u[i] * x[j];
      add_scaled(rest, column(initial_, j), x[j]);
    }
    for (std::uint64_t k = 0; k < n_; ++k) {
      rest[k] -= upper[k];
      add_scaled(rest, column(factors_, k), -upper[k], k + 1);
    }
    return largest_of(rest);
  }

 private:
  double* column(std::vector<double>& matrix, std::uint64_t j) const {
    return matrix.data() + j * rows_;
  }

  std::uint64_t n_;
  std::uint64_t rows_;
  std::vector<double> initial_;
  std::vector<double> factors_;
  double norm_ = 0;
};

}  // namespace

std::optional<std::uint64_t> singular_column(const Plan& plan, const Factors& factors) {
  for (std::uint64_t u = 0; u < plan.n; ++u) {
    if (factors.matrix[u * plan.rows + u] == 0) return u;
  }
  return std::nullopt;
}

double backward_error(const Plan& plan, const Factors& factors) {
  Residual residual(plan, factors);
  const double unit = static_cast<double>(plan.n) * residual.norm() * plan.rounding();
  if (plan.n <= largest_compared) return residual.of_product() / unit;
  std::vector<double> x(plan.n);
  fill_values(random_fill(-1, 1, plan.seed + 1), Scalar::f64, 0, x);
  return residual.of_vector(x) / (unit * largest_of(x));
}

void examine(const Settings& settings, const Reader& reader, Point& point) {
  const Plan plan(settings);
  Factors factors{std::vector<double>(plan.elements()), std::vector<double>(plan.n - 1)};
  reader("matrix", 0, factors.matrix);
  reader("pivots", 0, factors.pivots);
  for (std::uint64_t u = 0; u < factors.pivots.size(); ++u) {
    if (factors.pivots[u] < static_cast<double>(u) ||
        factors.pivots[u] >= static_cast<double>(plan.n)) {
      point.status = Status::wrong;
      point.reason = fmt::format("row {} was exchanged with row {}", u, factors.pivots[u]);
      return;
    }
  }
  if (const auto column = singular_column(plan, factors)) {
    throw Error(ErrorKind::input,
                fmt::format("the matrix is singular: column {} has no pivot", *column));
  }
  const double error = backward_error(plan, factors);
  point.readings.push_back({.name = "backward error", .values = {error}});
  point.verification.checked = true;
  point.verification.elements = std::max(point.verification.elements, plan.n * plan.n);
  point.verification.worst_error = std::max(point.verification.worst_error, error);
  if (error <= 1) return;  // also false of what is not a number
  point.status = Status::wrong;
  point.reason = fmt::format("the backward error is {:.3g}, at most 1 is right", error);
}

}  // namespace plumb::lu
