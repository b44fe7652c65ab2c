// tests/model/both_ways_test.cpp - copies in and out at once, worked out by hand.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/both_ways.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

constexpr std::size_t in = 0;
constexpr std::size_t out = 1;

TEST(BothWays, two_engines_do_not_slow_each_other_down) {
  BothWays copies(2);

  EXPECT_DOUBLE_EQ(copies.place(in, "a", "q", 0, 4), 4);
  EXPECT_DOUBLE_EQ(copies.place(out, "b", "r", 1, 2), 3);
  EXPECT_DOUBLE_EQ(copies.last(in).end, 4);
  EXPECT_DOUBLE_EQ(copies.shared(), 2);
}

TEST(BothWays, both_at_once_take_as_long_as_was_probed) {
  BothWays copies(1.6);

  EXPECT_DOUBLE_EQ(copies.place(in, "a", "q", 0, 4), 4);
  EXPECT_DOUBLE_EQ(copies.place(out, "b", "r", 0, 4), 8 / 1.6);
  EXPECT_DOUBLE_EQ(copies.last(in).end, 8 / 1.6);
  EXPECT_DOUBLE_EQ(copies.shared(), 8 / 1.6);
}

TEST(BothWays, what_goes_on_alone_goes_on_at_its_own_rate) {
  BothWays copies(1);

  // The second one takes 2 s of its own and 2 s of the first one's; that has 6 s left behind it.
  EXPECT_DOUBLE_EQ(copies.place(in, "a", "q", 0, 10), 10);
  EXPECT_DOUBLE_EQ(copies.place(out, "b", "r", 2, 2), 6);
  EXPECT_DOUBLE_EQ(copies.last(in).end, 12);
  // One that begins behind all of it is alone.
  EXPECT_DOUBLE_EQ(copies.place(out, "c", "r", 12, 1), 13);
}

TEST(BothWays, what_moves_nothing_slows_nothing_down) {
  BothWays copies(1, 1);

  EXPECT_DOUBLE_EQ(copies.place(in, "a", "q", 0, 1), 1);
  EXPECT_DOUBLE_EQ(copies.place(out, "b", "r", 0, 1), 1) << "both only start";
  BothWays longer(1, 1);
  EXPECT_DOUBLE_EQ(longer.place(in, "a", "q", 0, 2), 2);
  EXPECT_DOUBLE_EQ(longer.place(out, "b", "r", 0, 2), 3) << "half of each moves";
}

TEST(BothWays, a_copy_has_what_those_before_the_last_one_leave) {
  BothWays copies(1.5);
  copies.place(in, "a", "q", 0, 2);
  copies.place(in, "b", "q", 2, 2);

  // 2 s at half of its rate, then 2 s of the last one at three quarters, 1.5 s of its own.
  EXPECT_DOUBLE_EQ(copies.place(out, "c", "r", 0, 1 + 1.5), 4);
  EXPECT_DOUBLE_EQ(copies.last(in).end, 4.5);
}

}  // namespace
}  // namespace plumb
