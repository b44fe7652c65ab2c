// tests/workloads/himeno/reference_test.cpp - the host's sweeps against known values, the counts.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/himeno/reference.h"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/workloads/himeno/grid.h"
#include "plumb/workloads/himeno/values.h"

namespace plumb::himeno {
namespace {

TEST(HimenoGrid, sizes_have_their_official_extents_and_counts) {
  const Grid m = grid_named("M");
  const Grid odd = grid_named("3x4x5");

  EXPECT_EQ(m.points(), 128U * 128U * 256U);
  EXPECT_EQ(flops_of_iteration(m), 34.0 * 126 * 126 * 254);
  EXPECT_EQ(odd.inner_points(), 1U * 2U * 3U);
  EXPECT_EQ(grid_named("XL").columns, 1024U);
}

TEST(HimenoGrid, the_dynamic_version_counts_a_layer_less) {
  const auto less = [](const char* size) {
    return 100 *
           (1 - flops_as_dynamic_version(grid_named(size)) / flops_of_iteration(grid_named(size)));
  };

  EXPECT_NEAR(less("XS"), 8.1, 0.05);
  EXPECT_NEAR(less("M"), 2.0, 0.05);
  EXPECT_NEAR(less("XL"), 0.5, 0.05);
}

TEST(HimenoGrid, the_score_has_two_conventions) {
  EXPECT_DOUBLE_EQ(score(8284), 100);
  EXPECT_DOUBLE_EQ(score_of_c_sources(8200), 100);
}

TEST(HimenoReference, one_inner_point_by_hand) {
  const Grid grid{3, 3, 3};
  const ReferenceResult result = sweep_reference(grid, false, 1, 1);

  // p = 0, 1/4, 1 on the three planes; a = c = 1, a3 = 1/6, b = wrk1 = 0.
  const double s0 = 1 + 0.25 + 0.25 + 0 + 0.25 + 0.25;
  const double ss = s0 / 6 - 0.25;
  EXPECT_DOUBLE_EQ(result.gosa.at(0), ss * ss);
  EXPECT_DOUBLE_EQ(result.pressure.at(13), 0.25 + 0.8 * ss);
  EXPECT_DOUBLE_EQ(result.pressure.at(26), 1);
}

// Computed by an independent program in double precision.
TEST(HimenoReference, gosa_has_the_known_values_of_the_official_data) {
  const auto xs = sweep_reference(grid_named("XS"), false, 1, 100).gosa;
  const auto s = sweep_reference(grid_named("S"), false, 1, 10).gosa;
  const auto m = sweep_reference(grid_named("M"), false, 1, 2).gosa;

  EXPECT_NEAR(xs.at(0), 6.713436944e-03, 1e-12);
  EXPECT_NEAR(xs.at(9), 5.357884350e-03, 1e-12);
  EXPECT_NEAR(xs.at(99), 2.317033655e-03, 1e-12);
  EXPECT_NEAR(s.at(0), 3.416246635e-03, 1e-12);
  EXPECT_NEAR(s.at(9), 3.069352837e-03, 1e-12);
  EXPECT_NEAR(m.at(0), 1.722334153e-03, 1e-12);
  EXPECT_NEAR(m.at(1), 1.705380971e-03, 1e-12);
}

TEST(HimenoReference, the_field_has_its_known_sum_after_100_iterations) {
  const auto pressure = sweep_reference(grid_named("XS"), false, 1, 100).pressure;

  EXPECT_NEAR(std::accumulate(pressure.begin(), pressure.end(), 0.0), 2.324072043667e+04, 1e-7);
  EXPECT_NEAR(pressure.at((16 * 32 + 16) * 64 + 32), 2.940886015e-01, 1e-9);
}

// What `check` allows beside `expected`.
double allowed(const Check& check, double expected) {
  return check.absolute + check.relative * expected;
}

TEST(HimenoChecks, an_iteration_less_is_wrong_and_so_is_a_gosa_of_nothing) {
  for (const char* size : {"5x6x7", "XS", "S"}) {
    for (const Scalar scalar : {Scalar::f32, Scalar::f64}) {
      const Grid grid = grid_named(size);
      const auto gosa = sweep_reference(grid, true, 1, 20).gosa;
      const Check check = checks_of(grid, scalar, true, "p").back();
      ASSERT_EQ(check.buffer, "gosa");
      for (std::size_t n = 1; n < gosa.size(); ++n) {
        EXPECT_GT(gosa[n - 1] - gosa[n], 2 * allowed(check, gosa[n])) << size << " " << n;
        EXPECT_GT(gosa[n], 2 * allowed(check, gosa[n])) << size << " " << n;
      }
    }
  }
}

TEST(HimenoChecks, gosa_has_the_tolerance_of_the_specification_at_64_iterations) {
  for (const auto& [size, relative] : {std::pair{"XS", 1e-4}, {"S", 5e-4}}) {
    const Grid grid = grid_named(size);
    const double gosa = sweep_reference(grid, true, 1, 64).gosa.back();
    const Check check = checks_of(grid, Scalar::f32, true, "p").back();

    EXPECT_LT(allowed(check, gosa), relative * gosa) << size;
  }
}

TEST(HimenoValues, random_values_fill_their_ranges_and_are_exact_in_single_precision) {
  for (unsigned array = 0; array < 13; ++array) {
    std::vector<double> values(10000);

    random_values(7, array, 5, values);

    const Uniform range = random_ranges()[array];
    const auto [least, most] = std::ranges::minmax(values);
    EXPECT_GE(least, static_cast<double>(range.low));
    EXPECT_LT(most, static_cast<double>(range.low + range.span));
    EXPECT_GT(most - least, 0.99 * static_cast<double>(range.span));
    for (const double value : values)
      ASSERT_EQ(value, static_cast<double>(static_cast<float>(value)));
  }
}

TEST(HimenoValues, any_part_of_the_random_values_can_be_made_alone) {
  std::vector<double> whole(100);
  std::vector<double> part(10);

  random_values(3, 4, 0, whole);
  random_values(3, 4, 50, part);

  EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + 50));
}

}  // namespace
}  // namespace plumb::himeno
