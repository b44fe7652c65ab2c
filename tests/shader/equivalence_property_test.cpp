// tests/shader/equivalence_property_test.cpp - moved pairs draw the same picture, whatever they
// are.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/shader/check.h"
#include "plumb/shader/interpret.h"
#include "plumb/shader/language/print.h"
#include "plumb/shader/language/rules.h"
#include "plumb/shader/move.h"
#include "tests/shader/random_pair.h"

namespace plumb::shader {
namespace {

// The sanitizers make everything twenty times slower: there a twentieth. For a longer search:
// PLUMB_RANDOM_PAIRS=100000 PLUMB_RANDOM_SEED=1 tests/shader_test --gtest_filter='Equivalence*'.
constexpr int scale = PLUMB_SANITIZED ? 20 : 1;
int from_environment(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::atoi(text);
}
int pair_count() { return from_environment("PLUMB_RANDOM_PAIRS", 8000 / scale); }
int seed() { return from_environment("PLUMB_RANDOM_SEED", 4); }
constexpr int filters = 2000 / scale;

std::string shown(const Pair& pair) {
  return print_shader(pair.vertex) + print_shader(pair.fragment);
}

void expect_legal(const Pair& pair, const char* mode) {
  for (const Shader* shader : {&pair.vertex, &pair.fragment}) {
    for (const Violation& one : broken_rules(*shader)) {
      ADD_FAILURE() << mode << ": " << one.message << "\n" << shown(pair);
    }
  }
}

TEST(Equivalence, of_random_pairs_is_proved_and_sampled_in_both_modes) {
  std::mt19937_64 random(static_cast<std::uint64_t>(seed()));
  double largest = 0;
  double picture = 0;
  int pixels = 0;
  int rounded = 0;
  const int pairs = pair_count();
  for (int i = 0; i < pairs && !testing::Test::HasFailure(); ++i) {
    const Pair before = random_pair(random);
    // Half by the paper's method; every eighth where vertices are dear, interpolants few, or
    // with a host table.
    const bool paper = i % 2 == 0;
    const bool dear = i % 8 == 1;
    const MoveOptions options{.limit_interpolants = i % 8 == 3 ? 5 : 8,
                              .pixels_per_vertex = dear ? 0.5 : 262144,
                              .both_directions = dear,
                              .search_nodes = 100,
                              .host_table = i % 8 == 5};
    const MoveResult after =
        paper ? move_as_paper(before, options) : move_optimally(before, options);

    expect_legal(after.pair, paper ? "paper" : "optimal");
    if (!dear) {
      EXPECT_LE(count_slots(after.pair.fragment).total(), count_slots(before.fragment).total());
    }
    const CheckReport report = check_pairs(
        {before, {}}, {after.pair, after.copies, after.host},
        {.seed = static_cast<std::uint64_t>(i), .quads = 2, .pixels = 4, .texture_size = 4});
    EXPECT_TRUE(report.proved()) << i << " " << testing::PrintToString(report.unequal) << "\n"
                                 << shown(before) << "becomes\n"
                                 << shown(after.pair);
    EXPECT_EQ(report.different_pixels, 0) << i << " " << report.first_difference << "\n"
                                          << shown(before) << "becomes\n"
                                          << shown(after.pair);
    largest = std::max(largest, report.largest_difference);
    picture = std::max(picture, report.picture_difference);
    pixels += report.pixels;
    rounded += report.rounded_pixels;
  }
  std::printf("largest differences: arithmetic %.3g, picture %.3g; %d of %d pixels by bounds\n",
              largest, picture, rounded, pixels);
  EXPECT_LE(largest, 1e-5);
  // The bounds are for the odd steep program; were they the rule, the test would say nothing.
  EXPECT_LE(rounded, pixels / 1000);
}

TEST(Equivalence, of_pairs_with_every_instruction_is_proved_and_sampled) {
  std::mt19937_64 random(static_cast<std::uint64_t>(seed()));
  int rounded = 0;
  int pixels = 0;
  const int pairs = from_environment("PLUMB_RANDOM_WIDE_PAIRS", 1000 / scale);
  for (int i = 0; i < pairs && !testing::Test::HasFailure(); ++i) {
    const Pair before = random_wide_pair(random);
    const bool paper = i % 2 == 0;
    const MoveOptions options{.pixels_per_vertex = i % 8 == 1 ? 0.5 : 262144,
                              .both_directions = i % 8 == 1,
                              .search_nodes = 100,
                              .host_table = i % 8 == 5};
    const MoveResult after =
        paper ? move_as_paper(before, options) : move_optimally(before, options);

    expect_legal(after.pair, paper ? "paper" : "optimal");
    const CheckReport report = check_pairs(
        {before, {}}, {after.pair, after.copies, after.host},
        {.seed = static_cast<std::uint64_t>(i), .quads = 2, .pixels = 4, .texture_size = 4});
    EXPECT_TRUE(report.proved()) << i << " " << testing::PrintToString(report.unequal) << "\n"
                                 << shown(before) << "becomes\n"
                                 << shown(after.pair);
    EXPECT_EQ(report.different_pixels, 0) << i << " " << report.first_difference << "\n"
                                          << shown(before) << "becomes\n"
                                          << shown(after.pair);
    pixels += report.pixels;
    rounded += report.rounded_pixels;
  }
  std::printf("%d of %d pixels by bounds\n", rounded, pixels);
}

// A quad whose pixels are the texels of its texture.
Vector texel_of(const CheckedPair& checked, int side, int x, int y, bool linear) {
  Constants vertex(256, Vector{0.5F, 0.25F, 0.125F, 1});
  Constants fragment(32, Vector{0.5F, 0.25F, 0.125F, 1});
  fragment[3][0] = static_cast<float>(side);
  for (std::size_t i = 4; i < 8; ++i) {
    fragment[i] = {0.1F * static_cast<float>(i), 0.3F, -0.2F, 0.7F};
  }
  for (const ConstantCopy& copy : checked.copies) {
    vertex.at(static_cast<std::size_t>(copy.vertex)) =
        fragment.at(static_cast<std::size_t>(copy.fragment));
  }
  std::array<std::array<Vector, 8>, 3> corners;
  const std::array<std::array<float, 2>, 3> places{{{0, 0}, {1, 0}, {0, 1}}};
  for (std::size_t i = 0; i < 3; ++i) {
    std::array<Vector, 16> attributes{};
    attributes[0] = {2 * places[i][0] - 1, 2 * places[i][1] - 1, 0, 1};
    attributes[1] = {places[i][0], places[i][1], 0, 1};
    corners[i] = run_vertex(checked.pair.vertex, attributes, vertex).coordinates;
  }
  const float u = (static_cast<float>(x) + 0.5F) / static_cast<float>(side);
  const float v = (static_cast<float>(y) + 0.5F) / static_cast<float>(side);
  FragmentInput input;
  for (std::size_t k = 0; k < 8; ++k) {
    input.coordinates[k] =
        interpolate<float>({corners[0][k], corners[1][k], corners[2][k]}, {1 - u - v, u, v});
  }
  return run_fragment(checked.pair.fragment, input, fragment,
                      {.seed = 7, .size = side, .linear = linear})
      .targets[0];
}

TEST(Equivalence, of_random_filters_is_exact_with_nearest_sampling_at_texel_centres) {
  std::mt19937_64 random(9);
  constexpr int side = 16;
  for (int i = 0; i < filters && !testing::Test::HasFailure(); ++i) {
    const Pair before = random_filter(random);
    const MoveResult after =
        i % 2 == 0 ? move_as_paper(before, {}) : move_optimally(before, {.search_nodes = 100});

    expect_legal(after.pair, "filter");
    for (int pixel = 0; pixel < 6; ++pixel) {
      const int x = static_cast<int>(random() % side);
      const int y = static_cast<int>(random() % side);
      EXPECT_EQ(texel_of({before, {}}, side, x, y, false),
                texel_of({after.pair, after.copies}, side, x, y, false))
          << i << "\n"
          << shown(before) << "becomes\n"
          << shown(after.pair);
    }
    EXPECT_THAT(unequal_outputs({before, {}}, {after.pair, after.copies}), testing::IsEmpty());
  }
}

}  // namespace
}  // namespace plumb::shader
