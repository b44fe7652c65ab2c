// tests/shader/interpolation_test.cpp - what is declared of an interpolant survives a move.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/shader/language/print.h"
#include "plumb/shader/language/read.h"
#include "plumb/shader/move.h"

namespace plumb::shader {
namespace {

Pair interpolated_pair(const std::string& fragment) {
  return {read_shader("vs_1_1\ndcl_position v0\ndcl_texcoord v1\ndcl_texcoord1 v2\nmov oPos, v0\n"
                      "mov oT0, v1\nmov oT1, v2\n",
                      "a.vs"),
          read_shader("ps_2_0\n" + fragment, "a.ps")};
}

void expect_equivalent(const Pair& before, const MoveResult& after) {
  const CheckReport report =
      check_pairs({before, {}}, {after.pair, after.copies, after.host}, {.quads = 4});
  EXPECT_EQ(report.verdict(), Verdict::equivalent) << report.first_difference << "\n"
                                                   << print_shader(after.pair.fragment);
}

TEST(Interpolation, at_the_centroid_stays_there) {
  const Pair before = interpolated_pair(
      "dcl_centroid t0\ndcl t1\ndcl_2d s0\nadd r0, t0, c0\ntexld r1, r0, s0\nadd r2, t1, c1\n"
      "texld r3, r2, s0\nadd r1, r1, r3\nmov oC0, r1\n");

  const MoveResult after = move_optimally(before, {});

  EXPECT_EQ(count_slots(after.pair.fragment).total(), 4) << print_shader(after.pair.fragment);
  EXPECT_THAT(print_shader(after.pair.fragment), testing::HasSubstr("dcl_centroid t"));
  expect_equivalent(before, after);
  expect_equivalent(before, move_as_paper(before, {}));
  expect_equivalent(before,
                    move_optimally(before, {.pixels_per_vertex = 0.5, .both_directions = true}));
}

TEST(Interpolation, at_two_places_is_not_added_up_before) {
  const Pair before =
      interpolated_pair("dcl_centroid t0\ndcl t1\nmov r1, t1\nadd r0, t0, r1\nmov oC0, r0\n");

  expect_equivalent(before, move_optimally(before, {}));
  expect_equivalent(before, move_as_paper(before, {}));
}

TEST(Interpolation, with_partial_precision_keeps_it_where_all_that_crosses_has_it) {
  const Pair before =
      interpolated_pair("dcl_pp t0\ndcl_2d s0\nadd r0, t0, c0\ntexld r1, r0, s0\nmov oC0, r1\n");

  const MoveResult after = move_optimally(before, {});

  EXPECT_THAT(print_shader(after.pair.fragment), testing::HasSubstr("dcl_pp t0"));
}

}  // namespace
}  // namespace plumb::shader
