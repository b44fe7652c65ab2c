// tests/workloads/poisson/exact_test.cpp - the direct solution, sweeps of the host, bounds of
// errors.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/poisson/truth/exact.h"

#include <cmath>

#include <gtest/gtest.h>

#include "plumb/records/fill.h"
#include "plumb/workloads/poisson/poisson.h"
#include "plumb/workloads/poisson/truth/least_tolerance.h"
#include "plumb/workloads/poisson/truth/reference.h"

namespace plumb::poisson {
namespace {

// Largest |sum of the neighbours - 2 dim u - rhs|.
double worst_residual(const Grid& grid, const std::vector<double>& u,
                      const std::vector<double>& rhs) {
  double worst = 0;
  for (std::uint64_t k = 0; k < grid.planes(); ++k) {
    for (std::uint64_t j = 0; j < grid.rows(); ++j) {
      for (std::uint64_t i = 0; i <= grid.n[0]; ++i) {
        if (!grid.inside(i, j, k)) continue;
        const std::uint64_t at = grid.at(i, j, k);
        double sum = u[at - 1] + u[at + 1] + u[at - grid.pitch] + u[at + grid.pitch];
        if (grid.dim == 3) sum += u[at - grid.plane()] + u[at + grid.plane()];
        worst = std::max(worst, std::fabs(sum - grid.neighbours() * u[at] - rhs[at]));
      }
    }
  }
  return worst;
}

TEST(PoissonExact, one_unknown_is_the_mean_of_its_neighbours) {
  const Grid square = grid_of("2", 2);
  const Grid box = grid_of("2", 3);

  EXPECT_DOUBLE_EQ(solve_exactly(square, initial_field<double>(square))[square.at(1, 1, 0)], 25);
  EXPECT_DOUBLE_EQ(solve_exactly(box, initial_field<double>(box))[box.at(1, 1, 1)], 100.0 / 6);
}

TEST(PoissonExact, random_boundaries_and_sources_are_solved_on_any_grid) {
  for (const auto& [text, dim] : {std::pair("3", 2U),
                                  {"4", 2U},
                                  {"31", 2U},
                                  {"7x40", 2U},
                                  {"40x7", 2U},
                                  {"3", 3U},
                                  {"5x9x4", 3U},
                                  {"9x4x5", 3U},
                                  {"16", 3U}}) {
    const Grid grid = grid_of(text, dim);
    std::vector<double> boundary(grid.elements());
    std::vector<double> rhs(grid.elements());
    fill_values(random_fill(-100, 100, 1), Scalar::f64, 0, boundary);
    fill_values(random_fill(-10, 10, 2), Scalar::f64, 0, rhs);

    const std::vector<double> solution = solve_exactly(grid, boundary, rhs);

    EXPECT_LT(worst_residual(grid, solution, rhs), 1e-10) << text;
    EXPECT_EQ(solution[grid.at(0, 1, 0)], boundary[grid.at(0, 1, 0)]);
  }
}

// A table of sines along the long side would have 8 GiB.
TEST(PoissonExact, a_long_thin_grid_costs_the_square_of_its_short_side) {
  const Grid grid = grid_of("32768x2", 2);
  std::vector<double> rhs(grid.elements());
  fill_values(random_fill(-1, 1, 3), Scalar::f64, 0, rhs);

  EXPECT_TRUE(is_solved_directly(grid));
  EXPECT_LT(worst_residual(grid, solve_exactly(grid, initial_field<double>(grid), rhs), rhs),
            1e-12);
  EXPECT_TRUE(is_solved_directly(grid_of("20000x3x2", 3)));
  EXPECT_FALSE(is_solved_directly(grid_of("4096", 2)));
}

TEST(PoissonExact, the_mean_of_the_solution_is_known_without_it) {
  EXPECT_NEAR(mean_of_solution(grid_of("32", 2)), 1.0 / 4, 1e-4);
  EXPECT_NEAR(mean_of_solution(grid_of("32", 3)), 1.0 / 6, 1e-3);
  for (const auto& [text, dim] :
       {std::pair("60x21", 2U), {"21x60", 2U}, {"12x20x31", 3U}, {"31x20x12", 3U}}) {
    const Grid grid = grid_of(text, dim);
    const std::vector<double> solution = solve_exactly(grid, initial_field<double>(grid));
    double sum = 0;
    for (std::uint64_t k = 0; k < grid.planes(); ++k)
      for (std::uint64_t j = 0; j < grid.rows(); ++j)
        for (std::uint64_t i = 0; i <= grid.n[0]; ++i)
          if (grid.inside(i, j, k)) sum += solution[grid.at(i, j, k)];
    const double mean = sum / static_cast<double>(grid.unknowns());

    EXPECT_NEAR(hot * mean_of_solution(grid) / mean, 1, 0.05) << text;
  }
}

TEST(PoissonExact, the_centre_is_known_by_symmetry) {
  const Grid square = grid_of("64", 2);
  const Grid box = grid_of("16", 3);

  EXPECT_NEAR(solve_exactly(square, initial_field<double>(square))[square.at(32, 32, 0)], 25,
              1e-11);
  EXPECT_NEAR(solve_exactly(box, initial_field<double>(box))[box.at(8, 8, 8)], 100.0 / 6, 1e-11);
}

TEST(PoissonExact, two_sweeps_are_those_of_a_calculation_by_hand) {
  const Grid grid = grid_of("3", 2);

  const std::vector<float> field = swept_field<float>(grid, 2);

  EXPECT_EQ(field[grid.at(1, 1, 0)], 6.25F);          // a quarter of 25 above it
  EXPECT_EQ(field[grid.at(2, 2, 0)], 25.0F + 6.25F);  // 100 above, 25 beside it
  EXPECT_EQ(field[grid.at(1, 3, 0)], 100.0F);
}

TEST(PoissonExact, the_bound_holds_from_the_first_sweep_on) {
  for (const auto& [text, dim] : {std::pair("17", 2U), {"9x30", 2U}, {"7", 3U}, {"6x5x12", 3U}}) {
    const Grid grid = grid_of(text, dim);
    const std::vector<double> exact = solve_exactly(grid, initial_field<double>(grid));
    for (const std::uint64_t sweeps : {0U, 1U, 10U, 100U, 300U}) {
      const std::vector<double> field = swept_field<double>(grid, sweeps);
      const std::vector<double> next = swept_field<double>(grid, sweeps + 1);
      double error = 0;
      double update = 0;
      for (std::uint64_t at = 0; at < field.size(); ++at) {
        error = std::max(error, std::fabs(field[at] - exact[at]));
        update = std::max(update, std::fabs(next[at] - field[at]));
      }

      EXPECT_LE(error, grid.error_bound() * update + 1e-10) << text << " " << sweeps;
      // The error of many sweeps is smooth: there the bound is not far away.
      if (sweeps == 300) {
        EXPECT_GT(error, 0.05 * grid.error_bound() * update - 1e-10) << text;
      }
    }
  }
}

// The thesis stopped where float did: its four cases, by the host's sweeps. Of the largest one a
// sanitizer makes minutes.
TEST(PoissonExact, the_counts_of_the_thesis_are_found_to_stagnate) {
  for (const char* n : {"32", "64", "128", "256"}) {
    if (PLUMB_SANITIZED && std::string(n) == "256") continue;
    const Settings settings = settings_for(
        workload, DeviceTraits{},
        {{"variant", "jacobi"}, {"n", n}, {"precision", "f32"}, {"iterations", "thesis"}});
    const Plan plan(settings);
    const std::vector<float> field = swept_field<float>(plan.grid, *plan.iterations);
    const Reader reader = [&](std::string_view name, std::uint64_t first, std::span<double> out) {
      if (name == "control") {
        out[1] = static_cast<double>(*plan.iterations);
      } else {
        std::copy_n(field.begin() + static_cast<std::ptrdiff_t>(first), out.size(), out.begin());
      }
    };
    Point point;

    examine(settings, reader, point);

    EXPECT_EQ(point.status, Status::ok) << point.reason;
    ASSERT_EQ(point.warnings.size(), 1U) << n;
    EXPECT_TRUE(point.warnings.front().starts_with("stagnates at")) << point.warnings.front();
    const double error = reading_named(point, "true error")->values.front();
    EXPECT_GT(error, 2e-4) << n;
    EXPECT_LT(error, 1.1e-2) << n;
  }
}

TEST(PoissonExact, a_field_that_is_not_the_solution_is_noticed) {
  const Settings settings = settings_for(workload, DeviceTraits{},
                                         {{"variant", "jacobi"}, {"n", "8"}, {"iterations", "3"}});
  const Plan plan(settings);
  std::vector<double> field = swept_field<double>(plan.grid, 3);
  field[plan.grid.at(4, 8, 0)] = 50;  // the boundary was overwritten
  const Reader reader = [&](std::string_view, std::uint64_t first, std::span<double> out) {
    std::copy_n(field.begin() + static_cast<std::ptrdiff_t>(first), out.size(), out.begin());
  };
  for (int sweep = 0; sweep < 400; ++sweep) {
    std::vector<double> next = field;
    sweep_reference(plan.grid, field.data(), next.data());
    field = next;
  }
  Point point;

  examine(settings, reader, point);

  EXPECT_EQ(point.status, Status::wrong);
  EXPECT_TRUE(point.reason.starts_with("the true error is")) << point.reason;
}

}  // namespace
}  // namespace plumb::poisson
