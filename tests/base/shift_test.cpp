// tests/base/shift_test.cpp - Hodges and Lehmann's shift, its exact interval, Student's limits.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/base/statistics.h"

namespace plumb {
namespace {

std::vector<double> first_numbers(std::size_t count) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(static_cast<double>(i));
  return numbers;
}

template <class Call>
std::string shift_refusal(const Call& call) {
  try {
    (void)call();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Shift, is_the_median_of_all_differences) {
  const std::vector<double> first{1, 2, 100};
  const std::vector<double> second{4, 5};

  // 4 - 1, 5 - 1, 4 - 2, 5 - 2, 4 - 100, 5 - 100: sorted -96 -95 2 3 3 4
  EXPECT_EQ(shift(first, second), 2.5);
}

TEST(ShiftInterval, of_5_and_5_reaches_99_percent_and_of_4_and_4_does_not) {
  const std::vector<double> first{1, 2, 3, 4, 5};
  const std::vector<double> second{11, 12, 13, 14, 25};

  const std::optional<Interval> interval = shift_interval(first, second, 0.99);

  ASSERT_TRUE(interval.has_value());
  EXPECT_EQ(interval->low, 6);    // 11 - 5
  EXPECT_EQ(interval->high, 24);  // 25 - 1
  EXPECT_FALSE(shift_interval(first_numbers(4), first_numbers(4), 0.99).has_value());
}

// Tables of Mann and Whitney's U, two-sided: U <= 2 for 5 and 5 at 5 %, U <= 16 for 10 and 10 at 1
// %, U <= 138 for 20 and 20 at 10 %, U <= 23 for 10 and 10 at 5 %.
TEST(ShiftInterval, leaves_out_as_many_differences_as_the_published_tables) {
  struct Row {
    std::size_t samples;
    double confidence;
    std::size_t critical;
  };
  for (const Row& row :
       {Row{5, 0.95, 2}, Row{10, 0.99, 16}, Row{10, 0.95, 23}, Row{20, 0.9, 138}}) {
    // 0, 1, ..., n - 1 against 0, n, 2n, ...: every difference occurs once.
    std::vector<double> second;
    for (std::size_t i = 0; i < row.samples; ++i)
      second.push_back(static_cast<double>(row.samples * i));
    const std::optional<Interval> interval =
        shift_interval(first_numbers(row.samples), second, row.confidence);

    ASSERT_TRUE(interval.has_value());
    const double smallest = 1 - static_cast<double>(row.samples);
    EXPECT_EQ(interval->low, smallest + static_cast<double>(row.critical)) << row.samples;
  }
}

TEST(ShiftInterval, goes_on_smoothly_where_the_normal_approximation_begins) {
  const auto width = [](std::size_t samples) {
    const std::optional<Interval> interval =
        shift_interval(first_numbers(samples), first_numbers(samples), 0.99);
    return (interval->high - interval->low) / static_cast<double>(samples);
  };

  EXPECT_NEAR(width(21), width(20), 0.1);
}

TEST(ShiftInterval, refuses_a_confidence_that_is_none) {
  const std::vector<double> one{1};

  EXPECT_EQ(shift_refusal([&] { return shift_interval(one, one, 1); }),
            "a confidence lies between 0 and 1, not 1");
  EXPECT_EQ(shift_refusal([&] { return shift(one, {}); }), "second has no values");
}

TEST(StudentLimit, is_that_of_published_tables) {
  EXPECT_NEAR(student_limit(0.025, 10), 2.228139, 1e-6);
  EXPECT_NEAR(student_limit(0.005, 4), 4.604095, 1e-6);
  EXPECT_NEAR(student_limit(0.005, 1), 63.656741, 1e-5);
  EXPECT_NEAR(student_limit(0.025, 1e6), 1.959966, 1e-6);
  EXPECT_NEAR(student_limit(0.0005, 30), 3.645959, 1e-6);
  EXPECT_NEAR(student_limit(0.5, 3), 0, 1e-12);
}

TEST(StudentLimit, of_one_degree_is_that_of_cauchys_distribution) {
  for (const double probability : {0.4, 0.1, 1e-4, 1e-8})
    EXPECT_NEAR(student_limit(probability, 1) * std::tan(std::acos(-1.0) * probability), 1, 1e-9);
}

TEST(StudentLimit, refuses_what_has_none) {
  EXPECT_EQ(shift_refusal([] { return student_limit(0, 5); }),
            "Student's limit needs a probability above 0 and at most 1/2 and degrees above 0, not "
            "0 and 5");
}

}  // namespace
}  // namespace plumb
