// tests/model/explain_test.cpp - each term is blamed for what only it explains.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/explain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plumb {
namespace {

using testing::HasSubstr;

Quantity seconds_of(double value) { return quantity_of(std::vector{value}, "s"); }

// Memory gives 1 GB/s, a launch takes 1 us, 1024 work-items are resident.
Profile probed_profile() {
  Profile profile;
  const auto add = [&](const char* name, double value, const char* unit) {
    profile.parameters.push_back(
        {.name = name, .value = quantity_of(std::vector{value}, unit), .method = {}, .note = {}});
  };
  add("bandwidth.memory.copy", 1e9, "B/s");
  add("launch.same", 1e-6, "s");
  add("threads.resident_groups", 4, "1");
  return profile;
}

// One step of 1 GB that was predicted to take a second, give or take 10 %.
Prediction one_second() {
  Prediction prediction;
  prediction.model = "plumbline";
  prediction.passes = {
      {.step = "sweep",
       .name = "sweep",
       .calls = 1,
       .bytes = Bytes{1000000000},
       .flops = {},
       .cost = {.time = Seconds{1}, .movement = Seconds{1}, .spread = Seconds{0.1}},
       .items = 1U << 20U}};
  return prediction;
}

Point measured(double seconds) {
  Point point;
  point.workload = "app";
  point.settings = {{"N", "8"}};
  point.steps.push_back(
      {.name = "sweep", .bytes = {}, .flops = {}, .time = seconds_of(seconds), .outliers = {}});
  point.whole = seconds_of(seconds);
  return point;
}

DeviceDescription device_at(double hertz) {
  DeviceDescription device;
  device.clock = Hertz{hertz};
  return device;
}

ExplainedPart explained(const Point& point, const Prediction& prediction) {
  const Profile profile = probed_profile();
  return explain_point(point, prediction, &profile, device_at(2e9)).parts.front();
}

TEST(Explain, what_lies_in_the_interval_is_as_predicted) {
  EXPECT_EQ(explained(measured(1.09), one_second()).wrong, Term::none);
  EXPECT_EQ(explained(measured(0.92), one_second()).wrong, Term::none);
  EXPECT_NE(explained(measured(1.11), one_second()).wrong, Term::none);
}

TEST(Explain, without_an_interval_a_fifth_is_allowed) {
  Prediction plain = one_second();
  plain.passes.front().cost.spread = {};

  EXPECT_EQ(explained(measured(1.19), plain).wrong, Term::none);
  EXPECT_NE(explained(measured(1.21), plain).wrong, Term::none);
}

TEST(Explain, a_low_clock_is_blamed_where_it_accounts_for_the_difference) {
  Point slow = measured(2);
  slow.device_state.emplace();
  slow.device_state->clock = Hertz{1e9};
  slow.device_state->slowed_by = {"power cap"};

  const ExplainedPart part = explained(slow, one_second());

  EXPECT_EQ(part.wrong, Term::clocks);
  EXPECT_THAT(part.seen, HasSubstr("1000 MHz of 2000 (power cap)"));
  slow.device_state->clock = Hertz{1.9e9};
  EXPECT_NE(explained(slow, one_second()).wrong, Term::clocks);
}

TEST(Explain, many_short_launches_are_a_matter_of_the_queue) {
  Prediction short_ones = one_second();
  short_ones.passes.front().calls = 1000000;
  short_ones.passes.front().cost.latency = Seconds{0.9};
  short_ones.passes.front().cost.movement = Seconds{0.1};

  const ExplainedPart part = explained(measured(2), short_ones);

  EXPECT_EQ(part.wrong, Term::queueing);
  EXPECT_THAT(part.seen, HasSubstr("2 us each, 1 us were predicted"));
}

TEST(Explain, waits_and_checks_of_the_host_are_no_launches) {
  Prediction waiting = one_second();
  waiting.passes.front().calls = 1000;
  waiting.passes.front().cost = {.time = Seconds{1}, .latency = Seconds{1}};
  for (const char* name : {"launch queue", "waits of the host", "check of residual"}) {
    waiting.passes.push_back(
        {.step = "sweep", .name = name, .calls = 1000, .bytes = {}, .flops = {}, .cost = {}});
  }
  waiting.passes.push_back(waiting.passes.front());
  waiting.passes.back().name = "check of sums";  // a launch that somebody calls so
  waiting.passes.back().cost = {};

  EXPECT_EQ(explained(measured(2), waiting).seen,
            "2000 launches took 1 ms each, 500 us were predicted");
}

TEST(Explain, times_have_the_unit_that_suits_them) {
  Prediction one_launch = one_second();
  one_launch.passes.front().cost = {
      .time = Seconds{20e-6}, .movement = Seconds{1e-6}, .latency = Seconds{19e-6}};

  EXPECT_EQ(explained(measured(0.0211), one_launch).seen,
            "one launch took 21.1 ms, 20 us were predicted");
}

TEST(Explain, a_rate_beyond_memory_is_a_cache) {
  EXPECT_EQ(explained(measured(0.5), one_second()).wrong, Term::level);

  Prediction cached = one_second();
  cached.passes.front().bytes = Bytes{4000000000};
  const ExplainedPart from_memory = explained(measured(4), cached);
  EXPECT_EQ(from_memory.wrong, Term::level);
  EXPECT_THAT(from_memory.seen,
              HasSubstr("memory gives 1 GB/s: the rate of memory, not of a cache"));
}

TEST(Explain, a_rate_below_memory_is_laid_to_the_level_as_far_as_that_goes) {
  Prediction cached = one_second();
  cached.passes.front().bytes = Bytes{4000000000};

  const ExplainedPart slower = explained(measured(8), cached);
  EXPECT_EQ(slower.wrong, Term::level);
  EXPECT_THAT(slower.seen, HasSubstr("accounts for 67 % of the difference"));
  EXPECT_EQ(explained(measured(20), cached).wrong, Term::volume) << "memory alone takes 4 s";
}

TEST(Explain, then_come_pattern_occupancy_and_volume) {
  Prediction gathering = one_second();
  gathering.passes.front().pattern = "random";
  EXPECT_EQ(explained(measured(2), gathering).wrong, Term::pattern);

  Prediction few = one_second();
  few.passes.front().items = 64;
  EXPECT_EQ(explained(measured(2), few).wrong, Term::occupancy);

  const ExplainedPart rest = explained(measured(2), one_second());
  EXPECT_EQ(rest.wrong, Term::volume);
  EXPECT_THAT(rest.seen, HasSubstr("2.00 times the bytes"));
}

TEST(Explain, a_pattern_is_blamed_with_rates_and_only_where_memory_limits) {
  Prediction gathering = one_second();
  gathering.passes.front().pattern = "random";
  const ExplainedPart slower = explained(measured(2), gathering);
  EXPECT_THAT(slower.seen, HasSubstr("pattern random: 0.5 GB/s asked for, 1 GB/s predicted"));

  gathering.passes.front().items = 64;
  EXPECT_EQ(explained(measured(2), gathering).wrong, Term::occupancy) << "it has a figure";

  gathering.passes.front().items = 1U << 20U;
  gathering.passes.front().cost.movement = Seconds{0.1};
  gathering.passes.front().cost.latency = Seconds{0.4};
  const ExplainedPart untold = explained(measured(2), gathering);
  EXPECT_EQ(untold.wrong, Term::untold);
  EXPECT_THAT(untold.seen, HasSubstr("which latency was to decide; references by pattern random"));
}

TEST(Explain, nothing_is_blamed_on_rates_of_another_device) {
  Profile profile = probed_profile();
  profile.provenance.device.name = "old";
  DeviceDescription ran_on = device_at(2e9);
  ran_on.name = "new";
  const auto why = [&] { return explain_point(measured(0.5), one_second(), &profile, ran_on); };

  EXPECT_EQ(why().other_device, "measured on 'new', the profile is of 'old'");
  EXPECT_EQ(why().parts.front().wrong, Term::untold);
  ran_on.name = "old";
  EXPECT_EQ(why().other_device, "");
  EXPECT_EQ(why().parts.front().wrong, Term::level);
}

TEST(Explain, arithmetic_is_blamed_where_it_was_to_take_longest) {
  Prediction computing = one_second();
  computing.passes.front().cost.arithmetic = Seconds{1};
  computing.passes.front().cost.movement = Seconds{0.1};

  EXPECT_EQ(explained(measured(2), computing).wrong, Term::arithmetic);
}

TEST(Explain, steps_without_passes_are_transfers_and_the_rest_is_the_hosts) {
  Prediction prediction = one_second();
  prediction.transfer_in = PartPrediction{.step = "",
                                          .name = "transfer in",
                                          .calls = 1,
                                          .bytes = Bytes{1000000},
                                          .flops = {},
                                          .cost = {.time = Seconds{0.1}}};
  Point point = measured(1);
  point.steps.push_back(
      {.name = "load", .bytes = {}, .flops = {}, .time = seconds_of(0.5), .outliers = {}});
  point.whole = seconds_of(2);
  const Profile profile = probed_profile();

  const Explanation why = explain_point(point, prediction, &profile, device_at(2e9));

  ASSERT_EQ(why.parts.size(), 3U);
  EXPECT_EQ(why.parts[1].name, "transfers");
  EXPECT_EQ(why.parts[1].wrong, Term::transfers);
  EXPECT_THAT(why.parts[1].to_try, testing::Not(HasSubstr("pinned"))) << "it was used";
  EXPECT_EQ(why.parts[2].name, "host");
  EXPECT_EQ(why.parts[2].wrong, Term::host);
  EXPECT_EQ(why.point, "app N=8");
}

TEST(Explain, a_point_without_times_or_prediction_says_why) {
  Point failed = measured(1);
  failed.steps.clear();
  failed.reason = "out of memory";
  Prediction missing;
  missing.reason = "no paths";

  EXPECT_EQ(explain_point(failed, one_second(), nullptr, {}).reason, "out of memory");
  EXPECT_EQ(explain_point(measured(1), missing, nullptr, {}).reason, "no paths");
}

}  // namespace
}  // namespace plumb
