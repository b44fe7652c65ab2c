// plumb/workloads/poisson/truth/exact.cpp - sine series along rows (and columns), elimination
// across.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/poisson/truth/exact.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace plumb::poisson {
namespace {

constexpr double most_products = 1.5e9;  // about a second of a core

// sin(pi i k / n) for i, k = 1 .. n - 1, row after row.
std::vector<double> sine_matrix(std::uint64_t n) {
  std::vector<double> period(2 * n);
  for (std::uint64_t t = 0; t < 2 * n; ++t)
    period[t] = std::sin(std::numbers::pi * static_cast<double>(t) / static_cast<double>(n));
  std::vector<double> matrix((n - 1) * (n - 1));
  for (std::uint64_t i = 1; i < n; ++i)
    for (std::uint64_t k = 1; k < n; ++k)
      matrix[(i - 1) * (n - 1) + k - 1] = period[i * k % (2 * n)];
  return matrix;
}

// Lines of `count` values, `stride` apart; the lines lie `wide` beside each other in `blocks`.
struct Lines {
  std::uint64_t count;
  std::uint64_t wide;
  std::uint64_t blocks;
};

// Every line by its sine series; twice is the identity but for 2 / n each time.
void transform(std::vector<double>& values, const Lines& lines) {
  const std::uint64_t n = lines.count + 1;
  const std::vector<double> sines = sine_matrix(n);
  std::vector<double> block(lines.count * lines.wide);
  for (std::uint64_t b = 0; b < lines.blocks; ++b) {
    double* const from = values.data() + b * block.size();
    std::fill(block.begin(), block.end(), 0.0);
    for (std::uint64_t i = 0; i < lines.count; ++i) {
      for (std::uint64_t k = 0; k < lines.count; ++k) {
        const double factor = sines[i * lines.count + k];
        for (std::uint64_t w = 0; w < lines.wide; ++w)
          block[k * lines.wide + w] += factor * from[i * lines.wide + w];
      }
    }
    std::copy(block.begin(), block.end(), from);
  }
}

// The same for lines that are contiguous: a product of matrices with the terms innermost.
void transform_rows(std::vector<double>& values, std::uint64_t count) {
  const std::vector<double> sines = sine_matrix(count + 1);
  std::vector<double> row(count);
  for (std::uint64_t first = 0; first < values.size(); first += count) {
    std::fill(row.begin(), row.end(), 0.0);
    for (std::uint64_t i = 0; i < count; ++i) {
      const double value = values[first + i];
      for (std::uint64_t k = 0; k < count; ++k) row[k] += value * sines[i * count + k];
    }
    std::copy(row.begin(), row.end(), values.begin() + static_cast<std::ptrdiff_t>(first));
  }
}

double eigenvalue(std::uint64_t k, std::uint64_t n) {
  const double half =
      std::sin(std::numbers::pi * static_cast<double>(k) / (2.0 * static_cast<double>(n)));
  return 4 * half * half;
}

// (2 + lambda) u[j] - u[j - 1] - u[j + 1] = g[j] for the term at `first`, `count` of it `stride`
// apart.
void eliminate(std::vector<double>& g, std::uint64_t first, std::uint64_t count,
               std::uint64_t stride, double lambda) {
  std::vector<double> upper(count);
  double above = 0;
  double previous = 0;
  for (std::uint64_t j = 0; j < count; ++j) {
    const double pivot = 2 + lambda - above;
    above = 1 / pivot;
    upper[j] = above;
    double& value = g[first + j * stride];
    value = (value + previous) / pivot;
    previous = value;
  }
  for (std::uint64_t j = count - 1; j-- > 0;)
    g[first + j * stride] += upper[j] * g[first + (j + 1) * stride];
}

// The unknowns without their boundary: m[0] along x, m[1] along y, m[2] along z.
struct Unknowns {
  std::array<std::uint64_t, 3> m;
  [[nodiscard]] std::uint64_t at(std::uint64_t i, std::uint64_t j, std::uint64_t k) const {
    return (k * m[1] + j) * m[0] + i;
  }
  [[nodiscard]] std::uint64_t count() const { return m[0] * m[1] * m[2]; }
};

// What the boundary and rhs put on the right-hand side.
std::vector<double> right_hand_side(const Grid& grid, const Unknowns& unknowns,
                                    const std::vector<double>& field,
                                    const std::vector<double>& rhs) {
  std::vector<double> g(unknowns.count());
  const auto known = [&](std::uint64_t i, std::uint64_t j, std::uint64_t k) {
    return grid.inside(i, j, k) ? 0.0 : field[grid.at(i, j, k)];
  };
  for (std::uint64_t k = 0; k < unknowns.m[2]; ++k) {
    for (std::uint64_t j = 0; j < unknowns.m[1]; ++j) {
      for (std::uint64_t i = 0; i < unknowns.m[0]; ++i) {
        const std::uint64_t x = i + 1;
        const std::uint64_t y = j + 1;
        const std::uint64_t z = k + grid.first_plane();
        double sum =
            known(x - 1, y, z) + known(x + 1, y, z) + known(x, y - 1, z) + known(x, y + 1, z);
        if (grid.dim == 3) sum += known(x, y, z - 1) + known(x, y, z + 1);
        if (!rhs.empty()) sum -= rhs[grid.at(x, y, z)];
        g[unknowns.at(i, j, k)] = sum;
      }
    }
  }
  return g;
}

void eliminate_all(std::vector<double>& g, const Grid& grid, const Unknowns& unknowns) {
  if (grid.dim == 2) {
    for (std::uint64_t i = 0; i < unknowns.m[0]; ++i)
      eliminate(g, i, unknowns.m[1], unknowns.m[0], eigenvalue(i + 1, grid.n[0]));
    return;
  }
  for (std::uint64_t j = 0; j < unknowns.m[1]; ++j)
    for (std::uint64_t i = 0; i < unknowns.m[0]; ++i)
      eliminate(g, unknowns.at(i, j, 0), unknowns.m[2], unknowns.m[0] * unknowns.m[1],
                eigenvalue(i + 1, grid.n[0]) + eigenvalue(j + 1, grid.n[1]));
}

// Which axis of the grid comes first, second and, of three, third: shorter ones first, because
// sines cost the squares of all but the last.
using Axes = std::array<std::uint64_t, 3>;

Axes order_of(const Grid& grid) {
  Axes order{0, 1, 2};
  for (unsigned pass = 1; pass < grid.dim; ++pass)
    for (unsigned axis = 1; axis < grid.dim; ++axis)
      if (grid.n.at(order.at(axis - 1)) > grid.n.at(order.at(axis)))
        std::swap(order.at(axis - 1), order.at(axis));
  return order;
}

Axes along(const Axes& values, const Axes& order) {
  return {values.at(order[0]), values.at(order[1]), values.at(order[2])};
}

// Calls body(element of the grid, the same point's of the turned one).
template <class Body>
void for_turned(const Grid& grid, const Grid& turned, const Axes& order, const Body& body) {
  for (std::uint64_t k = 0; k < grid.planes(); ++k) {
    for (std::uint64_t j = 0; j < grid.rows(); ++j) {
      for (std::uint64_t i = 0; i <= grid.n[0]; ++i) {
        const Axes point = along({i, j, k}, order);
        body(grid.at(i, j, k), turned.at(point[0], point[1], point[2]));
      }
    }
  }
}

void transform_all(std::vector<double>& g, const Grid& grid, const Unknowns& unknowns) {
  transform_rows(g, unknowns.m[0]);
  if (grid.dim == 3) transform(g, {unknowns.m[1], unknowns.m[0], unknowns.m[2]});
}

}  // namespace

bool is_solved_directly(const Grid& grid) {
  const Grid turned = grid_of(grid.dim, along(grid.n, order_of(grid)));
  const auto unknowns = static_cast<double>(turned.unknowns());
  const double squares =
      static_cast<double>(turned.n[0]) + (grid.dim == 3 ? static_cast<double>(turned.n[1]) : 0.0);
  return 2 * unknowns * squares <= 2 * most_products;
}

namespace {

std::vector<double> solve_in_order(const Grid& grid, const std::vector<double>& field,
                                   const std::vector<double>& rhs) {
  const Unknowns unknowns{{grid.n[0] - 1, grid.n[1] - 1, grid.inner_planes()}};
  std::vector<double> g = right_hand_side(grid, unknowns, field, rhs);
  transform_all(g, grid, unknowns);
  eliminate_all(g, grid, unknowns);
  transform_all(g, grid, unknowns);
  double scale = 2 / static_cast<double>(grid.n[0]);
  if (grid.dim == 3) scale *= 2 / static_cast<double>(grid.n[1]);
  std::vector<double> solution = field;
  for (std::uint64_t k = 0; k < unknowns.m[2]; ++k)
    for (std::uint64_t j = 0; j < unknowns.m[1]; ++j)
      for (std::uint64_t i = 0; i < unknowns.m[0]; ++i)
        solution[grid.at(i + 1, j + 1, k + grid.first_plane())] = scale * g[unknowns.at(i, j, k)];
  return solution;
}

}  // namespace

std::vector<double> solve_exactly(const Grid& grid, const std::vector<double>& field,
                                  const std::vector<double>& rhs) {
  const Axes order = order_of(grid);
  if (std::ranges::is_sorted(order)) return solve_in_order(grid, field, rhs);
  const Grid turned = grid_of(grid.dim, along(grid.n, order));
  const auto turn = [&](const std::vector<double>& values) {
    std::vector<double> result(values.empty() ? 0 : turned.elements());
    if (!values.empty())
      for_turned(grid, turned, order,
                 [&](std::uint64_t at, std::uint64_t there) { result[there] = values[at]; });
    return result;
  };
  const std::vector<double> solved = solve_in_order(turned, turn(field), turn(rhs));
  std::vector<double> solution = field;
  for_turned(grid, turned, order,
             [&](std::uint64_t at, std::uint64_t there) { solution[at] = solved[there]; });
  return solution;
}

}  // namespace plumb::poisson
