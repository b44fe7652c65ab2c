// plumb/workloads/himeno/survey.cpp - what a survey runs: an official size where one is near, else
// a grid of its shape.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "plumb/workloads/himeno/grid.h"
#include "plumb/workloads/himeno/himeno.h"

namespace plumb::himeno {

std::vector<NamedTexts> survey_points(Bytes data, const DeviceTraits&) {
  const double points = static_cast<double>(data.count) / (words_per_point * 4);
  for (const char* size : {"XL", "L", "M", "S", "XS"}) {
    const auto official = static_cast<double>(grid_named(size).points());
    if (official <= points && official > points / 3) return {{{"size", size}}};
  }
  // n x n x 2n, as the official sizes are.
  const auto n = static_cast<std::uint64_t>(std::max(std::cbrt(points / 2), 8.0));
  return {{{"size", fmt::format("{}x{}x{}", n, n, 2 * n)}}};
}

}  // namespace plumb::himeno
