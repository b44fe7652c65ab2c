// plumb/workloads/volume/survey.cpp - what a survey runs: a cube, seen from the two sides of paper
// 002; and its chart.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "plumb/workloads/volume/volume.h"

namespace plumb::volume {

// A picture no larger than 256 x 256: every ray reads as many voxels as the cube is deep, and on a
// processor more of them take minutes.
std::vector<NamedTexts> survey_points(Bytes data, const DeviceTraits&) {
  constexpr double of_voxels = 0.8;  // the rest is the picture
  constexpr std::uint64_t most_pixels = 256;
  const auto side = std::clamp<std::uint64_t>(
      static_cast<std::uint64_t>(std::cbrt(of_voxels * static_cast<double>(data.count))), 4, 1024);
  const std::uint64_t pixels = std::min(side, most_pixels);
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
