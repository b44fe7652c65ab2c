// tests/shader/check_test.cpp - the check finds what is wrong, and only that.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/shader/language/read.h"

namespace plumb::shader {
namespace {

Pair pair_of(const std::string& vertex, const std::string& fragment) {
  return {
      read_shader("vs_1_1\ndcl_position v0\ndcl_texcoord v1\n" + vertex + "\nmov oPos, v0", "a.vs"),
      read_shader("ps_2_0\n" + fragment, "a.ps")};
}

CheckReport compare(const Pair& a, const Pair& b) { return check_pairs({a, {}}, {b, {}}, {}); }

TEST(Check, an_affine_function_commutes_with_interpolation) {
  const Pair in_fragment = pair_of("mov oT0, v1", "dcl t0\nmad r0, t0, c0.x, c1\nmov oC0, r0");
  const CheckedPair in_vertex{pair_of("mov r0, c1\nmad oT0, v1, c0.x, r0", "dcl t0\nmov oC0, t0"),
                              {{0, 0}, {1, 1}}};

  const CheckReport report = check_pairs({in_fragment, {}}, in_vertex, {});

  EXPECT_TRUE(report.proved());
  EXPECT_TRUE(report.equivalent()) << report.first_difference;
}

TEST(Check, a_product_of_interpolants_does_not) {
  const CheckReport report = compare(pair_of("mov oT0, v1", "dcl t0\nmul r0, t0, t0\nmov oC0, r0"),
                                     pair_of("mul oT0, v1, v1", "dcl t0\nmov oC0, t0"));

  EXPECT_EQ(report.proof, Proof::different);
  EXPECT_EQ(report.unequal.size(), 4U);
  EXPECT_FALSE(report.equivalent());
  EXPECT_THAT(report.first_difference, testing::HasSubstr("colours differ by"));
}

TEST(Check, coordinates_are_compared_in_texels_and_kills_too) {
  const Pair plain = pair_of("mov oT0, v1", "dcl t0\ndcl_2d s0\ntexld r0, t0, s0\nmov oC0, r0");
  const Pair shifted = pair_of(
      "mov oT0, v1",
      "def c0, 0.1, 0, 0, 0\ndcl t0\ndcl_2d s0\nadd r0, t0, c0\ntexld r0, r0, s0\nmov oC0, r0");
  const Pair killed =
      pair_of("mov oT0, v1", "dcl t0\ndcl_2d s0\ntexkill t0\ntexld r0, t0, s0\nmov oC0, r0");

  EXPECT_NEAR(compare(plain, shifted).largest_distance, 0.4, 1e-3);
  EXPECT_FALSE(compare(plain, shifted).equivalent());
  EXPECT_THAT(compare(plain, killed).unequal, testing::Contains("texkill"));
  EXPECT_THAT(compare(plain, killed).first_difference, testing::HasSubstr("killed"));
}

TEST(Check, hazards_are_named) {
  const Pair fragment_side = pair_of(
      "mov oT0, v1", "dcl t0\ndcl_2d s0\nmul_pp r0, t0, c0.x\ntexld r0, r0, s0\nmov oC0, r0");
  const CheckedPair vertex_side{
      pair_of("mul oT0, v1, c0.x", "dcl t0\ndcl_2d s0\ntexld r0, t0, s0\nmov oC0, r0"), {{0, 0}}};
  EXPECT_THAT(check_pairs({fragment_side, {}}, vertex_side, {}).hazards,
              testing::Contains(testing::HasSubstr("precision: _pp")));

  const Pair large = pair_of("def c9, 5000, 0, 0, 0\nmul oT0, v1, c9.x", "dcl t0\nmov oC0, t0");
  EXPECT_THAT(compare(large, large).hazards, testing::Contains(testing::HasSubstr("clamp:")));

  const Pair infinite =
      pair_of("def c9, 0, 0, 0, 0\nrcp r0, c9.x\nmov oT0, r0", "dcl t0\nmov oC0, t0");
  EXPECT_THAT(compare(infinite, infinite).hazards,
              testing::Contains(testing::HasSubstr("infinity:")));
}

TEST(Check, halves_that_do_not_fit_are_refused) {
  const Pair missing = pair_of("mov oT0.xy, v1", "dcl t0\nmov oC0, t0");
  try {
    (void)compare(missing, missing);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "a.ps:3:10: t0 is read, but a.vs does not write all of oT0 [rule: interface]");
  }
  const Pair row =
      pair_of("mov oT0, v1", "dcl t0\ndcl t1\nmov r0, c0\nm3x2 r0.xy, c0, t0\nmov oC0, r0");
  try {
    (void)compare(row, row);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("t1 is read, but a.vs does not write all of oT1"));
  }
  const Pair branching{read_shader("vs_2_0\ndcl_position v0\nif b0\nmov oPos, v0\nendif\n", "b.vs"),
                       read_shader("ps_2_0\nmov oC0, c0\n", "b.ps")};
  try {
    (void)compare(branching, branching);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "b.vs:3:1: 'if': programs with flow control are read and counted, but not moved "
                 "or compared; write the branch out");
  }
  const Pair twice{missing.vertex, missing.vertex};
  EXPECT_THROW((void)compare(twice, twice), Error);
}

// (t + 1000) - 1000 loses bits that t keeps, and a large factor makes them seen.
TEST(Check, what_rounding_explains_is_no_difference_but_a_hazard) {
  const std::string head = "def c0, 1000, 0.01, 0, 0\ndcl t0\n";
  const Pair exact = pair_of("mov oT0, v1", head + "mul r0, t0, c0.x\nmov oC0, r0");
  const Pair lossy = pair_of("mov oT0, v1", head +
                                                "add r0, t0, c0.x\nsub r0, r0, c0.x\n"
                                                "mul r0, r0, c0.x\nmov oC0, r0");
  const Pair off = pair_of("mov oT0, v1", head +
                                              "add r0, t0, c0.x\nsub r0, r0, c0.x\n"
                                              "add r0, r0, c0.y\nmul r0, r0, c0.x\nmov oC0, r0");

  const CheckReport report = compare(exact, lossy);
  EXPECT_TRUE(report.equivalent()) << report.first_difference;
  EXPECT_GT(report.rounded_pixels, 0);
  EXPECT_GT(report.rounded_difference, 1e-5);
  EXPECT_THAT(report.hazards, testing::Contains(testing::HasSubstr("rounding may explain")));
  EXPECT_FALSE(compare(exact, off).equivalent());
}

// A dead read in front must not be taken for the one that draws.
TEST(Check, texture_reads_find_their_partner_by_place) {
  const Pair dead = pair_of("mov oT0, v1",
                            "dcl t0\ndcl_2d s0\nadd r0, t0, c0\ntexld r1, r0, s0\n"
                            "texld r0, t0, s0\nmov oC0, r0");
  const Pair alive = pair_of("mov oT0, v1", "dcl t0\ndcl_2d s0\ntexld r0, t0, s0\nmov oC0, r0");

  for (const CheckReport& report : {compare(dead, alive), compare(alive, dead)}) {
    EXPECT_TRUE(report.equivalent()) << report.first_difference;
    EXPECT_EQ(report.largest_difference, 0);
    EXPECT_EQ(report.largest_distance, 0);
  }
}

}  // namespace
}  // namespace plumb::shader
