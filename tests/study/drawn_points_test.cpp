// tests/study/drawn_points_test.cpp - points for a device are those that it can run.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bench/accuracy/draw.h"

namespace plumb {
namespace {

constexpr std::uint64_t several = 220;  // twenty of each family

std::vector<bench::DrawnPoint> drawn(bool loads_ptx) {
  return bench::draw_points({.points = several,
                             .seed = 24,
                             .most_memory = Bytes{1U << 26U},
                             .traits = {.kind = DeviceKind::cpu,
                                        .compute_units = 16,
                                        .local_memory = Bytes{1U << 19U},
                                        .largest_group = 4096},
                             .loads_ptx = loads_ptx,
                             .pairs = true});
}

bool is_opencl_c(const bench::DrawnPoint& point) {
  const Program program = study::program_of(point.planned);
  return std::ranges::all_of(
      program.sources, [](const Source& source) { return source.language == Language::opencl_c; });
}

std::vector<NamedTexts> settings_of(const std::vector<bench::DrawnPoint>& points) {
  std::vector<NamedTexts> all;
  for (const bench::DrawnPoint& point : points) all.push_back(point.settings);
  return all;
}

TEST(DrawPoints, a_device_without_cuda_is_given_kernels_in_opencl_c_alone_and_the_same_ones_again) {
  const std::vector<bench::DrawnPoint> of_cuda = drawn(true);

  const std::vector<bench::DrawnPoint> of_opencl = drawn(false);

  EXPECT_FALSE(std::ranges::all_of(of_cuda, is_opencl_c));
  EXPECT_TRUE(std::ranges::all_of(of_opencl, is_opencl_c));
  EXPECT_EQ(of_opencl.size(), several);
  EXPECT_EQ(settings_of(of_opencl), settings_of(drawn(false)));
}

}  // namespace
}  // namespace plumb
