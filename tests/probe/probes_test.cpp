// tests/probe/probes_test.cpp - every probe runs on every device; its own checks hold.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/probe/paper.h"
#include "plumb/probe/rows.h"
#include "plumb/probe/run_probes.h"
#include "tests/device/each_device.h"

namespace plumb {
namespace {

class ProbesTest : public EachDevice {
 protected:
  // The profile of one probe, run briefly in little memory; a second round runs the same kernels.
  Profile probed(const std::string& name, bool full, Bytes memory) {
    ProbeOptions options;
    options.brief = true;
    options.rounds = 1;
    options.full = full;
    options.max_memory = memory;
    const std::string names[] = {name};
    Profile profile;
    EXPECT_TRUE(
        run_probes(*device, options, chosen_probes(names, full), profile, [](const Profile&) {}));
    return profile;
  }
};
PLUMB_FOR_EACH_DEVICE(ProbesTest);

TEST_P(ProbesTest, each_finds_something_and_nothing_fails) {
  for (const Probe& probe : all_probes()) {
    const bool large = probe.name == "paper";  // its sizes are the paper's
    const Profile profile = probed(std::string(probe.name), false, large ? 256_MiB : 8_MiB);

    bool too_busy = false;  // single samples of a busy machine may contradict each other
    for (const ProbeOutcome& outcome : profile.probes) {
      EXPECT_NE(outcome.status, ProbeStatus::failed) << outcome.probe << ": " << outcome.reason;
      too_busy = too_busy || outcome.reason.ends_with("the machine is too busy");
    }
    EXPECT_TRUE(!profile.parameters.empty() || !profile.curves.empty() || too_busy) << probe.name;
    for (const Finding& found : profile.parameters)
      EXPECT_TRUE(std::isfinite(found.value.value) && found.value.value >= 0) << found.name;
  }
}

TEST_P(ProbesTest, one_round_alone_ends_a_probe_and_makes_nothing_sure) {
  const Profile profile = probed("latency", false, 64_KiB);

  ASSERT_FALSE(profile.probes.empty());
  EXPECT_EQ(profile.probes.back().status, ProbeStatus::done) << profile.probes.back().reason;
  // Some are doubted for what the driver or the system says, too, and keep that note.
  EXPECT_TRUE(std::ranges::any_of(profile.parameters, [](const Finding& found) {
    return found.note == "found in 1 of 2 rounds";
  }));
  for (const Finding& found : profile.parameters)
    EXPECT_NE(found.confidence, Confidence::sure) << found.name;
}

// So little that an interpreter of kernels gets through (tests/checks.cmake).
TEST_P(ProbesTest, none_fails_in_little_memory) {
  for (const Probe& probe : all_probes()) {
    const Profile profile = probed(std::string(probe.name), false, 64_KiB);
    for (const ProbeOutcome& outcome : profile.probes)
      EXPECT_NE(outcome.status, ProbeStatus::failed) << outcome.probe << ": " << outcome.reason;
  }
}

TEST_P(ProbesTest, nothing_takes_more_than_the_limit_and_what_is_released_counts_no_more) {
  const ProbeOptions options{.max_memory = 10_KiB};
  Probing probing(*device, options);
  const ProbeBuffer kept = probing.allocate(4_KiB);
  {
    const ProbeBuffer released = probing.allocate(6_KiB);
  }

  EXPECT_NO_THROW(probing.require_room(6_KiB));
  try {
    const ProbeBuffer more = probing.allocate(7_KiB);
    FAIL() << "more than the limit was allocated";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::unavailable);
    EXPECT_STREQ(error.what(), "it takes 11 KiB at once, more than the 10 KiB that may be used");
  }
}

// A limit that the user sets, or what others have left of a GPU.
TEST_P(ProbesTest, what_does_not_fit_is_left_out_with_its_reason) {
  for (const Bytes memory : {Bytes{1}, 1_KiB, 4_KiB, 16_KiB, 100_KiB, 1_MiB}) {
    for (const Probe& probe : all_probes()) {
      if (probe.name == "launch") continue;  // it takes 64 bytes, and time
      const Profile profile = probed(std::string(probe.name), false, memory);

      ASSERT_FALSE(profile.probes.empty()) << probe.name;
      const bool found = !profile.parameters.empty() || !profile.curves.empty();
      EXPECT_TRUE(found || profile.probes.back().status == ProbeStatus::skipped) << probe.name;
      for (const ProbeOutcome& outcome : profile.probes) {
        EXPECT_NE(outcome.status, ProbeStatus::failed)
            << outcome.probe << " in " << to_text(memory) << ": " << outcome.reason;
        EXPECT_EQ(outcome.reason.empty(), outcome.status == ProbeStatus::done) << outcome.probe;
      }
    }
  }
}

TEST_P(ProbesTest, one_that_does_not_fit_is_skipped_with_the_reason) {
  const Profile profile = probed("paper", false, 8_MiB);

  ASSERT_EQ(profile.probes.size(), 1U);
  EXPECT_EQ(profile.probes[0].status, ProbeStatus::skipped);
  EXPECT_EQ(profile.probes[0].reason, "its textures take 66 MiB, more than may be used");
  EXPECT_TRUE(profile.parameters.empty());
}

TEST(PaperPaths, come_from_the_six_numbers_and_only_where_they_are) {
  Profile profile;
  for (const std::string name : {"paper.float.B1", "paper.float.L1", "paper.float.B2",
                                 "paper.float.L2", "paper.uchar4.B1"}) {
    const bool rate = name.find(".B") != std::string::npos;
    profile.parameters.push_back(
        {.name = name,
         .value = quantity_of(std::vector{rate ? 2e9 : 3e-6}, rate ? "B/s" : "s"),
         .method = "",
         .confidence = Confidence::sure,
         .note = ""});
  }

  set_paper_paths(profile);

  ASSERT_EQ(profile.paths.size(), 1U);
  EXPECT_EQ(paths_for(profile, {Scalar::f32, 1}).name, "float");
  EXPECT_EQ(path_of(*profile.paths[0].memory).bandwidth.value, 2e9);
  EXPECT_EQ(path_of(*profile.paths[0].transfer_in).latency, Seconds{3e-6});
  EXPECT_FALSE(profile.paths[0].transfer_out.has_value());
}

TEST_P(ProbesTest, loops_along_rows_take_the_room_that_they_ask_for) {
  const Bytes room = room_of_rows(Probing(*device, ProbeOptions{}));
  const ProbeOptions options{.brief = true, .max_memory = room};
  Probing probing(*device, options);

  EXPECT_NO_THROW(add_row_rates(probing));
}

TEST_P(ProbesTest, an_interrupt_keeps_what_is_finished) {
  int asked = 0;
  ProbeOptions options;
  options.brief = true;
  options.max_memory = 8_MiB;
  options.interrupted = [&] { return ++asked > 60; };
  const std::string names[] = {"launch", "latency"};
  Profile profile;

  EXPECT_FALSE(
      run_probes(*device, options, chosen_probes(names, false), profile, [](const Profile&) {}));

  ASSERT_EQ(profile.probes.size(), 1U);  // neither has had all its rounds, and this one none
  EXPECT_EQ(profile.probes[0].probe, "latency");
  EXPECT_TRUE(has_no_round(profile.probes[0]));
  const Finding* kept = finding_named(profile, "launch.sync");
  ASSERT_NE(kept, nullptr);
  EXPECT_EQ(kept->confidence, Confidence::unreliable);
  EXPECT_EQ(kept->note, "found in 1 of 4 rounds");

  // What has no round comes first, and what has one is not called skipped.
  std::vector<std::string> order;
  options.progress = [&](const std::string& line) { order.push_back(line); };
  asked = 0;
  options.interrupted = [&] { return ++asked > 1; };
  EXPECT_FALSE(
      run_probes(*device, options, chosen_probes(names, false), profile, [](const Profile&) {}));
  ASSERT_FALSE(order.empty());
  EXPECT_THAT(order.front(), testing::StartsWith("latency"));
  EXPECT_TRUE(std::ranges::none_of(
      profile.probes, [](const ProbeOutcome& outcome) { return outcome.probe == "launch"; }));

  options.interrupted = [] { return false; };
  EXPECT_TRUE(
      run_probes(*device, options, chosen_probes(names, false), profile, [](const Profile&) {}));

  EXPECT_TRUE(std::ranges::none_of(profile.probes, has_no_round));
}

}  // namespace
}  // namespace plumb
