// plumb/workloads/himeno/grid.cpp - names of sizes and counts of operations.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/himeno/grid.h"

#include <array>
#include <utility>

#include "plumb/workloads/settings.h"

namespace plumb::himeno {

Grid grid_named(std::string_view size) {
  constexpr std::array<std::pair<std::string_view, Grid>, 5> official{{{"XS", {32, 32, 64}},
                                                                       {"S", {64, 64, 128}},
                                                                       {"M", {128, 128, 256}},
                                                                       {"L", {256, 256, 512}},
                                                                       {"XL", {512, 512, 1024}}}};
  for (const auto& [name, grid] : official) {
    if (name == size) return grid;
  }
  const auto shape = shape_of(size).value();
  return {shape.at(0), shape.at(1), shape.at(2)};
}

double flops_of_iteration(const Grid& grid) {
  return flops_per_point * static_cast<double>(grid.inner_points());
}

double flops_as_dynamic_version(const Grid& grid) {
  return flops_per_point *
         static_cast<double>((grid.planes - 3) * (grid.rows - 3) * (grid.columns - 3));
}

}  // namespace plumb::himeno
