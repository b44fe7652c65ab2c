// tests/shader/paper_tables_test.cpp - the programs of paper 004, its tables and the thesis's
// pairs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/json.h"
#include "plumb/shader/language/print.h"
#include "plumb/shader/language/read.h"
#include "plumb/shader/language/rules.h"
#include "plumb/shader/paper/tables.h"

namespace plumb::shader {
namespace {

std::string text_of(std::string_view file) {
  return read_text_file(std::string(PLUMB_SOURCE_DIR) + "/docs/shaders/ikeda2005/" +
                        std::string(file));
}

int slots(const Shader& shader) { return count_slots(shader).total(); }

void expect_legal_and_equal(const Pair& before, const MoveResult& after, const std::string& what) {
  for (const Shader* shader : {&after.pair.vertex, &after.pair.fragment}) {
    EXPECT_THAT(broken_rules(*shader), testing::IsEmpty()) << what << "\n" << print_shader(*shader);
    EXPECT_EQ(print_shader(read_shader(print_shader(*shader), "again")), print_shader(*shader));
  }
  const CheckReport report = check_pairs({before, {}}, {after.pair, after.copies}, {});
  EXPECT_TRUE(report.proved()) << what << testing::PrintToString(report.unequal);
  EXPECT_EQ(report.different_pixels, 0) << what << ": " << report.first_difference;
}

TEST(PaperTables, every_program_has_the_papers_slots_before_and_by_its_method_within_one) {
  for (const PaperProgram& program : paper_programs()) {
    const PaperRow row = measure(program, text_of);
    if (program.vertex_before >= 0) {
      EXPECT_EQ(row.vertex.total(), program.vertex_before) << program.name;
    }
    EXPECT_LE(std::abs(row.paper_vertex.total() - program.vertex_after), 1) << program.name;
    if (program.fragment_before < 0) continue;
    // ps_2_0 has no way to modulate two textures in 3 slots.
    EXPECT_EQ(row.fragment.total(),
              program.fragment_before + (program.name == "Multitexture shader" ? 1 : 0))
        << program.name;
    EXPECT_LE(std::abs(row.paper_fragment.total() - program.fragment_after), 1) << program.name;
  }
}

TEST(PaperTables, the_best_cut_is_never_above_the_paper_and_below_it_where_it_gains) {
  int gain = 0;
  int below = 0;
  for (const PaperProgram& program : paper_programs()) {
    if (program.table == 8) continue;
    const PaperRow row = measure(program, text_of);
    EXPECT_LE(row.best_fragment.total(), program.fragment_after) << program.name;
    if (program.fragment_after < program.fragment_before) {
      ++gain;
      if (row.best_fragment.total() < program.fragment_after) ++below;
    }
    if (program.name == "Sort") {
      EXPECT_LT(row.best_fragment.total(), 40);
      EXPECT_EQ(row.without_gain, "N2");
    }
    if (program.name == "1D convolution") {
      EXPECT_LE(row.best_fragment.total(), 32);
    }
    if (program.name == "2D convolution") {
      EXPECT_LE(row.best_fragment.total(), 20);
    }
  }
  EXPECT_EQ(gain, 9);
  EXPECT_EQ(below, 9);
}

TEST(PaperTables, every_move_is_legal_and_draws_the_same_picture) {
  for (const PaperProgram& program : paper_programs()) {
    if (program.fragment.empty()) continue;
    const Pair pair = paper_pair(program, text_of);
    const std::string name(program.name);
    expect_legal_and_equal(pair, move_as_paper(pair, {}), name + ", paper");
    expect_legal_and_equal(pair, move_optimally(pair, {}), name + ", optimal");
  }
}

// The rows as the paper prints them, from the transcribed tables.
TEST(PaperTables, the_numbers_are_those_of_the_transcribed_tables) {
  for (const int table : {6, 7, 8}) {
    std::istringstream file(read_text_file(std::string(PLUMB_SOURCE_DIR) +
                                           "/docs/papers/ikeda2005/table" + std::to_string(table) +
                                           ".csv"));
    std::string line;
    std::getline(file, line);
    for (const PaperProgram& program : paper_programs()) {
      if (program.table != table) continue;
      ASSERT_TRUE(std::getline(file, line)) << program.name;
      const auto number = [](int value) { return value < 0 ? "" : std::to_string(value); };
      const std::string numbers =
          number(program.vertex_before) + "," + number(program.fragment_before) + "," +
          number(program.vertex_after) + "," + number(program.fragment_after) + ",";
      EXPECT_THAT(line, testing::AllOf(testing::StartsWith(std::string(program.name) + ","),
                                       testing::HasSubstr("," + numbers)));
    }
    EXPECT_FALSE(std::getline(file, line)) << line;
  }
}

// Paper 003: offsets of kernel 1 and neighbours of the Jacobi update in the vertex program.
TEST(PaperTables, the_placement_that_the_thesis_made_by_hand_is_found) {
  for (const auto& [file, left] : {std::pair("thesis_kernel1.ps.asm", 3 + 3 + 1),
                                   std::pair("thesis_jacobi.ps.asm", 4 + 4 + 1)}) {
    const PaperProgram program{.name = file, .vertex = "quad.vs.asm", .fragment = file};
    const Pair pair = paper_pair(program, text_of);

    const MoveResult after = move_optimally(pair, {});

    EXPECT_EQ(slots(after.pair.fragment), left) << print_shader(after.pair.fragment);
    for (const Instruction& instruction : after.pair.fragment.instructions) {
      if (info_of(instruction.op).shape == Shape::texture) {
        EXPECT_EQ(instruction.sources[0].reg.file, File::coordinate) << print(instruction);
      }
    }
    expect_legal_and_equal(pair, after, file);
  }
}

}  // namespace
}  // namespace plumb::shader
