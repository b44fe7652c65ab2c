// tests/shader/oracle_test.cpp - moved pairs under an interpreter that shares no code with the
// mover.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <random>

#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/shader/language/print.h"
#include "plumb/shader/language/read.h"
#include "plumb/shader/language/rules.h"
#include "plumb/shader/move.h"
#include "tests/shader/composed_pair.h"
#include "tests/shader/oracle/picture.h"

namespace plumb::shader {
namespace {

// For a longer search: PLUMB_COMPOSED_PAIRS=10000 PLUMB_COMPOSED_SEED=1
// tests/shader_test --gtest_filter='Oracle*'.
int number_asked_for(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::atoi(text);
}

oracle::TextPair text_of_pair(const MoveResult& result) {
  oracle::TextPair out{print_shader(result.pair.vertex), print_shader(result.pair.fragment)};
  for (const ConstantCopy& one : result.copies) {
    out.uploads.push_back({one.to_fragment, one.vertex, one.fragment});
  }
  for (const HostConstant& one : result.host) {
    out.uploads.push_back({one.of_fragment, one.index, one.index, one.component, print(one.value)});
  }
  return out;
}

struct Tally {
  int pairs = 0;
  int moves = 0;
  int pixels = 0;
  int steep = 0;
  int undefined = 0;
  int unproved = 0;
  int gained = 0;  // slots of the default mode below the paper's
};

void expect_same(const ComposedPair& given, const MoveResult& after, int number, Tally& tally) {
  for (const Shader* shader : {&after.pair.vertex, &after.pair.fragment}) {
    for (const Violation& one : broken_rules(*shader)) {
      ADD_FAILURE() << number << ": " << one.message << "\n" << print_shader(*shader);
    }
  }
  const oracle::TextPair before{print_shader(read_shader(given.vertex, "vs")),
                                print_shader(read_shader(given.fragment, "ps"))};
  const oracle::TextPair moved = text_of_pair(after);
  const oracle::Comparison found =
      oracle::compare(before, moved, static_cast<std::uint64_t>(number), 3);
  EXPECT_EQ(found.difference, "") << number << "\n"
                                  << given.vertex << given.fragment << "becomes\n"
                                  << moved.vertex << moved.fragment;
  ++tally.moves;
  tally.pixels += found.pixels;
  tally.steep += found.steep;
  tally.undefined += found.undefined;
}

TEST(Oracle, sees_the_same_picture_of_composed_pairs_in_every_mode) {
  std::mt19937_64 random(static_cast<std::uint64_t>(number_asked_for("PLUMB_COMPOSED_SEED", 5)));
  const int count = number_asked_for("PLUMB_COMPOSED_PAIRS", PLUMB_SANITIZED ? 20 : 300);
  Tally tally;
  for (int i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    const ComposedPair given = composed_pair(random, i % 3 == 0 ? 6 : 20);
    SCOPED_TRACE(given.vertex + given.fragment);
    Pair pair;
    ASSERT_NO_THROW(pair =
                        (Pair{read_shader(given.vertex, "vs"), read_shader(given.fragment, "ps")}));
    ++tally.pairs;
    const MoveResult paper = move_as_paper(pair, {});
    const MoveResult best = move_optimally(pair, {.search_nodes = 100});
    const int slots = count_slots(best.pair.fragment).total();
    EXPECT_LE(slots, count_slots(paper.pair.fragment).total());
    tally.gained += count_slots(paper.pair.fragment).total() - slots;
    expect_same(given, paper, i, tally);
    expect_same(given, best, i, tally);
    if (i % 4 == 1) {
      const MoveResult hosted = move_optimally(pair, {.search_nodes = 100, .host_table = true});
      EXPECT_LE(count_slots(hosted.pair.fragment).total(), slots);
      expect_same(given, hosted, i, tally);
    }
    if (i % 4 == 2) {
      expect_same(
          given,
          move_optimally(pair,
                         {.pixels_per_vertex = 0.5, .both_directions = true, .search_nodes = 50}),
          i, tally);
    }
    const CheckReport report =
        check_pairs({pair, {}}, {best.pair, best.copies, best.host},
                    {.seed = static_cast<std::uint64_t>(i), .quads = 1, .pixels = 3});
    EXPECT_NE(report.verdict(), Verdict::different) << report.first_difference;
    if (!report.proved()) ++tally.unproved;
  }
  std::printf(
      "%d pairs, %d moves, %d pixels: %d steep, %d undefined; %d not proved equal; "
      "%d slots below the paper\n",
      tally.pairs, tally.moves, tally.pixels, tally.steep, tally.undefined, tally.unproved,
      tally.gained);
  // Were these the rule, the test would say nothing.
  EXPECT_LE(tally.steep, tally.pixels / 20);
  EXPECT_LE(tally.undefined, tally.pixels / 4);
}

// The oracle itself: a planted change is seen.
TEST(Oracle, sees_a_planted_change) {
  const std::string vertex =
      "vs_1_1\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oT0, v1\n";
  const std::string fragment = "ps_2_0\ndcl t0\ndcl_cube s0\ntexld r0, t0, s0\nmov oC0, r0\n";
  const std::string other =
      "ps_2_0\ndcl t0\ndcl_cube s0\ntexld r0, t0, s0\nmul r0, r0, r0\nmov oC0, r0\n";

  EXPECT_EQ(oracle::compare({vertex, fragment}, {vertex, fragment}, 1, 4).difference, "");
  EXPECT_NE(oracle::compare({vertex, fragment}, {vertex, other}, 1, 4).difference, "");
}

}  // namespace
}  // namespace plumb::shader
