// plumb/workloads/poisson/survey.cpp - what a survey runs: a solution on a square grid.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "plumb/workloads/poisson/poisson.h"

namespace plumb::poisson {

std::vector<NamedTexts> survey_points(Bytes data, const DeviceTraits&) {
  constexpr double fields = 3;        // the solution, its right-hand side, and coarser grids
  constexpr std::uint64_t step = 16;  // cells that halve several times
  const double cells = static_cast<double>(data.count) / (fields * sizeof(double));
  const auto n = static_cast<std::uint64_t>(std::sqrt(cells)) / step * step;
  return {{{"n", std::to_string(std::max(n, step))}}};
}

}  // namespace plumb::poisson
