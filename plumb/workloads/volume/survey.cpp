// plumb/workloads/volume/survey.cpp - what a survey runs: a cube, seen from the two sides of paper
// 002; and its chart.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "plumb/workloads/volume/volume.h"

namespace plumb::volume {

// Two thirds of the bytes are voxels, the rest is the picture.
std::vector<NamedTexts> survey_points(Bytes data, const DeviceTraits&) {
  const double voxels = 2.0 / 3 * static_cast<double>(data.count);
  const auto side =
      std::clamp<std::uint64_t>(static_cast<std::uint64_t>(std::cbrt(voxels)), 4, 1024);
  const double left = (static_cast<double>(data.count) - voxels) / sizeof(float) / 4;
  const auto pixels =
      std::clamp<std::uint64_t>(static_cast<std::uint64_t>(std::sqrt(left)), 4, 4096);
  const NamedTexts point{{"size", fmt::format("{0}x{0}x{0}", side)},
                         {"pixels", fmt::format("{0}x{0}", pixels)}};
  NamedTexts turned = point;
  turned.emplace_back("view", "90:0:90");
  return {point, turned};
}

std::vector<ChartLayout> charts() {
  return {{.title = "time by the shape of the groups",
           .across = {"block", "variant"},
           .value = {"time", ColumnKind::time, "", "us", 4},
           .by = {"view", "size"},
           .source = "paper 002",
           .logarithmic = true}};
}

}  // namespace plumb::volume
