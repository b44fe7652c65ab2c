// tests/shader/move_optimal_test.cpp - the best cut.
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

TEST(MoveOptimally, figures_2_and_3_need_7_fragment_slots_and_at_most_8_of_the_vertex) {
  const Pair before{shader_file("docs/shaders/ikeda2005/figure2.vs.asm"),
                    shader_file("docs/shaders/ikeda2005/figure3.ps.asm")};

  const MoveResult after = move_optimally(before, {});

  EXPECT_EQ(count_slots(after.pair.fragment).total(), 7) << print_shader(after.pair.fragment);
  EXPECT_LE(count_slots(after.pair.vertex).total(), 8) << print_shader(after.pair.vertex);
  EXPECT_TRUE(after.proved);
  const CheckReport report =
      check_pairs({before, {}}, {after.pair, after.copies}, {.quads = 32, .pixels = 64});
  EXPECT_EQ(report.proof, Proof::equal) << testing::PrintToString(report.unequal);
  EXPECT_EQ(report.different_pixels, 0) << report.first_difference;
}

}  // namespace
}  // namespace plumb::shader
