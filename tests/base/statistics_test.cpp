// tests/base/statistics_test.cpp - medians, intervals and fits against values computed by hand.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/base/statistics.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Values = std::vector<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

template <class Step>
std::string statistics_refusal(const Step& step) {
  try {
    static_cast<void>(step());
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return explain(error);
  }
  return "nothing was thrown";
}

// 1, 2, ... n: the order statistic x(k) is k.
Values count_to(std::size_t n) {
  Values values(n);
  std::iota(values.begin(), values.end(), 1.0);
  return values;
}

// SplitMix64 as uniform numbers in [0, 1): the same draws on every machine.
class Uniform {
 public:
  double draw() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }

 private:
  std::uint64_t state_ = 20;
};

TEST(Median, is_the_middle_or_the_mean_of_the_two_in_the_middle) {
  EXPECT_EQ(median(Values{3}), 3);
  EXPECT_EQ(median(Values{9, 1, 2}), 2);
  EXPECT_EQ(median(Values{9, 1, 2, 4}), 3);
}

TEST(Median, of_numbers_near_the_largest_does_not_overflow) {
  EXPECT_EQ(median(Values{1.5e308, 1.7e308}), 1.6e308);
  EXPECT_EQ(median(Values{-1.7e308, 1.7e308}), 0);
}

TEST(Median, absolute_deviation_ignores_one_wild_sample) {
  EXPECT_EQ(median_absolute_deviation(Values{1, 2, 3, 4, 1000}), 1);
  EXPECT_EQ(median_absolute_deviation(Values{5, 5, 5}), 0);
}

TEST(Quantile, interpolates_between_neighbours_as_type_7) {
  const Values samples{40, 10, 30, 20};

  EXPECT_EQ(quantile(samples, 0), 10);
  EXPECT_EQ(quantile(samples, 0.25), 17.5);
  EXPECT_EQ(quantile(samples, 0.5), 25);
  EXPECT_EQ(quantile(samples, 1), 40);
}

TEST(Quantile, refuses_a_fraction_outside_0_to_1) {
  EXPECT_EQ(statistics_refusal([] { return quantile(Values{1}, 1.5); }),
            "the fraction of a quantile lies between 0 and 1, not 1.5");
  EXPECT_EQ(statistics_refusal([] { return quantile(Values{1}, not_a_number); }),
            "the fraction of a quantile lies between 0 and 1, not nan");
}

TEST(MedianInterval, has_the_ranks_of_the_published_tables) {
  struct Row {
    std::size_t samples;
    double rank;
  };
  const std::vector<Row> table{
      {6, 1},  {7, 1},   {8, 1},    {9, 2},    {10, 2},     {15, 4},       {20, 6},
      {25, 8}, {50, 18}, {100, 40}, {101, 41}, {1000, 469}, {10001, 4902}, {1'000'000, 499'020}};

  for (const Row& row : table) {
    const Interval interval = median_interval(count_to(row.samples));

    EXPECT_EQ(interval.low, row.rank) << row.samples << " samples";
    EXPECT_EQ(interval.high, static_cast<double>(row.samples) + 1 - row.rank);
  }
}

TEST(MedianInterval, of_fewer_than_six_samples_is_the_whole_range) {
  for (std::size_t n = 1; n < 6; ++n) {
    const Interval interval = median_interval(count_to(n));

    EXPECT_EQ(interval.low, 1);
    EXPECT_EQ(interval.high, static_cast<double>(n));
  }
}

TEST(MedianInterval, covers_the_median_of_a_skewed_distribution_as_often_as_it_says) {
  Uniform uniform;
  const double true_median = 0.125;  // of the cube of a uniform number
  int covered = 0;

  for (int experiment = 0; experiment < 2000; ++experiment) {
    Values samples(15);
    for (double& sample : samples) sample = std::pow(uniform.draw(), 3);
    const Interval interval = median_interval(samples);
    if (interval.low <= true_median && true_median <= interval.high) ++covered;
  }

  EXPECT_GE(covered, 1870);  // 93.5 %; the exact coverage is 96.5 %
  EXPECT_LE(covered, 1980);  // 99 %
}

TEST(Summary, holds_what_the_functions_return_one_by_one) {
  const Values samples{5, 1, 4, 2, 3, 6, 100};

  const Summary summary = summarize(samples);

  EXPECT_EQ(summary.median, 4);
  EXPECT_EQ(summary.interval.low, 1);
  EXPECT_EQ(summary.interval.high, 100);
  EXPECT_EQ(summary.mad, 2);
  EXPECT_EQ(summary.minimum, 1);
  EXPECT_EQ(summary.maximum, 100);
  EXPECT_EQ(summary.first_quartile, 2.5);
  EXPECT_EQ(summary.third_quartile, 5.5);
  EXPECT_EQ(summary.samples, 7U);
}

TEST(Summary, noise_is_half_the_interval_over_the_median) {
  EXPECT_EQ(summarize(Values{99, 100, 101}).noise(), 0.01);
  EXPECT_EQ(summarize(Values{-99, -100, -101}).noise(), 0.01);
  EXPECT_EQ(summarize(Values{0, 0}).noise(), 0);
  EXPECT_EQ(summarize(Values{-1, 0, 1}).noise(), infinity);
}

TEST(Outliers, are_the_samples_far_from_the_median_in_units_of_the_spread) {
  EXPECT_THAT(outliers(Values{10, 11, 50, 9, 10, 12, -30}), ElementsAre(2, 6));
  EXPECT_THAT(outliers(Values{10, 11, 50, 9, 10, 12, -30}, 100), IsEmpty());
  EXPECT_THAT(outliers(Values{7, 7, 7, 7, 1000}), IsEmpty());
  EXPECT_EQ(statistics_refusal([] { return outliers(Values{1}, -1); }),
            "the limit of outliers is zero or larger, not -1");
}

TEST(RankSum, the_probability_of_small_cases_by_counting) {
  // Of the 20 ways to choose 3 of 6 ranks one adds up to 4 + 5 + 6, two to 14 or more.
  EXPECT_DOUBLE_EQ(rank_sum_probability(Values{4, 5, 6}, Values{1, 2, 3}), 1.0 / 20);
  EXPECT_DOUBLE_EQ(rank_sum_probability(Values{3, 5, 6}, Values{1, 2, 4}), 2.0 / 20);
  EXPECT_DOUBLE_EQ(rank_sum_probability(Values{1, 2, 3}, Values{4, 5, 6}), 1);
  EXPECT_DOUBLE_EQ(rank_sum_probability(Values{2}, Values{1, 3}), 2.0 / 3);
}

TEST(RankSum, equal_samples_share_their_rank) {
  // Ranks 1, 2.5, 2.5, 4: {2, 3} has 6.5, as much as 2 of the 6 pairs have or more.
  EXPECT_DOUBLE_EQ(rank_sum_probability(Values{2, 3}, Values{1, 2}), 2.0 / 6);
  EXPECT_DOUBLE_EQ(rank_sum_probability(Values{7, 7}, Values{7, 7}), 1);
  EXPECT_DOUBLE_EQ(rank_sum_probability(Values(30, 7.0), Values(30, 7.0)), 1);
}

TEST(RankSum, many_samples_go_on_where_the_exact_count_ends) {
  // The same pattern, 20 and 21 samples each: both are about as improbable.
  const auto probability = [](int samples) {
    Values first;
    Values second;
    for (int i = 0; i < samples; ++i) {
      first.push_back(10 * i + 25);
      second.push_back(10 * i);
    }
    return rank_sum_probability(first, second);
  };
  EXPECT_NEAR(probability(21) / probability(20), 1, 0.1);
  EXPECT_GT(probability(20), 0.05);
  EXPECT_EQ(statistics_refusal([] { return rank_sum_probability(Values{}, Values{1}); }),
            "first has no values");
  EXPECT_EQ(statistics_refusal([] { return rank_sum_probability(Values{1}, Values{NAN}); }),
            "second[0] is not finite: nan");
}

TEST(LeastSquares, fits_the_line_computed_by_hand) {
  const Line line = least_squares(Values{0, 1, 2}, Values{1, 1, 4});  // means 1 and 2, slope 3/2

  EXPECT_NEAR(line.slope, 1.5, 1e-14);
  EXPECT_NEAR(line.intercept, 0.5, 1e-14);
}

TEST(LeastSquares, keeps_its_digits_far_from_the_origin) {
  const Line line = least_squares(Values{1e12, 1e12 + 1, 1e12 + 2}, Values{3, 5, 7});

  EXPECT_NEAR(line.slope, 2, 1e-14);
  EXPECT_NEAR(line.intercept, 3 - 2e12, 1e-2);
}

TEST(LeastSquares, finds_coefficients_of_columns_with_very_different_units) {
  const Values design{1, 1e18, 1, 2e18, 1, 4e18};

  const Values fit = least_squares(design, Values{7, 9, 13}, 2);

  ASSERT_EQ(fit.size(), 2U);
  EXPECT_NEAR(fit[0], 5, 1e-12);
  EXPECT_NEAR(fit[1], 2e-18, 1e-30);
}

TEST(LeastSquares, refuses_designs_that_do_not_determine_the_coefficients) {
  const Values y{1, 2, 3};

  EXPECT_EQ(statistics_refusal([&] { return least_squares(Values{1, 2, 2, 4, 3, 6}, y, 2); }),
            "the columns of design are linearly dependent: rank 1 of 2");
  EXPECT_EQ(statistics_refusal([&] { return least_squares(Values{1, 0, 2, 0, 3, 0}, y, 2); }),
            "column 1 of design is zero everywhere");
  EXPECT_EQ(statistics_refusal([&] { return least_squares(Values(15, 1.0), y, 5); }),
            "3 equations cannot determine 5 coefficients");
  EXPECT_EQ(statistics_refusal([&] { return least_squares(Values{1, 2, 3, 4}, y, 2); }),
            "design has 4 values, not 3 rows of 2");
  EXPECT_EQ(statistics_refusal([&] { return least_squares(Values{1, 2, 3}, y, 0); }),
            "design has 3 values, not 3 rows of 0");
}

TEST(Lines, refuse_points_that_determine_no_line) {
  const auto fits = [](const Values& x, const Values& y) {
    const std::string why = statistics_refusal([&] { return least_squares(x, y); });
    EXPECT_EQ(statistics_refusal([&] { return robust_line(x, y); }), why);
    return why;
  };

  EXPECT_EQ(fits({1, 2}, {1}), "x has 2 values, y has 1");
  EXPECT_EQ(fits({}, {}), "x has no values");
  EXPECT_EQ(fits({1, 2}, {1, infinity}), "y[1] is not finite: inf");
  EXPECT_EQ(fits({4, 4, 4}, {1, 2, 3}), "a line needs two different x; all 3 are 4");
  EXPECT_EQ(fits({-1e308, 1e308}, {1, 2}), "x spans -1e+308 to 1e+308: too far for a fit");
  EXPECT_EQ(fits({0, 5e-324}, {1, 2}),
            "the line through the points is too steep for finite numbers");
}

TEST(RobustLine, passes_a_gross_error_by) {
  const Line line = robust_line(Values{0, 1, 2, 3, 4}, Values{1, 3, 5, -700, 9});

  EXPECT_EQ(line.slope, 2);
  EXPECT_EQ(line.intercept, 1);
}

TEST(RobustLine, finds_the_line_among_more_points_than_it_pairs) {
  const Values x = count_to(5001);
  Values y;
  for (const double at : x) y.push_back(std::fmod(at, 4) == 0 ? 1e6 : 7 - 3 * at);

  const Line line = robust_line(x, y);

  EXPECT_EQ(line.slope, -3);
  EXPECT_EQ(line.intercept, 7);
}

TEST(Bootstrap, gives_the_same_interval_on_every_machine) {
  const Values samples{12, 15, 11, 19, 14, 13, 18, 30, 12, 16};
  const auto total = [](std::span<const double> drawn) {
    return std::accumulate(drawn.begin(), drawn.end(), 0.0);
  };

  const Interval interval = bootstrap(samples, total, 1000, 7);

  EXPECT_EQ(interval.low, 131);  // from an independent program with the same generator
  EXPECT_NEAR(interval.high, 193.025, 1e-12);
}

TEST(Bootstrap, refuses_what_gives_no_interval) {
  const auto not_finite = [](std::span<const double>) { return not_a_number; };

  EXPECT_EQ(statistics_refusal([] { return bootstrap(Values{1}, median, 0); }),
            "a bootstrap needs at least one draw");
  EXPECT_EQ(statistics_refusal([] { return bootstrap(Values{1}, nullptr); }),
            "a bootstrap needs a statistic");
  EXPECT_EQ(statistics_refusal([&] { return bootstrap(Values{1}, not_finite); }),
            "statistic[0] is not finite: nan");
}

TEST(Statistics, refuse_no_samples_and_samples_that_are_not_finite) {
  const Values none;
  const Values bad{1, 2, not_a_number};

  for (const auto& [samples, why] : {std::pair{none, "samples has no values"},
                                     std::pair{bad, "samples[2] is not finite: nan"}}) {
    EXPECT_EQ(statistics_refusal([&] { return median(samples); }), why);
    EXPECT_EQ(statistics_refusal([&] { return median_absolute_deviation(samples); }), why);
    EXPECT_EQ(statistics_refusal([&] { return quantile(samples, 0.5); }), why);
    EXPECT_EQ(statistics_refusal([&] { return median_interval(samples).low; }), why);
    EXPECT_EQ(statistics_refusal([&] { return summarize(samples).median; }), why);
    EXPECT_EQ(statistics_refusal([&] { return outliers(samples); }), why);
    EXPECT_EQ(statistics_refusal([&] { return bootstrap(samples, median).low; }), why);
  }
}

}  // namespace
}  // namespace plumb
