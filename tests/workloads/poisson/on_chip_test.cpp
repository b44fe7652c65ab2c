// tests/workloads/poisson/on_chip_test.cpp - small grids in one launch, by a cluster or by a group.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/device/traits.h"
#include "plumb/workloads/poisson/solvers/cluster_shape.h"
#include "tests/workloads/poisson/solve_on_device.h"

namespace plumb::poisson {
namespace {

using testing::HasSubstr;

Settings on_chip_settings(const DeviceTraits& device, const NamedTexts& chosen) {
  NamedTexts all = chosen;
  all.emplace_back("variant", "on_chip");
  return settings_for(workload, device, all);
}

TEST(PoissonClusters, every_row_has_an_owner_and_registers) {
  for (const char* n : {"2", "3x9", "64", "100x300", "256", "129x16"}) {
    for (const char* precision : {"f32", "f64"}) {
      const Plan plan(
          on_chip_settings({.largest_cluster = 16}, {{"n", n}, {"precision", precision}}));

      const auto shape = shape_of_cluster(plan);

      ASSERT_TRUE(shape) << n;
      EXPECT_GE(shape->groups * shape->owned_rows(), plan.grid.n[1] - 1) << n;
      EXPECT_GE(shape->owned_rows(), shape->depth) << n;
      EXPECT_GE(32 * shape->width, plan.grid.n[0]) << n;
      EXPECT_LE(shape->groups, 16U);
    }
  }
}

TEST(PoissonClusters, a_grid_that_does_not_fit_is_refused_with_the_bytes) {
  const auto message = [](const DeviceTraits& device, const char* n) {
    return refusal([&] { check_settings(on_chip_settings(device, {{"n", n}})); });
  };

  EXPECT_EQ(message({.kind = DeviceKind::gpu, .local_memory = Bytes{32768}}, "100"),
            "solver 'on_chip': two fields of 10201 points need 163216 bytes of local memory, a "
            "group has 32768; take a smaller --n, or --solver jacobi");
  EXPECT_THAT(message({.kind = DeviceKind::gpu, .largest_cluster = 16}, "257"),
              HasSubstr("a cluster takes planes of at most 256 columns that fit its registers"));
  EXPECT_EQ(message({.kind = DeviceKind::gpu, .largest_cluster = 16}, "256"), "nothing was thrown");
}

class PoissonOnChip : public SolveOnDevice {};
PLUMB_FOR_EACH_DEVICE(PoissonOnChip);

// As the device itself takes them: by a cluster where it has clusters.
TEST_P(PoissonOnChip, all_sweeps_are_one_launch_bit_by_bit) {
  struct Case {
    const char* n;
    const char* dim;
    const char* precision;
    const char* form;
  };
  for (const Case& grid : {Case{"40x37", "2", "f32", "rows"},
                           {"33x50", "2", "f64", "items"},
                           {"5x9x4", "3", "f32", "items"}}) {
    const Settings settings =
        on_chip_settings(device::traits_of(device->info()), {{"n", grid.n},
                                                             {"dim", grid.dim},
                                                             {"precision", grid.precision},
                                                             {"form", grid.form},
                                                             {"iterations", "101"}});
    const Program made = program(settings);

    EXPECT_EQ(demand_of(made.steps.front()).launches, 1U);
    EXPECT_EQ(complaint_of_run(*device, made, reference(settings, store)), "") << grid.n;
  }
}

// Eight values per lane: the form that the largest grid of the thesis has.
TEST_P(PoissonOnChip, the_widest_rows_of_a_cluster_are_jacobis_bit_by_bit) {
  const DeviceTraits traits = device::traits_of(device->info());
  if (traits.largest_cluster == 0) GTEST_SKIP() << "needs a device with clusters";
  for (const char* n : {"256", "251x190"}) {
    const Settings settings =
        on_chip_settings(traits, {{"n", n}, {"precision", "f32"}, {"iterations", "301"}});

    EXPECT_EQ(shape_of_cluster(Plan(settings))->width, 8U);
    EXPECT_EQ(complaint_of_run(*device, program(settings), reference(settings, store)), "") << n;
  }
}

TEST_P(PoissonOnChip, checks_end_it_where_they_end_jacobis_sweeps) {
  const DeviceTraits traits = device::traits_of(device->info());
  NamedTexts chosen{{"n", "12"}, {"norm", "sum"}, {"tolerance", "1e-6"}, {"check", "3"}};
  const Point on_chip = run(on_chip_settings(traits, chosen));
  chosen.emplace_back("variant", "jacobi");
  const Point jacobi = run(settings_for(workload, traits, chosen));

  EXPECT_EQ(verdict_of(on_chip), Verdict::right) << on_chip.reason;
  EXPECT_EQ(on_chip.labels, (NamedTexts{{"ended", "converged"}}));
  EXPECT_EQ(reading(on_chip, "iterations"), reading(jacobi, "iterations"));
}

}  // namespace
}  // namespace plumb::poisson
