// plumb/workloads/poisson/problem/grid.cpp - numbers that follow from the cells along each axis.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/poisson/problem/grid.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/settings.h"

namespace plumb::poisson {
namespace {

constexpr std::uint64_t fewest_cells = 2;
constexpr std::uint64_t most_cells = 32768;  // products of two counts fit into 32 bits
constexpr std::uint64_t line_elements = 32;  // of four bytes

}  // namespace

std::uint64_t Grid::unknowns() const { return (n[0] - 1) * (n[1] - 1) * inner_planes(); }

bool Grid::inside(std::uint64_t i, std::uint64_t j, std::uint64_t k) const {
  return i > 0 && i < n[0] && j > 0 && j < n[1] && (dim == 2 || (k > 0 && k < n[2]));
}

double Grid::jacobi_rate() const {
  double sum = 0;
  for (unsigned axis = 0; axis < dim; ++axis)
    sum += std::cos(std::numbers::pi / static_cast<double>(n.at(axis)));
  return sum / dim;
}

double Grid::error_bound() const {
  const auto shortest = static_cast<double>(*std::min_element(n.begin(), n.begin() + dim));
  return neighbours() * shortest * shortest / 8;
}

Grid grid_of(unsigned dim, const std::array<std::uint64_t, 3>& n) {
  Grid grid{.dim = dim, .n = n};
  if (dim == 2) grid.n[2] = 0;
  grid.pitch = (n[0] + 1 + line_elements - 1) / line_elements * line_elements;
  return grid;
}

Grid grid_of(const std::string& text, unsigned dim) {
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorKind::input, fmt::format("--n {}: {}", text, why));
  };
  const auto shape = shape_of(text);
  if (!shape || (shape->size() != 1 && shape->size() != dim))
    refuse(fmt::format("must be one whole number or {} joined by x", dim));
  std::array<std::uint64_t, 3> n{};
  for (unsigned axis = 0; axis < dim; ++axis) {
    n.at(axis) = shape->size() == 1 ? shape->front() : (*shape)[axis];
    if (n.at(axis) < fewest_cells || n.at(axis) > most_cells)
      refuse(fmt::format("every number must be {} to {}", fewest_cells, most_cells));
  }
  return grid_of(dim, n);
}

}  // namespace plumb::poisson
