// tests/shader/outcomes_test.cpp - what is said of every instruction that was given.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/shader/language/read.h"
#include "plumb/shader/move.h"

namespace plumb::shader {
namespace {

Pair outcome_pair(const std::string& vertex, const std::string& fragment) {
  return {read_shader("vs_1_1\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\n" + vertex,
                      "outcome.vs"),
          read_shader("ps_2_0\n" + fragment, "outcome.ps")};
}

// The product becomes a part of the mad behind the texture read: a link that leads forward.
TEST(Outcomes, of_a_product_that_joined_a_later_sum_name_the_sum) {
  const Pair pair = outcome_pair("mov oT0, v1\nmov oD1, v1\n",
                                 "dcl t0\ndcl v1\ndcl_2d s0\nmul r1, c3, v1\ntexld r0, t0, s0\n"
                                 "add r0, r0, r1\nmov oC0, r0\n");

  const MoveResult after = move_optimally(pair, {});

  ASSERT_EQ(after.outcomes.size(), 4U);
  EXPECT_EQ(after.outcomes[0].condition, Condition::c4);
  EXPECT_THAT(after.outcomes[0].reason, testing::HasSubstr("a part of a later instruction"));
  EXPECT_THAT(after.outcomes[0].chain, testing::ElementsAre(2, 1));
  EXPECT_THAT(after.outcomes[2].chain, testing::ElementsAre(1));
}

TEST(Outcomes, of_a_matrix_whose_rows_joined_later_sums_are_those_of_the_rows) {
  const Pair pair =
      outcome_pair("mov oT0, v1\nmov oD1, v1\n",
                   "dcl t0\ndcl v1\ndcl_2d s0\nm3x3 r2.xyz, v1, c0\nmul r1, c3, v1\n"
                   "texld r0, t0, s0\nadd r0, r0, r1\nadd r0.xyz, r0, r2\nmov oC0, r0\n");

  const MoveResult after = move_optimally(pair, {});

  ASSERT_EQ(after.outcomes.size(), 6U);
  EXPECT_EQ(after.outcomes[0].condition, Condition::c3);
  EXPECT_THAT(after.outcomes[1].chain, testing::ElementsAre(3, 2));
}

}  // namespace
}  // namespace plumb::shader
