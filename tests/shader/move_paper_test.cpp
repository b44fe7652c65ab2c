// tests/shader/move_paper_test.cpp - the method of paper 004, figures and corner cases.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/json.h"
#include "plumb/shader/language/print.h"
#include "plumb/shader/language/read.h"
#include "plumb/shader/language/rules.h"
#include "plumb/shader/move.h"

namespace plumb::shader {
namespace {

const std::string source_folder = PLUMB_SOURCE_DIR;

Shader shader_file(const std::string& path) {
  return read_shader(read_text_file(source_folder + "/" + path), path);
}
Pair figures() {
  return {shader_file("docs/shaders/ikeda2005/figure2.vs.asm"),
          shader_file("docs/shaders/ikeda2005/figure3.ps.asm")};
}

TEST(MoveAsPaper, figures_2_and_3_become_figures_4_and_5_with_the_erratum_fixed) {
  const Pair before = figures();

  const MoveResult after = move_as_paper(before, {});

  EXPECT_EQ(print_shader(after.pair.vertex),
            read_text_file(source_folder + "/tests/golden/shader/figure4.vs.asm"));
  EXPECT_EQ(print_shader(after.pair.fragment),
            read_text_file(source_folder + "/tests/golden/shader/figure5.ps.asm"));
  EXPECT_EQ(count_slots(after.pair.vertex).total(), 14);
  EXPECT_EQ(count_slots(after.pair.fragment).total(), 7);
  ASSERT_EQ(after.copies.size(), 2U);
  EXPECT_EQ(after.copies[0].fragment, 4);
  EXPECT_EQ(after.copies[1].fragment, 3);
}

TEST(MoveAsPaper, the_conditions_are_those_that_the_paper_names_for_figure_3) {
  const MoveResult after = move_as_paper(figures(), {});

  std::string conditions;
  for (const MoveOutcome& outcome : after.outcomes) conditions += name_of(outcome.condition) + " ";
  EXPECT_EQ(conditions,
            "moved moved moved moved moved moved moved moved moved C1 C1 C1 C4 C4 C4 C2 ");
  EXPECT_EQ(after.outcomes[14].chain, (std::vector<int>{10}));
}

TEST(MoveAsPaper, the_figures_are_equivalent_before_and_after) {
  const Pair before = figures();
  const MoveResult after = move_as_paper(before, {});

  const CheckReport report =
      check_pairs({before, {}}, {after.pair, after.copies}, {.quads = 32, .pixels = 64});

  EXPECT_TRUE(report.proved()) << testing::PrintToString(report.unequal);
  EXPECT_EQ(report.different_pixels, 0) << report.first_difference;
  EXPECT_LT(report.largest_difference, 1e-5);
  EXPECT_LT(report.largest_distance, 0.01);
}

TEST(MoveAsPaper, rows_of_a_matrix_in_temporaries_move_each_by_itself) {
  const Pair before{
      read_shader("vs_1_1\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oT0, v1\n", "a.vs"),
      read_shader("ps_2_0\ndcl t0\ndcl_2d s0\ntexld r1, t0, s0\nadd r2, t0, c0\nmov r3, r1\n"
                  "mov r0, c1\nm3x2 r0.xy, r1, r2\nmov oC0, r0\n",
                  "a.ps")};

  const MoveResult after = move_as_paper(before, {});

  ASSERT_EQ(after.outcomes.size(), 6U);
  EXPECT_EQ(after.outcomes[1].condition, Condition::none);
  EXPECT_EQ(after.outcomes[4].condition, Condition::c4);
  const CheckReport report = check_pairs({before, {}}, {after.pair, after.copies}, {});
  EXPECT_TRUE(report.proved()) << print_shader(after.pair.fragment);
  EXPECT_TRUE(report.equivalent()) << report.first_difference;
}

}  // namespace
}  // namespace plumb::shader
