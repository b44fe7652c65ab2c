// tests/device/freed_memory_test.cpp - the time that clearing freed memory is given.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/freed_memory.h"

#include <gtest/gtest.h>

namespace plumb::device {
namespace {

using std::chrono::milliseconds;

const FreedMemory::Clock::time_point start{milliseconds(5000)};

TEST(FreedMemory, takes_its_share_of_the_time_for_all) {
  FreedMemory freed(Bytes{1000}, Seconds{1});
  freed.add(Bytes{250}, start);
  EXPECT_EQ(freed.cleared_at(), start + milliseconds(250));
}

TEST(FreedMemory, is_cleared_piece_after_piece) {
  FreedMemory freed(Bytes{1000}, Seconds{1});
  freed.add(Bytes{250}, start);
  freed.add(Bytes{500}, start + milliseconds(100));
  EXPECT_EQ(freed.cleared_at(), start + milliseconds(750));
}

TEST(FreedMemory, forgets_what_was_cleared_long_ago) {
  FreedMemory freed(Bytes{1000}, Seconds{1});
  freed.add(Bytes{1000}, start);
  freed.add(Bytes{100}, start + milliseconds(3000));
  EXPECT_EQ(freed.cleared_at(), start + milliseconds(3100));
}

TEST(FreedMemory, costs_nothing_where_nothing_is_cleared) {
  FreedMemory freed(Bytes{1000}, Seconds{0});
  freed.add(Bytes{1000}, start);
  EXPECT_EQ(freed.cleared_at(), start);
  FreedMemory unknown(Bytes{0}, Seconds{1});
  unknown.add(Bytes{1000}, start);
  EXPECT_EQ(unknown.cleared_at(), FreedMemory::Clock::time_point{});
}

}  // namespace
}  // namespace plumb::device
