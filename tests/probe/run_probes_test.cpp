// tests/probe/run_probes_test.cpp - choosing probes, joining rounds, judging what they found.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/run_probes.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/probe/plausibility.h"

namespace plumb {
namespace {

Finding finding(std::string name, std::vector<double> samples, std::string unit = "s") {
  return {.name = std::move(name),
          .value = quantity_of(samples, std::move(unit)),
          .method = "m",
          .confidence = Confidence::sure,
          .note = ""};
}

std::vector<Finding> two_rounds(std::vector<Finding> first, std::vector<Finding> second) {
  const std::vector<Finding> rounds[] = {std::move(first), std::move(second)};
  return merge_rounds(rounds, 2);
}

TEST(MergeRounds, rounds_that_agree_are_sure) {
  const auto merged = two_rounds({finding("a", {1.00, 1.01})}, {finding("a", {1.02, 1.01})});

  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].confidence, Confidence::sure);
  EXPECT_EQ(merged[0].value.samples.size(), 4U);
  EXPECT_NEAR(merged[0].value.value, 1.01, 1e-12);
}

TEST(MergeRounds, rounds_that_differ_are_unreliable_and_say_by_how_much) {
  const auto merged = two_rounds({finding("a", {1.0})}, {finding("a", {1.1})});

  EXPECT_EQ(merged[0].confidence, Confidence::unreliable);
  EXPECT_EQ(merged[0].note, "rounds differ by 9.5 %");
}

TEST(MergeRounds, a_wide_interval_is_unreliable) {
  const auto merged = two_rounds({finding("a", {0.9, 1.0, 1.1})}, {finding("a", {0.9, 1.0, 1.1})});

  EXPECT_EQ(merged[0].confidence, Confidence::unreliable);
  EXPECT_EQ(merged[0].note, "noise 10.0 %");
}

TEST(MergeRounds, a_time_with_two_values_is_unreliable_even_if_its_median_is_certain) {
  std::vector<double> samples(300, 1.0);
  for (std::size_t i = 0; i < 100; ++i) samples[3 * i] = 1.3;

  const auto merged = two_rounds({finding("a", samples)}, {finding("a", samples)});

  EXPECT_EQ(merged[0].note, "samples scatter by 15.0 %");
}

TEST(MergeRounds, one_round_of_four_that_differs_is_enough_to_doubt) {
  const std::vector<Finding> rounds[] = {
      {finding("a", {1.0})}, {finding("a", {1.01})}, {finding("a", {1.0})}, {finding("a", {1.06})}};

  const auto all = merge_rounds(rounds, 4);

  EXPECT_EQ(all[0].note, "rounds differ by 6.0 %");
  EXPECT_NEAR(all[0].value.value, 1.005, 1e-12);
}

TEST(MergeRounds, what_one_round_alone_found_is_unreliable) {
  const auto merged = two_rounds({finding("a", {1.0})}, {finding("b", {1.0})});

  ASSERT_EQ(merged.size(), 2U);
  EXPECT_EQ(merged[0].note, "found in 1 of 2 rounds");
  EXPECT_EQ(merged[1].note, "found in 1 of 2 rounds");
}

TEST(ChosenProbes, unknown_names_are_refused_with_the_nearest) {
  const std::string wrong[] = {"latencey"};
  try {
    (void)chosen_probes(wrong, false);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_TRUE(std::string(error.what()).ends_with("; did you mean 'latency'?")) << error.what();
  }
}

TEST(ChosenProbes, full_is_all_and_quick_a_part_of_it) {
  EXPECT_EQ(chosen_probes({}, true).size(), all_probes().size());
  EXPECT_LE(chosen_probes({}, false).size(), all_probes().size());
  const std::string two[] = {"latency", "launch"};
  EXPECT_EQ(chosen_probes(two, false).size(), 2U);
}

TEST(RuleOfAPoint, many_points_of_a_quick_curve_share_its_time) {
  const ProbeOptions quick;

  EXPECT_EQ(rule_of_a_point(quick, 10).timeout, rule_of_a_point(quick, 1).timeout);
  EXPECT_LT(rule_of_a_point(quick, 200).timeout, rule_of_a_point(quick, 1).timeout);
  EXPECT_DOUBLE_EQ(400 * rule_of_a_point(quick, 400).timeout.count(),
                   200 * rule_of_a_point(quick, 200).timeout.count());
  EXPECT_EQ(rule_of_a_point(quick, 200).min_samples, rule_of_a_point(quick, 1).min_samples);
  const ProbeOptions full{.full = true};
  EXPECT_EQ(rule_of_a_point(full, 200).timeout, rule_of_a_point(full, 1).timeout);
}

TEST(RuleOfAPoint, a_slower_pace_has_less_time_and_as_many_samples_at_least) {
  const ProbeOptions hurried{.pace = 0.4};

  const StopRule rule = rule_of_a_point(hurried, 1);

  EXPECT_DOUBLE_EQ(rule.timeout.count(), 0.4 * rule_of_a_point({}, 1).timeout.count());
  EXPECT_LT(rule.min_time, rule_of_a_point({}, 1).min_time);
  EXPECT_EQ(rule.min_samples, rule_of_a_point({}, 1).min_samples);
}

TEST(Plausibility, a_rate_above_the_memorys_peak_is_flagged_with_the_peak) {
  Profile profile;
  profile.parameters = {finding("bandwidth.memory.read", {5e12}, "B/s"),
                        finding("bandwidth.memory.copy", {4e12}, "B/s")};
  device::Info info;
  info.peak_bandwidth = {4.814e12};

  mark_implausible(profile, info);

  EXPECT_EQ(profile.parameters[0].confidence, Confidence::implausible);
  EXPECT_EQ(profile.parameters[0].note,
            "above what the memory's clock and width allow, 4.814e+12 B/s");
  EXPECT_EQ(profile.parameters[1].confidence, Confidence::sure);
}

TEST(Plausibility, a_rate_that_no_unit_can_move_is_flagged_on_devices_without_a_known_peak) {
  Profile profile;
  profile.parameters = {finding("bandwidth.level1.read", {4.8e17}, "B/s"),
                        finding("bandwidth.level2.read", {3e12}, "B/s"),
                        finding("latency.memory.time", {1e18}, "s")};
  profile.parameters[0].confidence = Confidence::unreliable;
  device::Info info;
  info.kind = device::Kind::cpu;
  info.compute_units = 16;

  mark_implausible(profile, info);

  EXPECT_EQ(profile.parameters[0].confidence, Confidence::implausible);
  EXPECT_EQ(profile.parameters[0].note, "above what its units could move at all, 8.192e+13 B/s");
  EXPECT_EQ(profile.parameters[1].confidence, Confidence::sure);
  EXPECT_EQ(profile.parameters[2].confidence, Confidence::sure) << "not a rate";
}

TEST(Plausibility, arithmetic_that_a_compiler_left_out_is_flagged_with_the_peak) {
  Profile profile;
  profile.parameters = {finding("compute.fma.f32.throughput", {71e12}, "flop/s")};
  device::Info info;
  info.architecture = "sm_90";
  info.compute_units = 132;
  info.clock = {1.98e9};

  mark_implausible(profile, info);

  EXPECT_EQ(profile.parameters[0].confidence, Confidence::implausible);
  EXPECT_EQ(profile.parameters[0].note,
            "above what its lanes and its clock allow, 6.724e+13 flop/s");
}

TEST(Plausibility, a_first_cache_of_a_gibibyte_is_doubted_where_the_system_reports_one) {
  if (!std::filesystem::exists("/sys/devices/system/cpu/cpu0/cache/index0/size"))
    GTEST_SKIP() << "this system does not report its caches";
  Profile profile;
  profile.parameters = {finding("capacity.level1", {0x1p30}, "B")};
  device::Info info;
  info.kind = device::Kind::cpu;

  mark_implausible(profile, info);

  EXPECT_EQ(profile.parameters[0].confidence, Confidence::unreliable);
  EXPECT_THAT(profile.parameters[0].note, testing::StartsWith("the system reports "));
}

TEST(Plausibility, the_peak_is_that_of_clocks_width_and_lanes_or_absent) {
  device::Info info;
  EXPECT_FALSE(peak_of(info).bandwidth || peak_of(info).flops);
  info.peak_bandwidth = {4.814e12};
  info.architecture = "sm_90";
  info.compute_units = 132;
  info.clock = {1.98e9};

  EXPECT_EQ(peak_of(info).bandwidth->value, 4.814e12);
  EXPECT_DOUBLE_EQ(peak_of(info).flops->value, 2 * 128 * 132 * 1.98e9);
}

}  // namespace
}  // namespace plumb
