// tests/probe/levels_test.cpp - plateaus and knees of curves whose truth is known.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/levels.h"

#include <cmath>
#include <functional>
#include <random>

#include <gtest/gtest.h>

namespace plumb {
namespace {

// A curve with `per_octave` points from 4 KiB to 2^last bytes.
std::vector<CurvePoint> curve_of(const std::function<double(double)>& value, double last,
                                 double per_octave = 8) {
  std::vector<CurvePoint> curve;
  for (double exponent = 12; exponent <= last; exponent += 1 / per_octave) {
    const double x = std::exp2(exponent);
    const double y = value(x);
    curve.push_back({.x = x, .y = {.value = y, .unit = "s", .low = y, .high = y, .samples = {y}}});
  }
  return curve;
}

// Hits below `size`, misses above 1.4 times of it, a mixture between.
double cached(double x, double size, double hit, double miss) {
  if (x <= size) return hit;
  const double share = std::min(1.0, std::log(x / size) / std::log(1.4));
  return hit + share * (miss - hit);
}

TEST(Levels, a_flat_curve_is_one_level_without_end) {
  const std::vector<Level> levels = find_levels(curve_of([](double) { return 5.0; }, 20));

  ASSERT_EQ(levels.size(), 1U);
  EXPECT_EQ(levels[0].value, 5);
  EXPECT_EQ(levels[0].capacity, 0);
}

TEST(Levels, three_levels_are_found_with_their_sizes) {
  const auto latency = [](double x) {
    return x < 0x1p19 ? cached(x, 0x1p16, 1.6, 5.5) : cached(x, 0x1p20, 5.5, 100);
  };

  const std::vector<Level> levels = find_levels(curve_of(latency, 25));

  ASSERT_EQ(levels.size(), 3U);
  EXPECT_DOUBLE_EQ(levels[0].value, 1.6);
  EXPECT_DOUBLE_EQ(levels[1].value, 5.5);
  EXPECT_DOUBLE_EQ(levels[2].value, 100);
  EXPECT_NEAR(levels[0].capacity, 0x1p16, 0.15 * 0x1p16);
  EXPECT_NEAR(levels[1].capacity, 0x1p20, 0.15 * 0x1p20);
}

TEST(Levels, a_cache_that_others_use_too_is_a_shoulder) {
  // As seen on a virtual machine: a third level that holds less than its size, and never the same.
  const auto latency = [](double x) {
    if (x < 0x1.8p20) return cached(x, 0x1p20, 5.5, 35);
    const double octaves = std::log2(x / 0x1.8p20);
    return std::min(
        100.0, 35 * std::exp2(0.5 * std::min(octaves, 0.8) + 2 * std::max(octaves - 0.8, 0.0)));
  };

  const std::vector<Level> levels = find_levels(curve_of(latency, 26));

  ASSERT_EQ(levels.size(), 3U);
  EXPECT_TRUE(levels[1].shoulder);
  EXPECT_NEAR(levels[1].value, 40, 6);
  EXPECT_NEAR(levels[0].capacity, 0x1p20, 0.15 * 0x1p20);
  EXPECT_EQ(levels[2].value, 100);
}

TEST(Levels, two_plateaus_a_fifth_of_an_octave_apart_stay_two) {
  // The second-level cache of an H200 as it was seen: near and far part, then memory.
  const auto latency = [](double x) {
    if (x < 36e6) return cached(x, 28e6, 280, 524);
    return cached(x, 58e6, 524, 690);
  };

  const std::vector<Level> levels = find_levels(curve_of(latency, 30));

  ASSERT_EQ(levels.size(), 3U);
  EXPECT_NEAR(levels[1].value, 524, 1);
  EXPECT_NEAR(levels[1].capacity, 60e6, 6e6);
}

TEST(Levels, noise_of_one_percent_makes_no_level) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(1.0, 0.01);
    const auto latency = [&](double x) { return noise(random) * cached(x, 0x1p18, 34, 280); };

    const std::vector<Level> levels = find_levels(curve_of(latency, 24));

    ASSERT_EQ(levels.size(), 2U) << "seed " << seed;
    EXPECT_NEAR(levels[0].capacity, 0x1p18, 0.2 * 0x1p18);
  }
}

TEST(Levels, a_plateau_that_is_left_without_another_ends_where_it_is_left) {
  const auto latency = [](double x) { return x <= 0x1p24 ? 280 : 280 * std::pow(x / 0x1p24, 0.4); };

  const std::vector<Level> levels =
      find_levels(curve_of(latency, 26), {.change_per_octave = 0.1, .least_step = 0.08});

  ASSERT_EQ(levels.size(), 1U);
  EXPECT_NEAR(levels[0].capacity, 0x1p24, 0.2 * 0x1p24);
}

TEST(Levels, memory_is_the_end_of_the_curve_where_noise_hides_its_plateau) {
  int turn = 0;
  const auto latency = [&](double x) {
    const double noise = x > 0x1p20 && ++turn % 2 == 0 ? 1.5 : 1;
    return noise * cached(x, 0x1p20, 6, 100);
  };
  const std::vector<CurvePoint> curve = curve_of(latency, 24);
  ASSERT_EQ(find_levels(curve).size(), 1U) << "the noise is no plateau";

  const std::vector<Level> levels = find_levels(curve, {.end_above = 2});

  ASSERT_EQ(levels.size(), 2U);
  EXPECT_DOUBLE_EQ(levels[0].value, 6);
  EXPECT_GE(levels[1].value, 100);
  EXPECT_LE(levels[1].value, 150);
  EXPECT_GE(levels[0].capacity, 0x1p20);
  EXPECT_LE(levels[0].capacity, 1.4 * 0x1p20);
  EXPECT_EQ(find_levels(curve_of([](double) { return 5.0; }, 20), {.end_above = 2}).size(), 1U);
}

TEST(Levels, rates_fall_instead_of_rising) {
  const auto rate = [](double x) { return cached(x, 0x1p18, 26e12, 4.6e12); };

  const std::vector<Level> levels = find_levels(curve_of(rate, 24));

  ASSERT_EQ(levels.size(), 2U);
  EXPECT_NEAR(levels[0].capacity, 0x1p18, 0.2 * 0x1p18);
}

}  // namespace
}  // namespace plumb
