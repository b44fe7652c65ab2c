// tests/model/waits_test.cpp - waits of a trace are ranked and put down to levels.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/waits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plumb {
namespace {

using ::testing::HasSubstr;

Profile profile_with_levels() {
  Profile profile;
  const auto add = [&](const char* name, double cycles) {
    profile.parameters.push_back({.name = name,
                                  .value = quantity_of(std::vector{cycles}, "cycles"),
                                  .method = {},
                                  .note = {}});
  };
  add("latency.level1.cycles", 34);
  add("latency.level2.cycles", 280);
  add("latency.memory.cycles", 700);
  return profile;
}

TracedStamp stamped(const char* kernel, std::vector<double> cycles,
                    AccessKind access = AccessKind::load) {
  TracedStamp stamp;
  stamp.certificate.stamp.kernel = kernel;
  stamp.certificate.stamp.access = access;
  stamp.certificate.stamp.space = MemorySpace::global;
  stamp.certificate.stamp.opcode = "ld.global.f32";
  stamp.certificate.stamp.ptx_line = 7;
  stamp.certificate.verdict = CertificateVerdict::certified;
  if (!cycles.empty()) stamp.time = quantity_of(cycles, "cycles");
  return stamp;
}

TEST(Waits, the_largest_share_comes_first_and_levels_are_named_by_their_latency) {
  TracedPoint traced;
  traced.stamps = {stamped("near", {36, 36}), stamped("far", {690, 710, 700}),
                   stamped("full", {2000, 2000, 2000})};
  const Profile profile = profile_with_levels();

  const std::vector<StampedWait> waits = waits_of(traced, &profile);

  ASSERT_EQ(waits.size(), 3U);
  EXPECT_EQ(waits[0].kernel, "full");
  EXPECT_NEAR(waits[0].share, 6000.0 / 8172, 1e-12);
  EXPECT_EQ(waits[0].level, "memory");
  EXPECT_THAT(waits[0].to_try, HasSubstr("queue"));
  EXPECT_EQ(waits[1].level, "memory");
  EXPECT_EQ(waits[1].idle_cycles, 700);
  EXPECT_THAT(waits[1].to_try, HasSubstr("in flight"));
  EXPECT_EQ(waits[2].level, "the cache of level 1");
  EXPECT_EQ(waits[2].place, "line 7 of the PTX");
}

TEST(Waits, a_record_counts_for_the_accesses_that_it_stands_for) {
  TracedPoint traced;
  traced.stamps = {stamped("small", {100, 100, 100}), stamped("large", {100, 100}),
                   stamped("both", {100, 100})};
  traced.stamps[0].weights = {1};
  traced.stamps[1].weights = {64};
  traced.stamps[2].weights = {1, 64};

  const std::vector<StampedWait> waits = waits_of(traced, nullptr);

  ASSERT_EQ(waits.size(), 3U);
  EXPECT_EQ(waits[0].kernel, "large");
  EXPECT_NEAR(waits[0].share, 128.0 / 196, 1e-12);
  EXPECT_EQ(waits[1].kernel, "both");
  EXPECT_NEAR(waits[2].share, 3.0 / 196, 1e-12);
}

TEST(Waits, what_was_not_certified_or_never_ran_is_left_out) {
  TracedPoint traced;
  traced.stamps = {stamped("refused", {700}), stamped("idle", {})};
  traced.stamps[0].certificate.verdict = CertificateVerdict::not_certified;

  EXPECT_TRUE(waits_of(traced, nullptr).empty());
}

TEST(Waits, no_level_without_a_profile_and_none_of_barriers) {
  TracedPoint traced;
  traced.stamps = {stamped("load", {700}), stamped("sync", {900}, AccessKind::barrier)};
  const Profile profile = profile_with_levels();

  for (const StampedWait& wait : waits_of(traced, nullptr)) EXPECT_TRUE(wait.level.empty());
  const std::vector<StampedWait> waits = waits_of(traced, &profile);
  EXPECT_EQ(waits[0].kernel, "sync");
  EXPECT_TRUE(waits[0].level.empty());
  EXPECT_THAT(waits[0].to_try, HasSubstr("barriers"));
}

}  // namespace
}  // namespace plumb
