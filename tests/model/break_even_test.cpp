// tests/model/break_even_test.cpp - the size at which the winner changes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/break_even.h"

#include <bit>

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

TEST(BreakEven, of_powers_of_two_alone_is_the_power_at_which_the_winner_has_changed) {
  const auto advantage = [](std::uint64_t size) -> std::optional<double> {
    if (!std::has_single_bit(size)) return std::nullopt;
    return size < 700 ? 1.0 : -1.0;
  };

  const BreakEven found = break_even(2, 4096, advantage);
  EXPECT_EQ(found.before, Faster::first);
  EXPECT_EQ(found.at, 1024U);
  EXPECT_EQ(found.after, Faster::second);
  EXPECT_EQ(found.below, 512U);
  EXPECT_EQ(found.accepted, 12U);
  EXPECT_GT(found.refused, 0U);

  EXPECT_EQ(break_even(3, 5000, advantage).at, 1024U) << "neither end is accepted";
  EXPECT_EQ(break_even(600, 1000, advantage).accepted, 0U);
}

TEST(BreakEven, of_multiples_is_the_first_multiple_at_which_the_winner_has_changed) {
  for (const std::uint64_t multiple : {3ULL, 7ULL, 48ULL, 64ULL, 100ULL, 192ULL, 256ULL, 1000ULL}) {
    for (const std::uint64_t wanted : {1111ULL, 33333ULL}) {
      const BreakEven found =
          break_even(1, 100000, [&](std::uint64_t size) -> std::optional<double> {
            if (size % multiple != 0) return std::nullopt;
            return size < wanted ? 1.0 : -1.0;
          });

      const std::uint64_t next = (wanted + multiple - 1) / multiple * multiple;
      EXPECT_EQ(found.at, next) << "multiples of " << multiple;
      EXPECT_EQ(found.below, next - multiple);
    }
  }
}

TEST(BreakEven, of_one_size_asks_once_and_of_none_is_refused) {
  EXPECT_FALSE(break_even(7, 7, [](std::uint64_t) { return 1.0; }).at.has_value());
  EXPECT_EQ(refusal([] { return break_even(8, 7, [](std::uint64_t) { return 1.0; }); }),
            "a break-even is searched between sizes from 1 on, not 8 and 7");
}

}  // namespace
}  // namespace plumb
