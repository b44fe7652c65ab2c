// tests/model/best_split_test.cpp - two devices that end at once.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/best_split.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

// a0 + f a1 beside b0 + (1 - f) b1.
std::optional<BestSplit> straight(double a0, double a1, double b0, double b1, double joined = 0,
                                  int* tries = nullptr) {
  return best_split({Seconds{a0 + a1}, 0.1}, {Seconds{b0 + b1}, 0.1}, [=](double f) {
    if (tries != nullptr) ++*tries;
    return SplitTimes{Seconds{a0 + f * a1}, Seconds{b0 + (1 - f) * b1}, Seconds{joined}};
  });
}

TEST(BestSplit, of_two_equal_devices_is_half_and_half) {
  const auto best = straight(0, 2, 0, 2);

  ASSERT_TRUE(best);
  EXPECT_DOUBLE_EQ(best->fraction, 0.5);
  EXPECT_DOUBLE_EQ(best->times.total().count(), 1);
  EXPECT_DOUBLE_EQ(best->gain, 2);
}

TEST(BestSplit, solves_the_straight_lines_of_both) {
  for (const double a0 : {0.0, 0.1, 0.5}) {
    for (const double a1 : {0.5, 1.0, 7.0}) {
      for (const double b0 : {0.0, 0.3}) {
        int tries = 0;
        const double b1 = 3;
        const double exact = (b0 + b1 - a0) / (a1 + b1);
        const auto best = straight(a0, a1, b0, b1, 0, &tries);

        ASSERT_TRUE(best);
        const double shortest = a0 + exact * a1;
        EXPECT_NEAR(best->fraction, exact, 0.01);
        EXPECT_NEAR(best->times.total().count(), shortest, 2e-3 * shortest);
        EXPECT_LE(tries, 10);
      }
    }
  }
}

TEST(BestSplit, finds_the_crossing_behind_a_bend) {
  // Beyond three quarters of the data the first device leaves its cache.
  const auto first = [](double f) { return f < 0.75 ? f : 0.75 + 8 * (f - 0.75); };
  const auto best = best_split({Seconds{first(1)}, 0.1}, {Seconds{4}, 0.1}, [&](double f) {
    return SplitTimes{Seconds{first(f)}, Seconds{4 * (1 - f)}, {}};
  });

  ASSERT_TRUE(best);
  EXPECT_NEAR(best->fraction, 9.25 / 12, 0.002);
}

TEST(BestSplit, does_not_help_where_joining_costs_more_than_it_saves) {
  const auto best = straight(0, 1, 0, 100, 0.5);

  ASSERT_TRUE(best);
  EXPECT_LT(best->gain, 1);
  EXPECT_GT(best->fraction, 0.9);
}

TEST(BestSplit, gains_less_where_a_device_is_slower_than_predicted) {
  const auto sure = best_split({Seconds{2}, 0}, {Seconds{2}, 0}, [](double f) {
    return SplitTimes{Seconds{2 * f}, Seconds{2 - 2 * f}, {}};
  });
  const auto unsure = best_split({Seconds{2}, 0.25}, {Seconds{2}, 0}, [](double f) {
    return SplitTimes{Seconds{2 * f}, Seconds{2 - 2 * f}, {}};
  });

  EXPECT_DOUBLE_EQ(sure->least_gain, sure->gain);
  EXPECT_DOUBLE_EQ(unsure->gain, 2);
  EXPECT_DOUBLE_EQ(unsure->least_gain, 2 / 1.25);
}

TEST(BestSplit, is_absent_where_no_fraction_is_accepted) {
  EXPECT_FALSE(best_split({Seconds{1}, 0}, {Seconds{1}, 0},
                          [](double) -> std::optional<SplitTimes> { return std::nullopt; }));
}

}  // namespace
}  // namespace plumb
