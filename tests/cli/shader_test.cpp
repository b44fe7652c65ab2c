// tests/cli/shader_test.cpp - plumb shader as users meet it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/base/json.h"
#include "plumb/records/allocation.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::string programs = std::string(PLUMB_SOURCE_DIR) + "/docs/shaders/ikeda2005/";

class PlumbShader : public PlumbProgram {
 protected:
  Outcome move(std::vector<std::string> more) {
    std::vector<std::string> words{"shader", "move", programs + "figure2.vs.asm",
                                   programs + "figure3.ps.asm"};
    words.insert(words.end(), more.begin(), more.end());
    return plumb(words);
  }
  std::string file(const std::string& name, const std::string& text) {
    write_whole(folder + "/" + name, text);
    return folder + "/" + name;
  }
};

TEST_F(PlumbShader, slots_counts_each_kind_against_its_limit) {
  const Outcome outcome = plumb({"shader", "slots", programs + "figure3.ps.asm"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("ps_2_0           13        3     16  64 + 32"));
}

TEST_F(PlumbShader, a_moved_pair_passes_the_check_and_its_record_explains_it) {
  for (const std::string mode : {"paper", "optimal"}) {
    const std::string out = folder + "/" + mode;

    const Outcome moved = move({"--mode", mode, "-o", out});
    const Outcome checked =
        plumb({"shader", "check", programs + "figure2.vs.asm," + programs + "figure3.ps.asm", out});

    EXPECT_EQ(moved.code, 0) << moved.error;
    EXPECT_THAT(moved.out, AllOf(HasSubstr("the host must also set c4"),
                                 HasSubstr("texld r2, r0, s0"), HasSubstr("C1")));
    EXPECT_EQ(checked.code, 0) << checked.error << checked.out;
    EXPECT_THAT(checked.out, AllOf(HasSubstr("equivalent"), HasSubstr("equal in exact")));
    const std::string text = read_text_file(out + "/moves.json");
    const Json json = parse_json(text, "moves.json");
    const Allocation record = allocation_from_json(JsonView(json, "moves.json"));
    EXPECT_EQ(record.before.vertex, 2U);
    EXPECT_EQ(record.after.arithmetic + record.after.texture, 7U);
    EXPECT_EQ(record.instructions.size(), 16U);
  }
}

TEST_F(PlumbShader, the_commands_page_shows_what_a_move_prints) {
  const Outcome outcome = move({"--mode", "paper"});

  std::string indented;
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) {
    indented += line.empty() ? "\n" : "    " + line + "\n";
  }
  EXPECT_THAT(read_text_file(std::string(PLUMB_SOURCE_DIR) + "/docs/commands/shader.md"),
              HasSubstr(indented));
}

TEST_F(PlumbShader, what_the_host_computes_is_in_the_constant_map_and_checked) {
  const Outcome moved = move({"--host-table", "-o", folder + "/hosted"});
  const std::string map = read_text_file(folder + "/hosted/constants.json");
  const std::string before = programs + "figure2.vs.asm," + programs + "figure3.ps.asm";
  const Outcome checked = plumb({"shader", "check", before, folder + "/hosted"});
  write_whole(folder + "/hosted/constants.json", "[]");
  const Outcome forgotten = plumb({"shader", "check", before, folder + "/hosted"});

  EXPECT_EQ(moved.code, 0) << moved.error;
  EXPECT_THAT(moved.out, HasSubstr("of the vertex program to neg(rcp(c3.x))"));
  EXPECT_THAT(map, HasSubstr("\"value\": \"neg(rcp(c3.x))\""));
  EXPECT_EQ(checked.code, 0) << checked.out << checked.error;
  EXPECT_EQ(forgotten.code, 1);
  EXPECT_THAT(move({"--host-table", "--mode", "paper"}).error, HasSubstr("has no such table"));
}

TEST_F(PlumbShader, pairs_that_differ_exit_with_1) {
  const std::string other =
      file("other.ps.asm", "ps_2_0\ndcl t0.xy\ndcl_2d s0\ntexld r0, t0, s0\nmov oC0, r0\n");

  const Outcome outcome =
      plumb({"shader", "check", programs + "figure2.vs.asm," + programs + "figure3.ps.asm",
             programs + "figure2.vs.asm," + other});

  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("different"), HasSubstr("no proof for oC0.x")));
}

// Neither proved equal nor found different: the third verdict has an exit code of its own.
TEST_F(PlumbShader, pairs_without_proof_and_without_difference_exit_with_4) {
  const std::string first =
      file("first.ps.asm", "ps_2_0\nmul r1, c0.x, c0.y\nrcp r0, r1.x\nmov oC0, r0\n");
  const std::string second =
      file("second.ps.asm", "ps_2_0\nrcp r1, c0.x\nrcp r2, c0.y\nmul r0, r1, r2\nmov oC0, r0\n");

  const Outcome outcome = plumb({"shader", "check", programs + "figure2.vs.asm," + first,
                                 programs + "figure2.vs.asm," + second});

  EXPECT_EQ(outcome.code, 4);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("undecided"), HasSubstr("no proof for oC0.x")));
}

TEST_F(PlumbShader, pairs_are_compared_with_less_precision) {
  const std::string pair = programs + "figure2.vs.asm," + programs + "figure3.ps.asm";
  (void)move({"-q", "-o", folder + "/moved"});

  const Outcome outcome =
      plumb({"shader", "check", pair, folder + "/moved", "--fragment-precision", "f16"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("in f16: pixels whose 8-bit colours differ"),
                                 HasSubstr("the second pair against its picture in f32")));
  EXPECT_THAT(plumb({"shader", "check", pair, pair, "--fragment-precision", "f64"}).error,
              HasSubstr("unknown precision 'f64'; known are f32, fp24, f16"));
}

TEST_F(PlumbShader, steps_lead_from_the_pair_to_the_move) {
  const Outcome outcome =
      plumb({"shader", "move", programs + "quad.vs.asm", programs + "convolution_1d.ps.asm",
             "--mode", "paper", "--steps", "--format", "csv", "-o", folder + "/steps"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("\n0,2,63,0\n"), HasSubstr(",23,44,19\n")));
  EXPECT_THAT(read_text_file(folder + "/steps/0/ps.asm"), HasSubstr("ps_2_0"));
  EXPECT_THAT(plumb({"shader", "move", programs + "quad.vs.asm", programs + "convolution_1d.ps.asm",
                     "--steps", "--format", "csv"})
                  .out,
              AllOf(HasSubstr("\n0,2,63,0\n"), HasSubstr(",22,32,26\n")));
}

TEST_F(PlumbShader, what_limits_keep_from_moving_is_named_a_shortage) {
  const std::vector<std::string> words{"shader",
                                       "move",
                                       programs + "quad.vs.asm",
                                       programs + "convolution_1d.ps.asm",
                                       "--limit-interpolants",
                                       "2"};

  EXPECT_THAT(plumb(words).out, AllOf(HasSubstr("shortage"), HasSubstr("not all that could move")));
  EXPECT_THAT(move({}).out, testing::Not(HasSubstr("shortage")));
}

TEST_F(PlumbShader, limits_are_kept) {
  const Outcome outcome =
      move({"--limit-interpolants", "2", "--limit-vs", "5", "--format", "json"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  const Json json = parse_json(outcome.out, "out");
  const Allocation record = allocation_from_json(JsonView(json, "out"));
  EXPECT_LE(record.after.vertex, 5U);
}

TEST_F(PlumbShader, the_papers_tables_are_printed_as_on_its_page) {
  const Outcome outcome = plumb({"shader", "paper", "--format", "md"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  const std::string page =
      read_text_file(std::string(PLUMB_SOURCE_DIR) + "/docs/papers/ikeda2005.md");
  std::istringstream lines(outcome.out);
  int rows = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("|")) continue;
    ++rows;
    EXPECT_NE(page.find(line + "\n"), std::string::npos) << line;
  }
  EXPECT_GT(rows, 20);
}

TEST_F(PlumbShader, mistakes_are_named) {
  const std::string empty = file("empty.asm", "");
  const std::string wrong = file("wrong.asm", "vs_1_1\ndcl_position v0\nadd r0, c0, c1\n");

  EXPECT_EQ(plumb({"shader"}).code, 2);
  EXPECT_THAT(plumb({"shader", "mvoe"}).error, HasSubstr("did you mean 'move'?"));
  EXPECT_THAT(plumb({"shader", "slots"}).error, HasSubstr("no file given"));
  EXPECT_THAT(plumb({"shader", "slots", empty}).error, HasSubstr("the program is empty"));
  EXPECT_THAT(plumb({"shader", "slots", wrong}).error,
              HasSubstr("wrong.asm:3:1: one instruction reads at most 1 different c# in vs_1_1 "
                        "[rule: constant read port]"));
  EXPECT_THAT(move({"--mode", "best"}).error, HasSubstr("unknown mode 'best'"));
  EXPECT_THAT(move({"--direction", "up"}).error, HasSubstr("unknown direction 'up'"));
  EXPECT_THAT(move({"--ratio", "0"}).error, HasSubstr("larger than zero"));
  EXPECT_THAT(move({"--limit-vs", "-3"}).error, HasSubstr("'-3' is less than zero"));
  EXPECT_THAT(move({"--limit-interpolants", "9"}).error, HasSubstr("at most 8"));
  EXPECT_THAT(move({"--limit-interpolants", "0"}).error,
              HasSubstr("breaks a limit before anything is moved"));
  EXPECT_THAT(plumb({"shader", "check", folder + "/no", folder}).error,
              HasSubstr("is not a folder"));
}

}  // namespace
}  // namespace plumb
