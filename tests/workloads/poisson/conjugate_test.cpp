// tests/workloads/poisson/conjugate_test.cpp - conjugate gradients and refinement to a true error.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/workloads/poisson/problem/grid.h"
#include "tests/workloads/poisson/solve_on_device.h"

namespace plumb::poisson {
namespace {

using testing::HasSubstr;

Settings gradients(const NamedTexts& chosen) {
  return settings_for(workload, DeviceTraits{.kind = DeviceKind::cpu}, chosen);
}

TEST(PoissonConjugate, the_passes_are_those_of_a_count_by_hand) {
  const Demand demand = demand_of(
      program(gradients({{"variant", "cg"}, {"n", "5x7"}, {"iterations", "3"}})).steps.front());

  // 4 x 6 unknowns: residual 2 and dot 2 numbers each; an iteration directs 3, applies 2,
  // advances 6. Seven times a scalar is made of the product of the only group and the one before.
  EXPECT_EQ(demand.bytes.count, 24U * 8 * (4 + 3 * 11) + 7 * 2 * 8);
  EXPECT_EQ(demand.launches, 3U + 3 * 5);
}

TEST(PoissonConjugate, eight_grids_of_memory_are_enough) {
  for (const char* variant : {"cg", "cg_multigrid", "refinement"}) {
    const Program made = program(gradients({{"variant", variant}, {"n", "1000"}}));

    EXPECT_LT(memory_of(made).count, 64 * grid_of("1000", 2).elements()) << variant;
  }
}

TEST(PoissonConjugate, precisions_that_make_no_sense_are_refused) {
  const auto message = [](const NamedTexts& chosen) {
    return refusal([&] { check_settings(gradients(chosen)); });
  };

  EXPECT_EQ(message({{"variant", "refinement"}, {"precision", "f32"}}),
            "--precision f32: solver 'refinement' has a field in f64 and computes in f32 inside; "
            "take --precision f64");
  EXPECT_EQ(message({{"variant", "cg"}, {"precision", "mixed"}}),
            "--precision mixed: solver 'cg' has one precision; take --solver multigrid");
}

class PoissonConjugateOnDevice : public SolveOnDevice {
 protected:
  void expect_solved(const NamedTexts& chosen, double most_iterations) {
    const Point point = run(gradients(chosen));
    const std::string which = *text_named(chosen, "variant") + " " + *text_named(chosen, "n");
    EXPECT_EQ(verdict_of(point), Verdict::right) << which << ": " << point.reason;
    EXPECT_EQ(point.labels, (NamedTexts{{"ended", "converged"}})) << which;
    EXPECT_LE(reading(point, "iterations"), most_iterations) << which;
    EXPECT_LE(reading(point, "true error"), reading(point, "history") + 1e-12) << which;
    EXPECT_LE(reading(point, "true error"), 1e-7) << which;
  }
};
PLUMB_FOR_EACH_DEVICE(PoissonConjugateOnDevice);

// As many iterations as the grid is wide, a dozen with cycles, a third of them between residuals in
// f64.
TEST_P(PoissonConjugateOnDevice, any_grid_is_solved_to_a_true_error) {
  for (const char* n : {"2", "3", "45x70"}) {
    const NamedTexts problem{{"n", n}, {"tolerance", "1e-7"}};
    expect_solved(with_text(problem, "variant", "cg"), 400);
    expect_solved(with_text(problem, "variant", "cg_multigrid"), 18);
    expect_solved(with_text(problem, "variant", "refinement"), 7);
  }
  expect_solved({{"variant", "refinement"}, {"n", "5x9x14"}, {"dim", "3"}, {"tolerance", "1e-7"}},
                7);
}

TEST_P(PoissonConjugateOnDevice, items_solve_it_as_rows_do) {
  expect_solved(
      {{"variant", "cg_multigrid"}, {"n", "64"}, {"form", "items"}, {"tolerance", "1e-7"}}, 18);
}

TEST_P(PoissonConjugateOnDevice, a_fixed_number_of_iterations_is_made) {
  const Point point = run(gradients({{"variant", "cg"}, {"n", "9"}, {"iterations", "70"}}));

  EXPECT_EQ(point.labels, (NamedTexts{{"ended", "fixed"}}));
  EXPECT_LT(reading(point, "true error"), 1e-10);
}

TEST_P(PoissonConjugateOnDevice, float_that_no_longer_gains_ends_with_the_reason) {
  const Point point = run(gradients(
      {{"variant", "cg"}, {"n", "64"}, {"precision", "f32"}, {"norm", "rms"}, {"tolerance", "0"}}));

  EXPECT_EQ(point.labels, (NamedTexts{{"ended", "stagnated"}}));
  ASSERT_FALSE(point.warnings.empty());
  EXPECT_THAT(point.warnings.front(), HasSubstr("take --precision f64"));
}

}  // namespace
}  // namespace plumb::poisson
