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
  for (const Fate& fate : after.fates) conditions += name_of(fate.condition) + " ";
  EXPECT_EQ(conditions,
            "moved moved moved moved moved moved moved moved moved C1 C1 C1 C4 C4 C4 C2 ");
  EXPECT_EQ(after.fates[14].chain, (std::vector<int>{10}));
}

TEST(MoveAsPaper, the_figures_are_equivalent_before_and_after) {
  const Pair before = figures();
  const MoveResult after = move_as_paper(before, {});

  const CheckReport report =
      check_pairs({before, {}}, {after.pair, after.copies}, {.quads = 32, .pixels = 64});

  EXPECT_EQ(report.proof, Proof::equal) << testing::PrintToString(report.unequal);
  EXPECT_EQ(report.different_pixels, 0) << report.first_difference;
  EXPECT_LT(report.largest_difference, 1e-5);
  EXPECT_LT(report.largest_distance, 0.01);
}

}  // namespace
}  // namespace plumb::shader
