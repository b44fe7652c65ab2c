// tests/records/fill_test.cpp - contents of buffers: exact, in range, and the same piece by piece.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/fill.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plumb {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::Ge;
using testing::Lt;

using Values = std::vector<double>;

constexpr Scalar all_scalars[] = {Scalar::i8,  Scalar::u8,  Scalar::i16, Scalar::u16, Scalar::i32,
                                  Scalar::u32, Scalar::i64, Scalar::u64, Scalar::f32, Scalar::f64};

Values values(const Fill& fill, Scalar scalar, std::uint64_t first, std::size_t count) {
  Values out(count);
  fill_values(fill, scalar, first, out);
  return out;
}

std::vector<std::byte> bytes(const Fill& fill, Scalar scalar, std::uint64_t first,
                             std::size_t count) {
  std::vector<std::byte> out(count * size_of(Type{scalar, 1}).count);
  fill_bytes(fill, scalar, first, out);
  return out;
}

// One of each kind; the numbers exceed the range of some types on both sides.
std::vector<Fill> all_fills() {
  return {{},
          {.kind = FillKind::zero, .values = {}},
          {.kind = FillKind::constant, .low = -2.75, .values = {}},
          {.kind = FillKind::index, .values = {}},
          random_fill(-3.5, 1e5, 11),
          {.kind = FillKind::values, .values = {1, -1e30, 1e30, 0.1, -129.5, 65536, 3}},
          {.kind = FillKind::blobs,
           .low = -10,
           .high = 300,
           .seed = 3,
           .values = {},
           .extent = {7, 5, 9}}};
}

TEST(Fill, constants_indices_and_repeated_values_are_exact) {
  const Fill constant{.kind = FillKind::constant, .low = 2.5, .values = {}};
  const Fill index{.kind = FillKind::index, .values = {}};
  const Fill listed{.kind = FillKind::values, .values = {1, 2, 3}};

  EXPECT_THAT(values({}, Scalar::f32, 7, 2), ElementsAre(0, 0));
  EXPECT_THAT(values(constant, Scalar::f64, 7, 2), ElementsAre(2.5, 2.5));
  EXPECT_THAT(values(constant, Scalar::i32, 7, 2), ElementsAre(2, 2));
  EXPECT_THAT(values(index, Scalar::u16, 5, 3), ElementsAre(5, 6, 7));
  EXPECT_THAT(values(listed, Scalar::f32, 4, 4), ElementsAre(2, 3, 1, 2));
}

TEST(Fill, integers_saturate_and_not_a_number_becomes_zero) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Fill wild{.kind = FillKind::values, .values = {-1e30, 1e30, -1.9, 1.9, nan}};

  EXPECT_THAT(values(wild, Scalar::i8, 0, 5), ElementsAre(-128, 127, -1, 1, 0));
  EXPECT_THAT(values(wild, Scalar::u8, 0, 5), ElementsAre(0, 255, 0, 1, 0));
  EXPECT_THAT(values(wild, Scalar::i16, 0, 5), ElementsAre(-32768, 32767, -1, 1, 0));
  EXPECT_THAT(values(wild, Scalar::u32, 0, 5), ElementsAre(0, 4294967295.0, 0, 1, 0));
  EXPECT_THAT(values(wild, Scalar::i64, 0, 5), ElementsAre(-0x1p63, 0x1p63, -1, 1, 0));
  EXPECT_THAT(values(wild, Scalar::u64, 0, 5), ElementsAre(0, 0x1p64, 0, 1, 0));
}

TEST(Fill, an_index_beyond_the_type_stays_at_its_largest_value) {
  const Fill index{.kind = FillKind::index, .values = {}};

  EXPECT_THAT(values(index, Scalar::u8, 254, 3), ElementsAre(254, 255, 255));
  EXPECT_THAT(values(index, Scalar::u32, (1ULL << 32U) - 2, 3),
              ElementsAre(4294967294.0, 4294967295.0, 4294967295.0));
}

TEST(Fill, values_are_what_the_stored_bytes_hold_for_every_kind_and_type) {
  constexpr std::size_t count = 2051;  // two whole pieces and a bit

  for (const Fill& fill : all_fills()) {
    for (const Scalar scalar : all_scalars) {
      const Values expected = values(fill, scalar, 3, count);
      Values found(count);

      values_of(bytes(fill, scalar, 3, count), scalar, found);

      EXPECT_EQ(found, expected) << name_of(Type{scalar, 1});
    }
  }
}

TEST(Fill, any_piece_equals_the_same_piece_of_the_whole) {
  constexpr std::size_t count = 5003;
  std::mt19937_64 random(1);

  for (const Fill& fill : all_fills()) {
    const Values whole = values(fill, Scalar::f32, 0, count);
    for (int trial = 0; trial < 20; ++trial) {
      const std::size_t first = random() % count;
      const std::size_t n = random() % (count - first + 1);

      const Values piece = values(fill, Scalar::f32, first, n);

      EXPECT_TRUE(std::ranges::equal(piece, std::span(whole).subspan(first, n)));
    }
  }
}

TEST(RandomFill, pieces_agree_where_the_index_outgrows_32_bits) {
  constexpr std::uint64_t wrap = 1ULL << 32U;
  const Fill fill = random_fill(0, 1, 5);

  const Values whole = values(fill, Scalar::f32, wrap - 3, 6);
  const Values before = values(fill, Scalar::f32, wrap - 3, 3);
  const Values after = values(fill, Scalar::f32, wrap, 3);

  EXPECT_TRUE(std::ranges::equal(before, std::span(whole).first(3)));
  EXPECT_TRUE(std::ranges::equal(after, std::span(whole).last(3)));
  EXPECT_NE(after, values(fill, Scalar::f32, 0, 3));
}

TEST(RandomFill, the_seed_alone_decides_the_values) {
  const Values one = values(random_fill(0, 1, 1), Scalar::f64, 0, 101);
  const Values again = values(random_fill(0, 1, 1), Scalar::f64, 0, 101);

  EXPECT_EQ(again, one);
  for (const std::uint64_t seed : {0ULL, 2ULL, 3ULL, 1ULL << 32U, ~0ULL}) {
    EXPECT_NE(values(random_fill(0, 1, seed), Scalar::f64, 0, 101), one) << seed;
  }
}

TEST(RandomFill, values_are_spread_evenly) {
  constexpr std::size_t count = 100'003;
  const Values drawn = values(random_fill(-1, 3, 9), Scalar::f32, 0, count);

  std::vector<double> quarters(4);
  for (const double value : drawn) quarters.at(static_cast<std::size_t>(value + 1)) += 1;

  // Five standard deviations of a binomial count around a quarter.
  for (const double n : quarters) EXPECT_NEAR(n, count / 4.0, 5 * std::sqrt(count * 3.0 / 16));
}

TEST(RandomFill, no_rounding_leaves_the_interval) {
  constexpr std::size_t count = 10'007;
  struct Interval {
    double low;
    double high;
  };

  // Narrow ones round up to high in nearly every draw; 0.7 lies above the nearest float.
  for (const auto& [low, high] : {Interval{1, 2}, Interval{0.7, 0.70001}, Interval{1000, 1000.001},
                                  Interval{-0.1, 0}, Interval{1e16, 1e16 + 4}}) {
    for (const Scalar scalar : {Scalar::f32, Scalar::f64}) {
      if (scalar == Scalar::f32 && low > 1e9) continue;  // holds a single float
      EXPECT_THAT(values(random_fill(low, high, 3), scalar, 0, count),
                  Each(AllOf(Ge(low), Lt(high))));
    }
  }
}

TEST(RandomFill, the_draw_that_rounds_up_to_the_end_stays_below_it) {
  // The first of 2^27 elements whose draw is the last of 2^24: 2 - 2^-24 lies half-way between two
  // floats, of which the upper one is 2.
  constexpr std::uint64_t element = 18280781;

  EXPECT_THAT(values(random_fill(0, 1, 1), Scalar::f64, element, 1), ElementsAre(1 - 0x1p-24));
  EXPECT_THAT(values(random_fill(1, 2, 1), Scalar::f64, element, 1), ElementsAre(2 - 0x1p-24));
  EXPECT_THAT(values(random_fill(1, 2, 1), Scalar::f32, element, 1), ElementsAre(2 - 0x1p-23));
}

TEST(RandomFill, integers_are_even_on_both_sides_of_zero) {
  constexpr std::size_t count = 60'001;
  const Values drawn = values(random_fill(-3, 3, 4), Scalar::i32, 0, count);

  std::vector<double> counts(6);
  for (const double value : drawn) counts.at(static_cast<std::size_t>(value + 3)) += 1;

  for (const double n : counts) EXPECT_NEAR(n, count / 6.0, 5 * std::sqrt(count * 5.0 / 36));
  EXPECT_THAT(values(random_fill(-5, -2, 4), Scalar::i8, 0, 999), Each(AllOf(Ge(-5), Lt(-2))));
}

// A prediction asks for the number alone; who asks for values gets those of a list.
TEST(FillTest, values_are_made_when_they_are_asked_for) {
  int asked = 0;
  const auto square = [&asked](std::uint64_t first, std::span<double> out) {
    ++asked;
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = static_cast<double>((first + i) * (first + i));
  };
  const Fill made{.kind = FillKind::values, .values = FillValues(5, square)};
  const Fill listed{.kind = FillKind::values, .values = {0, 1, 4, 9, 16}};
  EXPECT_EQ(made.values.size(), 5U);
  EXPECT_EQ(asked, 0);

  EXPECT_THAT(made.values.all(), ElementsAre(0, 1, 4, 9, 16));
  EXPECT_EQ(made, listed);
  for (const std::uint64_t first : {0U, 3U, 4U, 5U, 23U}) {
    EXPECT_EQ(values(made, Scalar::f64, first, 12), values(listed, Scalar::f64, first, 12));
    EXPECT_EQ(bytes(made, Scalar::u8, first, 12), bytes(listed, Scalar::u8, first, 12));
  }
}

}  // namespace
}  // namespace plumb
