// tests/shader/move_optimal_test.cpp - the best cut.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/shader/language/print.h"
#include "plumb/shader/language/read.h"
#include "plumb/shader/language/rules.h"
#include "plumb/shader/move.h"

namespace plumb::shader {
namespace {

const std::string optimal_folder = PLUMB_SOURCE_DIR;

Shader optimal_file(const std::string& path) {
  return read_shader(read_text_file(optimal_folder + "/" + path), path);
}

TEST(MoveOptimally, figures_2_and_3_need_7_fragment_slots_and_at_most_8_of_the_vertex) {
  const Pair before{optimal_file("docs/shaders/ikeda2005/figure2.vs.asm"),
                    optimal_file("docs/shaders/ikeda2005/figure3.ps.asm")};

  const MoveResult after = move_optimally(before, {});

  EXPECT_EQ(count_slots(after.pair.fragment).total(), 7) << print_shader(after.pair.fragment);
  EXPECT_LE(count_slots(after.pair.vertex).total(), 8) << print_shader(after.pair.vertex);
  EXPECT_EQ(after.unproved, "");
  const CheckReport report =
      check_pairs({before, {}}, {after.pair, after.copies}, {.quads = 32, .pixels = 64});
  EXPECT_TRUE(report.proved()) << testing::PrintToString(report.unequal);
  EXPECT_EQ(report.different_pixels, 0) << report.first_difference;
}

Pair optimal_pair(const std::string& vertex, const std::string& fragment) {
  return {read_shader(vertex, "a.vs"), read_shader(fragment, "a.ps")};
}

TEST(MoveOptimally, a_program_that_uses_all_interpolants_gives_none_away) {
  std::string vertex = "vs_1_1\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\n";
  std::string fragment = "ps_2_0\ndcl_2d s0\n";
  for (int i = 0; i < 8; ++i) {
    vertex += "mul oT" + std::to_string(i) + ", v1, c" + std::to_string(i) + "\n";
    fragment += "dcl t" + std::to_string(i) + "\n";
  }
  fragment += "mov r0, c0\n";
  for (int i = 0; i < 8; ++i) fragment += "mad r0, t" + std::to_string(i) + ", r0, c1\n";
  fragment += "add r1, t0, c2\ntexld r1, r1, s0\nmul r0, r0, r1\nmov oC0, r0\n";
  const Pair before = optimal_pair(vertex, fragment);

  for (const MoveResult& after : {move_optimally(before, {}), move_as_paper(before, {})}) {
    EXPECT_THAT(broken_rules(after.pair.vertex), testing::IsEmpty());
    EXPECT_THAT(broken_rules(after.pair.fragment), testing::IsEmpty());
    EXPECT_EQ(after.outcomes[9].condition, Condition::shortage) << after.outcomes[9].reason;
    const CheckReport report = check_pairs({before, {}}, {after.pair, after.copies}, {});
    EXPECT_TRUE(report.proved()) << testing::PrintToString(report.unequal);
  }
}

TEST(MoveOptimally, where_vertices_are_dear_offsets_go_back_to_the_fragment_program) {
  const Pair before = optimal_pair(
      "vs_1_1\ndef c9, 0.5, 0.25, 0, 0\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\n"
      "mov oT0.xy, v1\nadd oT1.xy, v1, c9\nadd oT2.xy, v1, c3\n",
      "ps_2_0\ndcl t0.xy\ndcl t1.xy\ndcl t2.xy\ndcl_2d s0\ntexld r0, t0, s0\ntexld r1, t1, s0\n"
      "texld r2, t2, s0\nadd r0, r0, r1\nadd r0, r0, r2\nmov oC0, r0\n");

  const MoveResult down = move_optimally(before, {.pixels_per_vertex = 0.5});
  const MoveResult both =
      move_optimally(before, {.pixels_per_vertex = 0.5, .both_directions = true});

  EXPECT_EQ(count_slots(down.pair.vertex).total(), 4);
  EXPECT_EQ(count_slots(both.pair.vertex).total(), 2) << print_shader(both.pair.vertex);
  EXPECT_EQ(count_slots(both.pair.fragment).total(), 8) << print_shader(both.pair.fragment);
  ASSERT_EQ(both.copies.size(), 1U);
  EXPECT_TRUE(both.copies[0].to_fragment);
  const CheckReport report = check_pairs({before, {}}, {both.pair, both.copies}, {});
  EXPECT_TRUE(report.proved()) << testing::PrintToString(report.unequal);
  EXPECT_TRUE(report.equivalent()) << report.first_difference;
}

// Slots of vertex and fragment program when a vertex costs two pixels, and the picture is the same.
std::pair<int, int> slots_where_vertices_are_dear(const std::string& vertex,
                                                  const std::string& fragment) {
  const Pair before = optimal_pair(
      "vs_1_1\ndef c9, 0.5, 2, 3, 0\ndcl_position v0\ndcl_texcoord v1\n"
      "mov oPos, v0\n" +
          vertex,
      "ps_2_0\ndcl_2d s0\n" + fragment);
  const MoveResult after =
      move_optimally(before, {.pixels_per_vertex = 0.5, .both_directions = true});
  const CheckReport report = check_pairs({before, {}}, {after.pair, after.copies}, {});
  EXPECT_TRUE(report.proved()) << testing::PrintToString(report.unequal);
  EXPECT_TRUE(report.equivalent()) << report.first_difference;
  return {count_slots(after.pair.vertex).total(), count_slots(after.pair.fragment).total()};
}

TEST(MoveOptimally, where_vertices_are_dear_interpolants_are_made_from_each_other) {
  // t1 = 2 * t0.wzyx + 0.5: one mad.
  EXPECT_EQ(slots_where_vertices_are_dear(
                "mov oT0, v1\nmul r0, v1.wzyx, c9.y\nadd oT1, r0, c9.x\n",
                "dcl t0\ndcl t1\nmul r0, t0, t0\nmul r0, r0, t1\nmov oC0, r0\n"),
            std::pair(2, 4));
  // t1 = c3: a constant of the fragment program; no instruction is left of it.
  EXPECT_EQ(slots_where_vertices_are_dear(
                "mov oT0, v1\nmov oT1, c3\n",
                "dcl t0\ndcl t1\nmul r0, t0, t0\nmul r0, r0, t1\nmov oC0, r0\n"),
            std::pair(2, 3));
}

TEST(MoveOptimally, where_vertices_are_dear_the_last_step_is_done_after_interpolation) {
  // The product of attributes stays; its multiple and its offset become one mad.
  EXPECT_EQ(slots_where_vertices_are_dear("mul r0, v1, v1.x\nmul r0, r0, c3\nadd oT0, r0, c4.x\n",
                                          "dcl t0\nmul r0, t0, t0\nmov oC0, r0\n"),
            std::pair(2, 3));
}

// 1 / c3.x and its multiples are computed once per draw; the vertex program only adds.
TEST(MoveOptimally, with_a_host_table_constant_work_costs_no_slots) {
  const Pair before{optimal_file("docs/shaders/ikeda2005/figure2.vs.asm"),
                    optimal_file("docs/shaders/ikeda2005/figure3.ps.asm")};

  const MoveResult after = move_optimally(before, {.host_table = true});

  EXPECT_EQ(count_slots(after.pair.fragment).total(), 7) << print_shader(after.pair.fragment);
  EXPECT_EQ(count_slots(after.pair.vertex).total(), 4) << print_shader(after.pair.vertex);
  ASSERT_FALSE(after.host.empty());
  const CheckedPair hosted{after.pair, after.copies, after.host};
  const CheckReport report = check_pairs({before, {}}, hosted, {});
  EXPECT_TRUE(report.proved()) << testing::PrintToString(report.unequal);
  EXPECT_TRUE(report.equivalent()) << report.first_difference;
  CheckedPair wrong = hosted;
  wrong.host[0].value = {.operation = Operation::negate, .operands = {wrong.host[0].value}};
  EXPECT_FALSE(check_pairs({before, {}}, wrong, {}).equivalent());
}

// sin and cos of a constant: no vertex instruction makes them, the host does, for the fragment
// program too.
TEST(MoveOptimally, what_the_fragment_program_needs_of_the_host_lies_in_its_constants) {
  const Pair before =
      optimal_pair("vs_1_1\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oT0, v1\n",
                   "ps_2_0\ndcl t0\ndcl_2d s0\ntexld r0, t0, s0\nsincos r1.xy, c0.x, c1, c2\n"
                   "mul r1.x, r1.x, c0.y\nmul r0, r0, r1.x\nmov oC0, r0\n");

  const MoveResult with = move_optimally(before, {.host_table = true});
  const MoveResult without = move_optimally(before, {});

  EXPECT_EQ(count_slots(without.pair.fragment).total(), 12);
  EXPECT_EQ(count_slots(with.pair.fragment).total(), 3) << print_shader(with.pair.fragment);
  ASSERT_EQ(with.host.size(), 1U);
  EXPECT_TRUE(with.host[0].of_fragment);
  EXPECT_EQ(print(with.host[0].value), "mul(cos(c0.x), c0.y)");
  const CheckReport report = check_pairs({before, {}}, {with.pair, with.copies, with.host}, {});
  EXPECT_TRUE(report.proved());
  EXPECT_TRUE(report.equivalent()) << report.first_difference;
}

TEST(HostExpression, is_read_as_it_was_printed) {
  for (const char* text : {"mul(rcp(c3.x), 2)", "-0.5", "cmp(c0.x, neg(c31.w), 1e-20)"}) {
    EXPECT_EQ(print(read_host_expression(text, "a.json")), text);
  }
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      (void)read_host_expression(text, "a.json");
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal("mul(c3.x)"), "a.json: 'mul(c3.x)', character 9: expected ','");
  EXPECT_EQ(refusal("c32.x"), "a.json: 'c32.x', character 4: the fragment program has c0 to c31");
  EXPECT_EQ(refusal("c3.q"), "a.json: 'c3.q', character 4: expected x, y, z or w");
  EXPECT_EQ(refusal("2 2"), "a.json: '2 2', character 2: unexpected text behind the expression");
  std::string deep;
  for (int i = 0; i < 300; ++i) deep += "neg(";
  EXPECT_THAT(refusal(deep), testing::HasSubstr("operations lie too deep in each other"));
}

TEST(MoveOptimally, a_program_that_uses_all_interpolants_keeps_them) {
  std::string vertex = "vs_1_1\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\n";
  std::string fragment = "ps_2_0\n";
  std::string body = "mov r0, t0\n";
  for (int i = 0; i < 8; ++i) {
    vertex += "mul oT" + std::to_string(i) + ", v1, v1.wzyx\n";
    if (i > 0) body += "mul r0, r0, t" + std::to_string(i) + "\n";
    fragment += "dcl t" + std::to_string(i) + "\n";
  }
  const Pair before =
      optimal_pair(vertex, fragment + body + "add r1, t7, c0.x\nmul r0, r0, r1\nmov oC0, r0\n");

  for (const bool paper : {true, false}) {
    const MoveResult after = paper ? move_as_paper(before, {}) : move_optimally(before, {});
    EXPECT_LE(count_slots(after.pair.fragment).total(), count_slots(before.fragment).total());
    EXPECT_TRUE(check_pairs({before, {}}, {after.pair, after.copies}, {}).proved());
  }
  EXPECT_EQ(move_as_paper(before, {}).outcomes[8].condition, Condition::shortage);
}

TEST(MoveOptimally, matrix_rows_have_the_fate_of_their_instruction) {
  const Pair before = optimal_pair(
      "vs_1_1\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oT0, v1\n",
      "ps_2_0\ndcl t0\ndcl_2d s0\nm3x2 r0.xy, t0, c0\ntexld r1, r0, s0\nmov oC0, r1\n");

  const MoveResult after = move_optimally(before, {});

  ASSERT_EQ(after.outcomes.size(), 3U);
  EXPECT_EQ(after.outcomes[0].condition, Condition::none);
  EXPECT_EQ(after.outcomes[1].condition, Condition::c1);
  EXPECT_EQ(count_slots(after.pair.fragment).total(), 2);
  EXPECT_TRUE(check_pairs({before, {}}, {after.pair, after.copies}, {}).proved());
}

}  // namespace
}  // namespace plumb::shader
