// tests/report/number_test.cpp - how numbers are rounded for people.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/number.h"

#include <limits>

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(Fixed, keeps_the_chosen_decimals) {
  EXPECT_EQ(to_text(fixed(93.25, 1)), "93.2");
  EXPECT_EQ(to_text(fixed(-1234.5678, 2)), "-1234.57");
  EXPECT_EQ(to_text(fixed(7.6, 0)), "8");
  EXPECT_EQ(to_text(fixed(2e15, 1)), "2.0e+15");
}

TEST(Fixed, a_zero_has_no_sign) {
  EXPECT_EQ(to_text(fixed(-0.0, 1)), "0.0");
  EXPECT_EQ(to_text(fixed(-0.004, 2)), "0.00");
  EXPECT_EQ(to_text(fixed(-0.006, 2)), "-0.01");
}

TEST(Significant, keeps_the_chosen_digits_and_every_whole_one) {
  EXPECT_EQ(to_text(significant(0.012345, 3)), "0.0123");
  EXPECT_EQ(to_text(significant(93.21, 3)), "93.2");
  EXPECT_EQ(to_text(significant(-4812.3, 3)), "-4812");
  EXPECT_EQ(to_text(significant(0, 3)), "0");
}

TEST(Significant, counts_the_digits_after_rounding) {
  EXPECT_EQ(to_text(significant(99.96, 3)), "100");
  EXPECT_EQ(to_text(significant(9.996, 3)), "10.0");
}

TEST(Significant, writes_an_exponent_for_very_small_and_very_large_numbers) {
  EXPECT_EQ(to_text(significant(0.00012345, 3)), "0.000123");
  EXPECT_EQ(to_text(significant(0.000012345, 3)), "1.23e-05");
  EXPECT_EQ(to_text(significant(123456789, 3)), "123456789");
  EXPECT_EQ(to_text(significant(1234567890, 3)), "1.23e+09");
}

TEST(Number, senseless_counts_of_digits_are_brought_into_range) {
  EXPECT_EQ(to_text(fixed(1.5, -3)), "2");
  EXPECT_EQ(to_text(significant(93.21, 0)), "93");
  EXPECT_EQ(to_text(fixed(0.5, 1000)), "0.50000000000000000");
}

TEST(Number, that_is_not_finite_is_a_dash) {
  EXPECT_EQ(to_text(fixed(std::numeric_limits<double>::quiet_NaN(), 1)), "-");
  EXPECT_EQ(to_text(significant(-std::numeric_limits<double>::infinity(), 3)), "-");
}

}  // namespace
}  // namespace plumb
