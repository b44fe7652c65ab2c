// tests/device/clearing_deadline_test.cpp - the time that clearing freed memory is given.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/clearing_deadline.h"

#include <gtest/gtest.h>

namespace plumb::device {
namespace {

using std::chrono::milliseconds;

const ClearingDeadline::Clock::time_point start{milliseconds(5000)};

TEST(ClearingDeadline, takes_its_share_of_the_time_for_all) {
  ClearingDeadline freed(Bytes{1000}, Seconds{1});
  freed.add(Bytes{250}, start);
  EXPECT_EQ(freed.cleared_at(), start + milliseconds(250));
}

TEST(ClearingDeadline, is_cleared_piece_after_piece) {
  ClearingDeadline freed(Bytes{1000}, Seconds{1});
  freed.add(Bytes{250}, start);
  freed.add(Bytes{500}, start + milliseconds(100));
  EXPECT_EQ(freed.cleared_at(), start + milliseconds(750));
}

TEST(ClearingDeadline, forgets_what_was_cleared_long_ago) {
  ClearingDeadline freed(Bytes{1000}, Seconds{1});
  freed.add(Bytes{1000}, start);
  freed.add(Bytes{100}, start + milliseconds(3000));
  EXPECT_EQ(freed.cleared_at(), start + milliseconds(3100));
}

TEST(ClearingDeadline, costs_nothing_where_nothing_is_cleared) {
  ClearingDeadline freed(Bytes{1000}, Seconds{0});
  freed.add(Bytes{1000}, start);
  EXPECT_EQ(freed.cleared_at(), start);
  ClearingDeadline unknown(Bytes{0}, Seconds{1});
  unknown.add(Bytes{1000}, start);
  EXPECT_EQ(unknown.cleared_at(), ClearingDeadline::Clock::time_point{});
}

}  // namespace
}  // namespace plumb::device
