// tests/model/break_even_test.cpp - the size at which the winner changes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/break_even.h"

#include <gtest/gtest.h>

#include "tests/records/refusal.h"

namespace plumb {
namespace {

TEST(BreakEven, is_the_first_size_at_which_the_winner_has_changed) {
  for (const std::uint64_t wanted : {2ULL, 3ULL, 100ULL, 777ULL, 99999ULL, 100000ULL}) {
    int tries = 0;
    const BreakEven found = break_even(1, 100000, [&](std::uint64_t size) {
      ++tries;
      return size < wanted ? 1.0 : -1.0;
    });

    EXPECT_EQ(found.before, Faster::first);
    EXPECT_EQ(found.after, Faster::second);
    EXPECT_EQ(found.at, wanted);
    EXPECT_EQ(found.changes, 1U);
    EXPECT_LE(tries, 65 + 17);
  }
}

TEST(BreakEven, is_absent_where_one_wins_throughout) {
  const BreakEven found = break_even(1, 1000, [](std::uint64_t) { return -1.0; });

  EXPECT_EQ(found.before, Faster::second);
  EXPECT_EQ(found.after, Faster::second);
  EXPECT_FALSE(found.at.has_value());
}

TEST(BreakEven, counts_further_changes) {
  const BreakEven found =
      break_even(1, 4096, [](std::uint64_t size) { return size < 16 || size > 512 ? 1.0 : -1.0; });

  EXPECT_EQ(found.at, 16U);
  EXPECT_EQ(found.changes, 2U);
}

TEST(BreakEven, where_both_take_equally_long_neither_wins) {
  const BreakEven equal = break_even(1, 1000, [](std::uint64_t) { return 0.0; });
  EXPECT_EQ(equal.before, Faster::neither);
  EXPECT_FALSE(equal.at.has_value());

  const BreakEven later =
      break_even(1, 1000, [](std::uint64_t size) { return size < 100 ? 0.0 : 1.0; });
  EXPECT_EQ(later.before, Faster::neither);
  EXPECT_EQ(later.at, 100U);
  EXPECT_EQ(later.after, Faster::first);

  const BreakEven until =
      break_even(1, 1000, [](std::uint64_t size) { return size < 100 ? -1.0 : 0.0; });
  EXPECT_EQ(until.before, Faster::second);
  EXPECT_EQ(until.at, 100U);
  EXPECT_EQ(until.after, Faster::neither);
}

TEST(BreakEven, of_one_size_asks_once_and_of_none_is_refused) {
  EXPECT_FALSE(break_even(7, 7, [](std::uint64_t) { return 1.0; }).at.has_value());
  EXPECT_EQ(refusal([] { return break_even(8, 7, [](std::uint64_t) { return 1.0; }); }),
            "a break-even is searched between sizes from 1 on, not 8 and 7");
}

}  // namespace
}  // namespace plumb
