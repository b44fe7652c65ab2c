// tests/workloads/lu/reference_test.cpp - the decomposition on the host, and what judges others.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/lu/reference.h"

#include <cmath>

#include <gtest/gtest.h>

#include "plumb/workloads/lu/lu.h"
#include "plumb/workloads/workload.h"

namespace plumb {
namespace {

lu::Plan lu_plan(const NamedTexts& chosen) {
  return lu::Plan(
      settings_for(workload_named("lu"), DeviceTraits{.kind = DeviceKind::cpu}, chosen));
}

TEST(LuReference, two_rows_by_hand) {
  const lu::Plan plan = lu_plan({{"size", "2"}, {"precision", "f64"}});
  const std::vector<double> a = lu::initial_matrix(plan);
  const std::uint64_t right = plan.rows;  // where the second column begins

  const lu::Factors factors = lu::decompose_reference(plan);

  const std::uint64_t p = std::fabs(a[1]) > std::fabs(a[0]) ? 1 : 0;
  const std::uint64_t other = 1 - p;
  const double multiplier = a[other] / a[p];
  EXPECT_EQ(factors.pivots, std::vector<double>{static_cast<double>(p)});
  EXPECT_EQ(factors.matrix[0], a[p]);
  EXPECT_EQ(factors.matrix[1], multiplier);
  EXPECT_EQ(factors.matrix[right], a[right + p]);
  EXPECT_EQ(factors.matrix[right + 1], std::fma(-multiplier, a[right + p], a[right + other]));
}

TEST(LuReference, both_ways_to_exchange_rows_have_the_same_upper_factor_and_error) {
  const lu::Plan whole = lu_plan({{"size", "33"}, {"variant", "fused"}});
  const lu::Plan right = lu_plan({{"size", "33"}, {"variant", "paper"}});

  const lu::Factors of_whole = lu::decompose_reference(whole);
  const lu::Factors of_right = lu::decompose_reference(right);

  EXPECT_EQ(of_whole.pivots, of_right.pivots);
  EXPECT_NE(of_whole.matrix, of_right.matrix);
  for (std::uint64_t j = 0; j < 33; ++j) {
    for (std::uint64_t i = 0; i <= j; ++i)
      EXPECT_EQ(of_whole.matrix[j * whole.rows + i], of_right.matrix[j * whole.rows + i]);
  }
  EXPECT_EQ(lu::backward_error(whole, of_whole), lu::backward_error(right, of_right));
}

TEST(LuReference, the_backward_error_accepts_the_factors_and_finds_one_that_is_off) {
  // Beyond 1024 it is that of one vector.
  for (const char* size : {"100", "1030"}) {
    for (const char* precision : {"f32", "f64"}) {
      const lu::Plan plan = lu_plan({{"size", size}, {"precision", precision}});
      lu::Factors factors = lu::decompose_reference(plan);

      EXPECT_GT(lu::backward_error(plan, factors), 0.0) << size << precision;
      EXPECT_LT(lu::backward_error(plan, factors), 0.2) << size << precision;
      factors.matrix[plan.rows * 40 + 50] += 0.01;
      EXPECT_GT(lu::backward_error(plan, factors), 1.0) << size << precision;
    }
  }
}

TEST(LuReference, a_column_of_zeros_has_no_pivot_and_leaves_numbers) {
  const lu::Plan plan = lu_plan({{"size", "50"}, {"zeros", "31"}});

  const lu::Factors factors = lu::decompose_reference(plan);

  EXPECT_EQ(lu::singular_column(plan, factors), 31U);
  for (const double value : factors.matrix) EXPECT_TRUE(std::isfinite(value));
  EXPECT_EQ(lu::singular_column(lu_plan({{"size", "50"}}),
                                lu::decompose_reference(lu_plan({{"size", "50"}}))),
            std::nullopt);
}

}  // namespace
}  // namespace plumb
