// tests/measure/sampling_test.cpp - the stop rule, fed with made-up times.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/measure/sampling.h"

#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "tests/device/each_device.h"

namespace plumb {
namespace {

const auto never = [] { return false; };

StopRule quick() {
  StopRule rule;
  rule.min_time = Seconds{0};
  rule.timeout = Seconds{60};
  return rule;
}

TEST(Sampling, steady_times_settle_at_the_least_number_of_samples) {
  int calls = 0;

  const Sampling sampling = sample(
      quick(),
      [&] {
        ++calls;
        return Seconds{1.0};
      },
      never);

  EXPECT_EQ(sampling.reason, StopReason::settled);
  EXPECT_EQ(sampling.samples.size(), 10U);
  EXPECT_EQ(calls, 11) << "one warm-up, not counted";
  EXPECT_EQ(sampling.noise, 0);
  EXPECT_FALSE(sampling.cut_short);
}

TEST(Sampling, samples_are_kept_in_execution_order_without_the_warm_up) {
  StopRule rule = quick();
  rule.warm_up = 3;
  rule.max_noise = 10;
  double next = 0;

  const Sampling sampling = sample(rule, [&] { return Seconds{next += 1}; }, never);

  EXPECT_THAT(sampling.samples, testing::ElementsAre(4, 5, 6, 7, 8, 9, 10, 11, 12, 13));
}

TEST(Sampling, noisy_times_go_on_until_the_interval_is_narrow_enough) {
  StopRule rule = quick();
  rule.max_noise = 0.03;
  int i = 0;

  const Sampling sampling =
      sample(rule, [&] { return Seconds{1.0 + 0.1 * ((i++ * 7) % 11 - 5) / 5.0}; }, never);

  EXPECT_EQ(sampling.reason, StopReason::settled);
  EXPECT_GT(sampling.samples.size(), 10U);
  EXPECT_LE(sampling.noise, 0.03);
}

TEST(Sampling, goes_on_until_what_is_judged_is_narrow_enough) {
  StopRule rule = quick();
  rule.max_samples = 100;
  const auto steady = [] { return Seconds{1.0}; };

  const Sampling late =
      sample(rule, steady, never, [](std::size_t samples) { return samples < 20 ? 1.0 : 0.0; });
  EXPECT_EQ(late.reason, StopReason::settled);
  EXPECT_GE(late.samples.size(), 20U);

  const Sampling noisy = sample(rule, steady, never, [](std::size_t) { return 0.7; });
  EXPECT_EQ(noisy.reason, StopReason::sample_limit);
  EXPECT_EQ(noisy.noise, 0.7);
  EXPECT_FALSE(noisy.cut_short);
}

TEST(Sampling, a_hopeless_case_ends_at_the_sample_limit) {
  StopRule rule = quick();
  rule.max_samples = 40;
  int i = 0;

  const Sampling sampling = sample(rule, [&] { return Seconds{i++ % 2 == 0 ? 1.0 : 2.0}; }, never);

  EXPECT_EQ(sampling.reason, StopReason::sample_limit);
  EXPECT_EQ(sampling.samples.size(), 40U);
  EXPECT_GT(sampling.noise, 0.3);
  EXPECT_FALSE(sampling.cut_short);
}

TEST(Sampling, a_limit_that_comes_when_the_noise_is_low_enough_counts_as_settled) {
  StopRule rule = quick();
  rule.max_samples = 15;  // the noise is looked at after 10, 12, 14, 16 ...
  int i = 0;

  const Sampling sampling = sample(rule, [&] { return Seconds{i++ < 4 ? 2.0 : 1.0}; }, never);

  EXPECT_EQ(sampling.samples.size(), 15U) << "three outliers leave the interval at 15 samples";
  EXPECT_EQ(sampling.reason, StopReason::settled);
}

TEST(Sampling, one_sample_says_nothing_about_noise_and_settles_nothing) {
  StopRule rule = quick();
  rule.min_samples = 1;
  const auto steady = [] { return Seconds{1.0}; };

  const Sampling settled = sample(rule, steady, never);
  EXPECT_EQ(settled.reason, StopReason::settled);
  EXPECT_EQ(settled.samples.size(), 2U);

  rule.max_samples = 1;
  const Sampling only = sample(rule, steady, never);
  EXPECT_EQ(only.reason, StopReason::sample_limit);
  EXPECT_EQ(only.samples.size(), 1U);
  EXPECT_FALSE(only.cut_short) << "it is what was asked for";
}

TEST(Sampling, the_timeout_ends_it_whatever_the_noise) {
  StopRule rule = quick();
  rule.timeout = Seconds{1e-9};

  const Sampling sampling = sample(rule, [] { return Seconds{1.0}; }, never);

  EXPECT_EQ(sampling.reason, StopReason::timeout);
  EXPECT_EQ(sampling.samples.size(), 1U);
  EXPECT_TRUE(sampling.cut_short) << "10 were asked for";
}

TEST(Sampling, an_interrupt_is_asked_for_before_every_execution) {
  int calls = 0;

  const Sampling sampling = sample(
      quick(),
      [&] {
        ++calls;
        return Seconds{1.0};
      },
      [&] { return calls == 4; });

  EXPECT_EQ(sampling.reason, StopReason::interrupted);
  EXPECT_EQ(calls, 4);
}

TEST(Sampling, a_rule_that_cannot_be_met_is_refused) {
  StopRule none = quick();
  none.min_samples = 0;
  StopRule backwards = quick();
  backwards.timeout = Seconds{-1};

  StopRule few_samples = quick();
  few_samples.min_samples = 10;
  few_samples.max_samples = 3;

  EXPECT_THROW(check(none), Error);
  EXPECT_EQ(refusal([&] { check(few_samples); }),
            "--max-samples 3: less than --min-samples, which is 10; give both");
  EXPECT_THROW(check(backwards), Error);
}

TEST(LoadNote, speaks_up_when_half_the_cores_are_busy) {
  EXPECT_EQ(load_note(0.4, 2), "");
  EXPECT_EQ(load_note(3.14, 2), "load average 3.1 on 2 cores: other programs disturb the times");
}

}  // namespace
}  // namespace plumb
