// tests/workloads/poisson/multigrid_test.cpp - cycles on grids of any size, to a true error.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/poisson/solvers/multigrid.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/records/verdict.h"
#include "plumb/records/walk.h"
#include "plumb/run/run_program.h"
#include "plumb/workloads/poisson/poisson.h"
#include "plumb/workloads/poisson/truth/reference.h"
#include "tests/device/each_device.h"

namespace plumb::poisson {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Settings multigrid_settings(const NamedTexts& chosen) {
  return settings_for(workload, DeviceTraits{.kind = DeviceKind::cpu}, chosen);
}

TEST(PoissonMultigrid, every_axis_is_halved_and_rounded_up_to_two_cells) {
  const auto cells = [](const char* n, unsigned dim) {
    std::vector<std::string> all;
    for (const Grid& grid : levels_of(grid_of(n, dim)))
      all.push_back(std::to_string(grid.n[0]) + "x" + std::to_string(grid.n[1]) + "x" +
                    std::to_string(grid.n[2]));
    return all;
  };

  EXPECT_THAT(cells("2", 2), ElementsAre("2x2x0"));
  EXPECT_THAT(cells("3", 2), ElementsAre("3x3x0", "2x2x0"));
  EXPECT_THAT(cells("33x8", 2),
              ElementsAre("33x8x0", "17x4x0", "9x2x0", "5x2x0", "3x2x0", "2x2x0"));
  EXPECT_THAT(cells("3x4x7", 3), ElementsAre("3x4x7", "2x2x4", "2x2x2"));
}

TEST(PoissonMultigrid, eight_grids_of_memory_are_enough) {
  for (const auto& [n, dim] : NamedTexts{{"1024", "2"}, {"1000", "2"}, {"128", "3"}}) {
    const Program made = program(multigrid_settings({{"n", n}, {"dim", dim}}));
    const Grid grid = grid_of(n, dim == "3" ? 3 : 2);

    EXPECT_LT(memory_of(made).count, 8 * 8 * grid.elements()) << n;
  }
}

TEST(PoissonMultigrid, only_a_multigrid_takes_two_precisions) {
  EXPECT_EQ(refusal([] {
              check_settings(multigrid_settings({{"variant", "jacobi"}, {"precision", "mixed"}}));
            }),
            "--precision mixed: solver 'jacobi' has one precision; take --solver multigrid");
}

// The estimate of the device is compared with the truth where the host knows it.
TEST(PoissonMultigrid, an_iteration_that_claims_too_much_is_wrong) {
  const Settings settings = multigrid_settings({{"n", "8"}, {"tolerance", "1e-3"}});
  const Plan plan(settings);
  const std::vector<double> field = swept_field<double>(plan.grid, 20);
  const Reader reader = [&](std::string_view name, std::uint64_t first, std::span<double> out) {
    if (name == "field") {
      std::copy_n(field.begin() + static_cast<std::ptrdiff_t>(first), out.size(), out.begin());
    } else if (name == "control") {
      std::ranges::fill(out, 1);  // converged after one cycle
    } else {
      std::ranges::fill(out, 1e9);
      out[0] = 1e-4;
    }
  };
  Point point;

  examine(settings, reader, point);

  EXPECT_EQ(point.status, Status::wrong);
  EXPECT_THAT(point.reason, HasSubstr("more than the tolerance 0.001"));
}

std::vector<Pass> passes_of(const Program& program, const std::string& name) {
  std::vector<Pass> found;
  walk(program.steps, Cases{[&](const Launch& launch, const StepContext&) {
                              if (launch.pass.name == name) found.push_back(launch.pass);
                            },
                            PassOver<Transfer, Exchange, Wait, Batch, Repeat, Until>{}});
  return found;
}

// Between levels that are no halves every point divides whole numbers, of which a processor has no
// vectors; of a row it does so along the row alone.
TEST(PoissonMultigrid, points_of_a_processor_that_divide_are_computed_alone) {
  const auto first = [](const char* form, const char* n, const std::string& name) {
    const std::vector<Pass> all =
        passes_of(program(multigrid_settings({{"n", n}, {"form", form}})), name);
    EXPECT_FALSE(all.empty()) << form << ' ' << n << ' ' << name;
    return all.empty() ? Pass{} : all.front();
  };

  EXPECT_EQ(first("rows", "605", "restrict 1").alone, 1);
  EXPECT_EQ(first("rows", "605", "prolong 0").alone, 1);
  EXPECT_EQ(first("items", "605", "restrict 1").alone, 0);
  EXPECT_EQ(first("rows", "64", "restrict by halves 1").alone, 0);
  EXPECT_EQ(first("rows", "605", "prolong 0").operations.integer, 20 + 4);
  EXPECT_EQ(first("items", "605", "prolong 0").operations.integer, 2 * (20 + 4));
}

class PoissonMultigridOnDevice : public EachDevice {
 protected:
  Point run(const NamedTexts& chosen) {
    RunOptions options;
    options.stop.min_time = Seconds{0};
    options.stop.min_samples = options.stop.max_samples = 1;
    options.stop.warm_up = 0;
    options.stop.max_noise = 1e9;
    const Settings settings = multigrid_settings(chosen);
    options.examine = [&](const Reader& reader, Point& point) { examine(settings, reader, point); };
    return run_program(*device, program(settings), {}, options);
  }
  static double reading(const Point& point, const char* name) {
    const ReadingResult* found = reading_named(point, name);
    return found == nullptr ? -1 : found->values.back();
  }
  void expect_solved(NamedTexts chosen, double most_cycles) {
    const Point point = run(chosen);
    const std::string which = *text_named(chosen, "n");
    EXPECT_EQ(verdict_of(point), Verdict::right) << which << ": " << point.reason;
    EXPECT_EQ(point.labels, (NamedTexts{{"ended", "converged"}})) << which;
    EXPECT_LE(reading(point, "iterations"), most_cycles) << which;
    // The estimate that ended it is not below the truth.
    EXPECT_LE(reading(point, "true error"), reading(point, "history") + 1e-12) << which;
  }
};
PLUMB_FOR_EACH_DEVICE(PoissonMultigridOnDevice);

TEST_P(PoissonMultigridOnDevice, any_plane_is_solved_to_a_true_error) {
  for (const char* n : {"2", "3", "4", "5", "17", "31", "64", "97", "33x65", "4x100", "200x3"}) {
    expect_solved({{"n", n}, {"dim", "2"}}, 8);
    expect_solved({{"n", n}, {"dim", "2"}, {"tolerance", "1e-9"}}, 14);
  }
}

TEST_P(PoissonMultigridOnDevice, any_box_is_solved_to_a_true_error) {
  for (const char* n : {"2", "3", "7", "16", "5x9x4", "40x6x17", "3x30x30"}) {
    expect_solved({{"n", n}, {"dim", "3"}, {"tolerance", "1e-6"}}, 16);
  }
}

TEST_P(PoissonMultigridOnDevice, float_inside_a_double_field_is_as_exact) {
  for (const char* n : {"64", "45x70"})
    expect_solved({{"n", n}, {"precision", "mixed"}, {"tolerance", "1e-9"}}, 14);
}

TEST_P(PoissonMultigridOnDevice, float_alone_ends_at_its_rounding) {
  expect_solved({{"n", "100"}, {"precision", "f32"}, {"tolerance", "1e-4"}}, 8);
}

TEST_P(PoissonMultigridOnDevice, items_solve_it_as_rows_do) {
  expect_solved({{"n", "45"}, {"form", "items"}}, 8);
  expect_solved({{"n", "11x6x9"}, {"dim", "3"}, {"form", "items"}}, 10);
}

TEST_P(PoissonMultigridOnDevice, a_full_cycle_saves_cycles) {
  const double full = reading(run({{"n", "128"}}), "iterations");
  const double v = reading(run({{"n", "128"}, {"cycle", "v"}}), "iterations");

  EXPECT_LT(full, v);
}

TEST_P(PoissonMultigridOnDevice, a_fixed_number_of_cycles_is_made) {
  const Point point = run({{"n", "64"}, {"iterations", "12"}, {"tolerance", "1"}});

  EXPECT_EQ(point.labels, (NamedTexts{{"ended", "fixed"}}));
  EXPECT_EQ(reading(point, "iterations"), 12);
  EXPECT_LT(reading(point, "true error"), 1e-8);
}

TEST_P(PoissonMultigridOnDevice, other_norms_end_it_as_well) {
  const Point point = run({{"n", "64"}, {"norm", "sum"}, {"tolerance", "1e-6"}});

  EXPECT_EQ(point.labels, (NamedTexts{{"ended", "converged"}}));
  EXPECT_LE(reading(point, "residual sum"), 1e-6);
  EXPECT_NEAR(reading(point, "centre"), 25, 1e-6);
}

}  // namespace
}  // namespace plumb::poisson
