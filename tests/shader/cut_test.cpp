// tests/shader/cut_test.cpp - cuts that are found, and the vertex code that they cost.
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

Pair cut_pair(const std::string& fragment,
              const std::string& vertex = "mov oT0, v1\nmov oT1, v1\n") {
  return {read_shader("vs_1_1\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\n" + vertex, "a.vs"),
          read_shader("ps_2_0\n" + fragment, "a.ps")};
}

int fragment_slots(const MoveResult& result) { return count_slots(result.pair.fragment).total(); }
int vertex_slots(const MoveResult& result) { return count_slots(result.pair.vertex).total(); }

void expect_same_picture(const Pair& before, const MoveResult& after) {
  const CheckReport report = check_pairs({before, {}}, {after.pair, after.copies, after.host}, {});
  EXPECT_EQ(report.verdict(), Verdict::equivalent)
      << report.first_difference << "\n"
      << print_shader(after.pair.vertex) << print_shader(after.pair.fragment);
}

// A scalar operand needs one letter, a mov to oC0 none at all.
TEST(Cut, reads_what_crosses_by_a_swizzle_that_the_operand_may_have) {
  const Pair scalar =
      cut_pair("dcl t0\nmul r0, t0, c0\nrsq r1, r0.y\nmul r2, r1, c1\nmov oC0, r2\n");
  const Pair output = cut_pair("dcl t0\nmul r0, t0.wzyx, c0\nmov oC0, r0\n");
  const Pair depth = cut_pair(
      "dcl t0\ndcl t1\nmul r0, t0, c0\nadd r1, t1, c1\nmul r2, t0, t0\n"
      "mov oC0, r2\nmov oDepth, r1.z\n");

  EXPECT_EQ(fragment_slots(move_optimally(scalar, {})), 3);
  EXPECT_EQ(fragment_slots(move_optimally(output, {})), 1);
  EXPECT_EQ(fragment_slots(move_optimally(depth, {})), 3);
  for (const Pair& pair : {scalar, output, depth})
    expect_same_picture(pair, move_optimally(pair, {}));
}

// Two matrices one after the other: multiplied out they are 24 products.
TEST(Cut, keeps_products_factored) {
  const Pair before = cut_pair(
      "dcl t0\ndcl_2d s0\nmov r0.w, c4.w\ndp4 r0.x, t0, c0\ndp4 r0.y, t0, c1\ndp4 r0.z, t0, c2\n"
      "dp4 r1.x, r0, c5\ndp4 r1.y, r0, c6\ntexld r0, r1, s0\nmov oC0, r0\n");

  const MoveResult after = move_optimally(before, {});

  EXPECT_EQ(fragment_slots(after), 2);
  EXPECT_LE(vertex_slots(after), 7) << print_shader(after.pair.vertex);
  expect_same_picture(before, after);
}

TEST(Cut, writes_uniform_values_as_vectors) {
  const Pair before = cut_pair(
      "dcl t0\ndcl_2d s0\nmul r1, c0, c1\nmad r1, r1, c2, c3\nmax r1, r1, c4\nadd r1, r1, t0\n"
      "texldp r0, r1, s0\nmov oC0, r0\n");

  const MoveResult after = move_optimally(before, {});

  EXPECT_EQ(fragment_slots(after), 2);
  // oPos, four copies of a second c#, and one instruction for each that moved.
  EXPECT_LE(vertex_slots(after), 9) << print_shader(after.pair.vertex);
  expect_same_picture(before, after);
}

TEST(Cut, with_a_host_table_never_costs_slots_and_its_expressions_are_read_back) {
  const Pair before = cut_pair(
      "dcl t0\ndcl_2d s0\nmov r0, c4\ndp4 r0.x, c7, c0\ndp4 r0.y, c7, c1\ndp4 r0.z, c7, c2\n"
      "dp4 r1.x, r0, c5\ndp4 r1.y, r0, c6\nmov r2, c3\ndp4 r2.x, r1.x, r0\ndp4 r2.y, r1.y, r0\n"
      "dp4 r3.x, r2, r2\nadd r1.xy, t0, r3.x\ntexld r0, r1, s0\nmov oC0, r0\n");
  const MoveResult plain = move_optimally(before, {});

  const MoveResult hosted = move_optimally(before, {.host_table = true});

  EXPECT_LE(fragment_slots(hosted), fragment_slots(plain));
  EXPECT_LE(vertex_slots(hosted), vertex_slots(plain));
  for (const HostConstant& one : hosted.host) {
    const std::string text = print(one.value);
    EXPECT_EQ(print(read_host_expression(text, "constants.json")), text);
  }
  expect_same_picture(before, hosted);
}

// Compilers leave gaps between the outputs of vs_2_0, and the profile has 256 slots.
TEST(Cut, takes_what_compilers_ship) {
  std::string vertex = "vs_2_0\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov r0, v1\n";
  for (int i = 0; i < 140; ++i) vertex += "mad r0, r0, c1, v1\n";
  vertex += "mov oT3.xy, r0\nmov oT1, v1\n";
  const Pair before{read_shader(vertex, "a.vs"),
                    read_shader("ps_2_0\ndcl t1\ndcl t3.xy\ndcl_2d s0\nadd r0, t1, c0\n"
                                "texld r1, r0, s0\ntexld r2, t3, s0\nadd r1, r1, r2\nmov oC0, r1\n",
                                "a.ps")};

  const MoveResult best = move_optimally(before, {});
  const MoveResult paper = move_as_paper(before, {});

  EXPECT_EQ(fragment_slots(best), 4);
  EXPECT_EQ(fragment_slots(paper), 4);
  expect_same_picture(before, best);
  expect_same_picture(before, paper);
}

TEST(Cut, of_the_default_mode_is_never_behind_the_papers) {
  // The carried value would need a swizzle that the profile lacks.
  const Pair before = cut_pair(
      "dcl t0\ndcl t1\ndcl_2d s0\nadd r0.xy, t0, c0\nadd r0.zw, t1, c1\ntexld r1, r0, s0\n"
      "mul r1, r1, r0.zxyw\nmov oC0, r1\n");

  EXPECT_LE(fragment_slots(move_optimally(before, {})), fragment_slots(move_as_paper(before, {})));
}

}  // namespace
}  // namespace plumb::shader
