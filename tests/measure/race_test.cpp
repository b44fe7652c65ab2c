// tests/measure/race_test.cpp - races of made-up candidates with known speeds.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/measure/race.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plumb {
namespace {

// A few percent of noise that is the same on every machine.
class Noise {
 public:
  double operator()() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return 1 + 0.01 * static_cast<double>(state_ >> 40U) * 0x1p-24;
  }

 private:
  std::uint64_t state_ = 1;
};

std::vector<Runner> race_of(const std::vector<double>& speeds, RaceRule rule = {}) {
  Noise noise;
  return race(speeds.size(), rule, [&](std::size_t candidate) {
    const double time = speeds[candidate];
    return Lap{.times = {time * noise(), time * noise(), time * noise()}, .refused = {}};
  });
}

TEST(Race, the_slow_leave_by_a_test_and_the_equal_tie) {
  const std::vector<Runner> runners = race_of({3.0, 1.0, 1.001, 1.5});

  EXPECT_EQ(runners.at(0).standing, Standing::best);
  EXPECT_EQ(runners.at(1).standing, Standing::tied);
  EXPECT_LE(runners.at(0).candidate + runners.at(1).candidate, 3U);  // 1 and 2
  EXPECT_EQ(runners.at(2).standing, Standing::left);
  EXPECT_EQ(runners.at(2).candidate, 3U);
  // Three samples each can order themselves so by chance once in 20; six, once in 924.
  EXPECT_EQ(runners.at(2).round, 2U);
  EXPECT_NEAR(runners.at(2).probability, 1.0 / 924, 1e-12);
  EXPECT_EQ(describe(runners.at(3)), "left after round 2: p = 0.0011");
}

TEST(Race, a_median_alone_sends_nobody_out) {
  RaceRule rule;
  rule.rounds = 1;

  for (const Runner& runner : race_of({1.0, 3.0}, rule)) EXPECT_NE(runner.standing, Standing::left);
}

TEST(Race, too_few_times_for_the_test_decide_nothing) {
  RaceRule rule;
  rule.rounds = 1;
  const auto standing_after = [&](std::size_t times) {
    return race(2, rule, [&](std::size_t candidate) {
      Lap lap;
      for (std::size_t n = 0; n < times; ++n)
        lap.times.push_back(candidate == 0 ? 1.0 + 0.001 * static_cast<double>(n)
                                           : 1.001 + 0.001 * static_cast<double>(n));
      return lap;
    });
  };

  const std::vector<Runner> two = standing_after(2);  // ordered so by chance once in 6
  EXPECT_EQ(two.at(1).standing, Standing::undecided);
  EXPECT_EQ(describe(two.at(1)), "undecided: too few times");
  EXPECT_EQ(standing_after(6).at(1).standing, Standing::tied);
}

TEST(Race, a_little_slower_is_neither_hopeless_nor_a_tie) {
  const std::vector<Runner> runners = race_of({1.0, 1.018});

  EXPECT_EQ(runners.at(1).standing, Standing::slower);
  EXPECT_THAT(describe(runners.at(1)), testing::StartsWith("slower: p = "));
}

TEST(Race, what_cannot_run_is_told_with_its_reason_and_costs_one_lap) {
  int laps = 0;

  const std::vector<Runner> runners = race(2, {}, [&](std::size_t candidate) {
    if (candidate == 0) return Lap{.times = {1.0}, .refused = {}};
    ++laps;
    return Lap{.times = {}, .refused = "too large"};
  });

  EXPECT_EQ(laps, 1);
  EXPECT_EQ(runners.at(1).standing, Standing::refused);
  EXPECT_EQ(runners.at(1).reason, "too large");
}

TEST(Race, nobody_starts_when_the_time_is_up) {
  RaceRule rule;
  rule.limit = Seconds{0};

  const std::vector<Runner> runners = race_of({2.0, 1.0}, rule);

  EXPECT_EQ(runners.at(0).candidate, 0U);
  EXPECT_EQ(runners.at(0).standing, Standing::best);
  EXPECT_EQ(describe(runners.at(1)), "not tried: the time was up");
}

TEST(Race, without_any_that_runs_there_is_no_best) {
  const std::vector<Runner> runners =
      race(1, {}, [](std::size_t) { return Lap{.times = {}, .refused = "no"}; });

  EXPECT_EQ(runners.at(0).standing, Standing::refused);
}

}  // namespace
}  // namespace plumb
