// tests/shader/interpret_test.cpp - instructions in float32, one by one.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/interpret.h"

#include <cmath>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/shader/language/read.h"

namespace plumb::shader {
namespace {

// c0 = (1, 2, 3, 4), c1 = (-0.5, 8, 0.25, -2); the vertex program's v1 = (5, 6, 7, 8).
Vector run(const std::string& profile, const std::string& text) {
  Constants constants(256, Vector{});
  constants[0] = {1, 2, 3, 4};
  constants[1] = {-0.5F, 8, 0.25F, -2};
  if (profile == "ps_2_0") {
    return run_fragment(read_shader("ps_2_0\ndcl t0\n" + text + "\nmov oC0, r0", "a"),
                        {.colors = {}, .coordinates = {Vector{5, 6, 7, 8}}}, constants, {})
        .targets[0];
  }
  std::array<Vector, 16> inputs{};
  inputs[1] = {5, 6, 7, 8};
  const std::string all = profile + "\ndcl_texcoord v1\n" + text + "\nmov oPos, v1\nmov oT0, r0";
  return run_vertex(read_shader(all, "a"), inputs, constants).coordinates[0];
}

TEST(Interpret, every_instruction_does_what_the_reference_says) {
  struct Case {
    const char* profile;
    const char* text;
    Vector result;
  };
  const Case cases[] = {
      {"vs_1_1", "mov r0, -v1.wzyx", {-8, -7, -6, -5}},
      {"vs_1_1", "sub r0, v1, c0", {4, 4, 4, 4}},
      {"vs_1_1", "mad r0, v1, c0.y, v1.x", {15, 17, 19, 21}},
      {"vs_1_1", "dp3 r0, v1, c0", {38, 38, 38, 38}},
      {"vs_1_1", "dp4 r0, v1, c0", {70, 70, 70, 70}},
      {"vs_1_1", "mov r1, c1\nmin r0, r1, c0.x", {-0.5F, 1, 0.25F, -2}},
      {"vs_1_1", "mov r1, c1\nmax r0, r1, c0.x", {1, 8, 1, 1}},
      {"vs_1_1", "mov r1, c1\nslt r0, r1, c0.x", {1, 0, 1, 1}},
      {"vs_1_1", "mov r1, c1\nsge r0, r1, c0.x", {0, 1, 0, 0}},
      {"vs_1_1", "rcp r0, c0.w", {0.25F, 0.25F, 0.25F, 0.25F}},
      {"vs_1_1", "rsq r0, -c0.w", {0.5F, 0.5F, 0.5F, 0.5F}},
      {"vs_1_1", "exp r0, c0.z", {8, 8, 8, 8}},
      {"vs_1_1", "log r0, c1.y", {3, 3, 3, 3}},
      {"vs_1_1", "expp r0, c1.x", {0.5F, 0.5F, 0.70710678F, 1}},
      {"vs_1_1", "logp r0, c1.y", {3, 1, 3, 1}},
      {"vs_1_1", "mov r0, c0\nfrc r0.xy, c1", {0.5F, 0, 3, 4}},
      {"vs_1_1", "lit r0, c0", {1, 1, 16, 1}},
      {"vs_1_1", "dst r0, v1, c0", {1, 12, 7, 4}},
      {"vs_1_1", "mov r0, c0\nm3x2 r0.xy, v1, c0", {38, 47.25F, 3, 4}},
      {"vs_1_1", "mov a0.x, c0.x\nmov r0, c[a0.x + 0]", {-0.5F, 8, 0.25F, -2}},
      {"vs_1_1", "mov a0.x, c1.w\nmov r0, c[a0.x + 0]", {0, 0, 0, 0}},
      {"vs_2_0", "mov r1, c0\nmov r2, c0\nsgn r0, c1, r1, r2", {-1, 1, 1, -1}},
      {"ps_2_0", "abs r0, c1", {0.5F, 8, 0.25F, 2}},
      {"ps_2_0", "mov r0, c0\ncrs r0.xyz, t0, c0", {4, -8, 4, 4}},
      {"ps_2_0", "lrp r0, c0.x, t0, c0", {5, 6, 7, 8}},
      {"ps_2_0", "pow r0, -c0.y, c0.z", {8, 8, 8, 8}},
      {"ps_2_0", "cmp r0, c1, t0, c0", {1, 6, 7, 4}},
      {"ps_2_0", "dp2add r0, t0, c0, c0.w", {21, 21, 21, 21}},
      {"ps_2_0", "mul_sat r0, c1, c0.x", {0, 1, 0.25F, 0}},
  };
  for (const Case& one : cases) {
    const Vector found = run(one.profile, one.text);
    for (std::size_t c = 0; c < 4; ++c) {
      EXPECT_FLOAT_EQ(found[c], one.result[c]) << one.text << " component " << c;
    }
  }
}

// vs_1_1 gives parts of the result, vs_2_0 the result with less precision in every component.
TEST(Interpret, partial_powers_are_replicated_from_vs_2_0_on) {
  const auto run = [](const std::string& version, const std::string& line) {
    const std::string text =
        version + "\ndcl_position v0\nmov oPos, v0\n" + line + "\nmov oT0, r0\n";
    std::array<Vector, 16> inputs{};
    inputs[0] = {2.5F, 0, 0, 1};
    return run_vertex(read_shader(text, "a"), inputs, Constants(256)).coordinates[0];
  };

  EXPECT_THAT(run("vs_1_1", "expp r0, v0.x"),
              testing::ElementsAre(4, 0.5F, testing::FloatEq(std::exp2(2.5F)), 1));
  EXPECT_THAT(run("vs_2_0", "expp r0, v0.x"), testing::Each(testing::FloatEq(std::exp2(2.5F))));
  EXPECT_THAT(run("vs_1_1", "logp r0, v0.x"),
              testing::ElementsAre(1, 1.25F, testing::FloatEq(std::log2(2.5F)), 1));
  EXPECT_THAT(run("vs_2_0", "logp r0, v0.x"), testing::Each(testing::FloatEq(std::log2(2.5F))));
}

TEST(Interpret, weights_of_a_perspective_favour_the_near_corner) {
  const std::array<double, 3> even = perspective_weights({0.25F, 0.25F, 0.5F}, {1, 1, 1});
  const std::array<double, 3> near = perspective_weights({0.5F, 0.5F, 0}, {1, 3, 1});

  EXPECT_THAT(even, testing::ElementsAre(0.25, 0.25, 0.5));
  EXPECT_THAT(near, testing::ElementsAre(0.75, 0.25, 0));
  EXPECT_EQ(
      interpolate<float>({Vector{4, 0, 0, 0}, Vector{8, 0, 0, 0}, Vector{}}, {0.75F, 0.25F, 0})[0],
      5);
}

TEST(Interpret, linear_sampling_meets_nearest_at_texel_centres_and_wraps) {
  const Textures nearest{.seed = 3, .size = 4};
  Textures linear = nearest;
  linear.linear = true;

  for (const char* kind : {"2d", "volume"}) {
    EXPECT_EQ(nearest.sample(0, kind, {0.375F, 0.625F, 0.125F, 0}),
              linear.sample(0, kind, {0.375F, 0.625F, 0.125F, 0}));
    EXPECT_EQ(nearest.sample(0, kind, {0.375F, 0.625F, 0.125F, 0}),
              nearest.sample(0, kind, {1.375F, -0.375F, 2.125F, 0}));
  }
  EXPECT_NE(nearest.sample(0, "cube", {1, 0.1F, 0.1F, 0}),
            nearest.sample(0, "cube", {-1, 0.1F, 0.1F, 0}));
}

// Rounding is followed instruction by instruction: exact arithmetic, here that of long double, lies
// within the bound, and the bound is of the size that the cancellation makes.
TEST(Interpret, bounds_hold_what_exact_arithmetic_gives) {
  const Shader shader = read_shader(
      "ps_2_0\ndcl t0\nadd r0, t0, c0.x\nsub r0, r0, c0.x\nmul r0, r0, r0\nrcp r1, c0.y\n"
      "mad r0, r0, r1.x, -c0.z\nmov oC0, r0\n",
      "a.ps");
  ConstantsOf<Bounded> constants(32);
  constants[0] = {Bounded(1000.3F), Bounded(3.0F), Bounded(0.1F), Bounded(0.0F)};
  FragmentInputOf<Bounded> input;
  input.coordinates[0] = {Bounded(0.1F), Bounded(0.7F), Bounded(-0.3F), Bounded(0.9F)};

  const FragmentOutputOf<Bounded> output = run_fragment_in<Bounded>(shader, input, constants, {});

  for (std::size_t c = 0; c < 4; ++c) {
    const long double t = input.coordinates[0][c].value;
    const long double exact = t * t / 3 - static_cast<long double>(0.1F);
    const Bounded& found = output.targets[0][c];
    EXPECT_LE(std::fabs(static_cast<double>(found.value - exact)), found.error);
    EXPECT_LT(found.error, 1e-12);
    EXPECT_GT(found.error, 1e-18);
  }
}

TEST(Interpret, bounds_span_both_sides_of_a_comparison_that_rounding_decides) {
  const Bounded near_zero{1e-9, 1e-8};
  EXPECT_EQ(select(near_zero, Bounded(3.0F), Bounded(5.0F)).error, 2);
  EXPECT_EQ(select(Bounded(1.0, 1e-8), Bounded(3.0F), Bounded(5.0F)).error, 0);
  EXPECT_EQ(floor_of(Bounded(2.0, 1e-8)).error, 1);
  EXPECT_EQ((Bounded(1.0F) / near_zero).error, INFINITY);
  EXPECT_NEAR((Bounded(1.0F) / Bounded(0.5, 0.25)).error, 2, 1e-5);
}

}  // namespace
}  // namespace plumb::shader
