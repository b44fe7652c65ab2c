// tests/probe/segments_test.cpp - transfers as the largest of straight lines.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/segments.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/probe/overlap_exponent.h"
#include "plumb/probe/parallelism.h"

namespace plumb {
namespace {

struct Times {
  std::vector<double> bytes;
  std::vector<double> seconds;
};

Times times_of(const std::vector<Segment>& truth, double noise, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> disturbed(1.0, noise);
  Times times;
  for (double bytes = 4; bytes <= 0x1p30; bytes *= 2) {
    times.bytes.push_back(bytes);
    times.seconds.push_back(time_of(truth, bytes) * disturbed(random));
  }
  return times;
}

TEST(Segments, one_line_is_found_exactly) {
  const std::vector<Segment> truth{{7e-6, 1 / 55e9}};
  const Times times = times_of(truth, 0, 1);

  const std::vector<Segment> found = fit_segments(times.bytes, times.seconds);

  ASSERT_EQ(found.size(), 1U);
  EXPECT_NEAR(found[0].latency, 7e-6, 1e-12);
  EXPECT_NEAR(1 / found[0].seconds_per_byte, 55e9, 1e3);
}

TEST(Segments, two_lines_with_noise_keep_bandwidth_and_latency_within_three_percent) {
  const std::vector<Segment> truth{{6e-6, 1 / 30e9}, {2e-6, 1 / 13e9}};
  for (unsigned seed = 0; seed < 50; ++seed) {
    const Times times = times_of(truth, 0.01, seed);

    const std::vector<Segment> found = fit_segments(times.bytes, times.seconds);

    EXPECT_NEAR(1 / found.back().seconds_per_byte, 13e9, 0.03 * 13e9) << seed;
    EXPECT_NEAR(time_of(found, 0), 6e-6, 0.03 * 6e-6) << seed;
    for (std::size_t i = 0; i < times.bytes.size(); ++i)
      EXPECT_NEAR(time_of(found, times.bytes[i]) / times.seconds[i], 1, 0.15) << seed;
  }
}

TEST(Segments, noise_alone_earns_no_second_segment_of_another_rate) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    const Times times = times_of({{7e-6, 1 / 55e9}}, 0.02, seed);

    const std::vector<Segment> found = fit_segments(times.bytes, times.seconds);

    EXPECT_NEAR(1 / found.back().seconds_per_byte, 55e9, 0.05 * 55e9) << seed;
  }
}

TEST(Segments, two_sizes_are_refused) {
  const std::vector<double> two{1, 2};

  EXPECT_THROW((void)fit_segments(two, two), Error);
}

TEST(OverlapExponent, knows_sums_and_maxima) {
  EXPECT_NEAR(overlap_exponent(3, 4, 7), 1, 1e-9);
  EXPECT_NEAR(overlap_exponent(3, 4, 5), 2, 1e-9);
  EXPECT_EQ(overlap_exponent(3, 4, 4), 64);
  EXPECT_EQ(overlap_exponent(3, 4, 3), 64);
  EXPECT_EQ(overlap_exponent(3, 4, 100), 0.5);
}

TEST(Parallelism, a_law_is_found_from_its_own_points) {
  const Parallelism truth{.most = 2.9e12, .per_item = 1.8e7, .sharpness = 3};
  std::vector<double> items;
  std::vector<double> rates;
  for (double count = 8448; count < 600000; count *= 2) {
    items.push_back(count);
    rates.push_back(truth.at(count));
  }

  const Parallelism found = fit_parallelism(items, rates);

  EXPECT_NEAR(found.most, truth.most, 0.02 * truth.most);
  EXPECT_NEAR(found.per_item, truth.per_item, 0.02 * truth.per_item);
  EXPECT_NEAR(found.sharpness, truth.sharpness, 0.1 * truth.sharpness);
}

}  // namespace
}  // namespace plumb
