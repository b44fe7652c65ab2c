// tests/shader/check_soundness_test.cpp - pairs that differ are never called equivalent.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/shader/check.h"
#include "plumb/shader/language/read.h"

namespace plumb::shader {
namespace {

Pair sound_pair(const std::string& vertex, const std::string& fragment) {
  return {read_shader(vertex, "a.vs"), read_shader(fragment, "a.ps")};
}

const std::string sound_head = "vs_1_1\ndcl_position v0\ndcl_texcoord v1\n";
const std::string quad = sound_head + "mov oPos, v0\nmov oT0, v1\n";

CheckReport compare_soundly(const Pair& a, const Pair& b) {
  return check_pairs({a, {}}, {b, {}}, {});
}

Verdict of_fragments(const std::string& a, const std::string& b) {
  return compare_soundly(sound_pair(quad, "ps_2_0\n" + a + "\nmov oC0, r0\n"),
                         sound_pair(quad, "ps_2_0\n" + b + "\nmov oC0, r0\n"))
      .verdict();
}

TEST(CheckSoundness, a_change_behind_a_cube_read_is_found) {
  const std::string read = "dcl t0\ndcl_cube s0\ntexld r0, t0, s0\n";

  EXPECT_EQ(of_fragments(read, read + "mul r0, r0, r0"), Verdict::different);
  EXPECT_EQ(of_fragments(read, read + "add r0, r0, c0"), Verdict::different);
  EXPECT_EQ(of_fragments(read, read + "mov r0, r0"), Verdict::equivalent);
}

TEST(CheckSoundness, the_kind_of_a_texture_matters) {
  EXPECT_EQ(of_fragments("dcl t0\ndcl_cube s0\ntexld r0, t0, s0",
                         "dcl t0\ndcl_volume s0\ntexld r0, t0, s0"),
            Verdict::different);
}

TEST(CheckSoundness, the_bias_of_a_texture_read_matters) {
  EXPECT_EQ(of_fragments("dcl t0\ndcl_2d s0\ntexldb r0, t0, s0",
                         "dcl t0\ndcl_2d s0\nmov r0, t0\nadd r0.w, t0.w, c0.x\ntexldb r0, r0, s0"),
            Verdict::different);
}

// Equal numbers compare the same way with and without rounding.
TEST(CheckSoundness, a_comparison_of_equal_numbers_is_decided) {
  const std::string fragment = "ps_2_0\ndcl t0\nmov oC0, t0\n";
  const auto with = [&](const char* line) {
    return sound_pair(sound_head + "mov oPos, v0\n" + line + "\nmov oT0, r0\n", fragment);
  };

  EXPECT_EQ(compare_soundly(with("sge r0, v1, v1"), with("slt r0, v1, v1")).verdict(),
            Verdict::different);
  EXPECT_EQ(compare_soundly(with("sge r0, v1, v1"), with("sge r0, v1, -v1")).verdict(),
            Verdict::different);
  EXPECT_EQ(compare_soundly(with("slt r0, v1, v1"), with("slt r0, v1, v1")).verdict(),
            Verdict::equivalent);
}

TEST(CheckSoundness, a_change_of_the_position_s_w_is_found) {
  const std::string fragment = "ps_2_0\ndcl t0\nmov oC0, t0\n";
  const Pair as_given = sound_pair(quad, fragment);
  const Pair one = sound_pair(
      sound_head + "def c9, 1, 1, 1, 1\nmov oPos.xyz, v0\nmov oPos.w, c9.x\nmov oT0, v1\n",
      fragment);

  const CheckReport report = compare_soundly(as_given, one);

  EXPECT_EQ(report.verdict(), Verdict::different);
  EXPECT_THAT(report.first_difference, testing::HasSubstr("position"));
}

TEST(CheckSoundness, attributes_are_found_by_their_usage) {
  const std::string fragment = "ps_2_0\ndcl t0\nmov oC0, t0\n";
  const Pair first = sound_pair(quad, fragment);
  const Pair moved =
      sound_pair("vs_1_1\ndcl_position v3\ndcl_texcoord v7\nmov oPos, v3\nmov oT0, v7\n", fragment);
  const Pair other = sound_pair(
      "vs_1_1\ndcl_position v0\ndcl_texcoord1 v1\nmov oPos, v0\nmov oT0, v1\n", fragment);

  EXPECT_EQ(compare_soundly(first, moved).verdict(), Verdict::equivalent);
  EXPECT_EQ(compare_soundly(first, other).verdict(), Verdict::different);
}

TEST(CheckSoundness, a_constant_behind_an_index_matters) {
  const std::string fragment = "ps_2_0\ndcl t0\nmov oC0, t0\n";
  const auto with = [&](const char* number) {
    return sound_pair("vs_1_1\ndef c5, 0, 0, 0, 0\ndef c3, " + std::string(number) +
                          ", 2, 3, 4\ndcl_position v0\nmov oPos, v0\nmov a0.x, c5.x\n"
                          "mov oT0, c[a0.x + 3]\n",
                      fragment);
  };

  EXPECT_EQ(compare_soundly(with("1"), with("1")).verdict(), Verdict::equivalent);
  EXPECT_EQ(compare_soundly(with("1"), with("1.5")).verdict(), Verdict::different);
}

TEST(CheckSoundness, without_proof_and_without_difference_the_verdict_is_undecided) {
  EXPECT_EQ(of_fragments("dcl t0\nmul r1, c0.x, c0.y\nrcp r0, r1.x",
                         "dcl t0\nrcp r1, c0.x\nrcp r2, c0.y\nmul r0, r1, r2"),
            Verdict::undecided);
}

TEST(CheckSoundness, what_was_shown_is_said) {
  const Pair one =
      sound_pair(quad, "ps_2_0\ndef c0, 0.5, 0.1, 0.3, 0\ndcl t0\nmul r0, t0, c0.x\nmov oC0, r0\n");
  const Pair folded =
      sound_pair(quad,
                 "ps_2_0\ndef c0, 0.1, 0.3, 0, 0\ndef c1, 0.030000003, 0, 0, 0\ndcl "
                 "t0\nmul r0, t0, c1.x\nmov oC0, r0\n");
  const Pair apart = sound_pair(
      quad,
      "ps_2_0\ndef c0, 0.1, 0.3, 0, 0\ndcl t0\nmul r1, t0, c0.x\nmul r0, r1, c0.y\nmov oC0, r0\n");

  EXPECT_EQ(compare_soundly(one, one).proof, Proof::equal);
  EXPECT_EQ(compare_soundly(folded, apart).proof, Proof::equal_rounded);
  EXPECT_EQ(compare_soundly(folded, apart).verdict(), Verdict::equivalent);
}

TEST(CheckSoundness, a_centroid_is_another_place) {
  EXPECT_EQ(of_fragments("dcl t0\nmov r0, t0", "dcl_centroid t0\nmov r0, t0"), Verdict::different);
  EXPECT_EQ(of_fragments("dcl_centroid t0\nmov r0, t0", "dcl_centroid t0\nmov r0, t0"),
            Verdict::equivalent);
}

}  // namespace
}  // namespace plumb::shader
