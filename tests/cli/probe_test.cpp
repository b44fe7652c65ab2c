// tests/cli/probe_test.cpp - plumb probe as users meet it: files, resuming, interrupts, refusals.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/records/profile.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class PlumbProbe : public PlumbProgram {};

class PlumbProbeOnDevice : public PlumbOnDevice {
 protected:
  Profile profile_in(const std::string& path) {
    const Json json = parse_json(read_text_file(path), path);
    return profile_from_json(JsonView(json, path));
  }

  // Why there is no result, where that is the other work on the device; otherwise empty.
  static std::string too_busy(const Profile& profile) {
    for (const ProbeOutcome& outcome : profile.probes) {
      if (outcome.reason.find("the machine is too busy") != std::string::npos)
        return outcome.reason;
    }
    return "";
  }
};

TEST_F(PlumbProbe, wrong_words_are_refused_before_a_device_is_opened) {
  Outcome outcome = plumb({"probe", "--only", "latencey"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, StartsWith("error: unknown probe 'latencey'; known are transfer, "));

  outcome = plumb({"probe", "--quick", "--full"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.error, "error: --quick and --full exclude each other\n");

  outcome = plumb({"probe", "--max-memory", "much"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.error,
            "error: --max-memory: 'much' is not a size; write 512Mi, 2Gi or bytes\n");
}

TEST_F(PlumbProbeOnDevice, a_profile_is_read_back_and_what_is_done_is_not_run_again) {
  const std::string path = folder + "/profile.json";

  Outcome outcome = plumb({"probe", "--brief", "--only", "launch", "-o", path, "-q"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_EQ(outcome.out, "");
  // On a device that others use too, launches may be too unsteady for a result at first.
  for (int more = 0; more < 10 && !too_busy(profile_in(path)).empty(); ++more) {
    outcome = plumb({"probe", "--brief", "--only", "launch", "--resume", path, "-q"});
    EXPECT_EQ(outcome.code, 0) << outcome.error;
  }
  const Profile profile = profile_in(path);
  ASSERT_NE(finding_named(profile, "launch.sync"), nullptr);
  EXPECT_GT(finding_named(profile, "launch.sync")->value.value, 0);
  ASSERT_EQ(profile.probes.size(), 1U);
  EXPECT_EQ(profile.probes[0].status, ProbeStatus::done) << profile.probes[0].reason;

  const std::string before = read_text_file(path);

  EXPECT_EQ(plumb({"probe", "--only", "launch", "--resume", path, "-q"}).code, 0);
  EXPECT_EQ(read_text_file(path), before);
}

TEST_F(PlumbProbeOnDevice, a_foreign_truncated_or_newer_profile_is_not_gone_on_with) {
  Outcome outcome = plumb({"probe", "--only", "launch", "--resume",
                           std::string(PLUMB_SOURCE_DIR) + "/profiles/g80.json"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("it is of opengl:GeForce 8800 GTX (G80)"));

  const std::string g80 = read_text_file(std::string(PLUMB_SOURCE_DIR) + "/profiles/g80.json");
  write_whole(folder + "/cut.json", g80.substr(0, g80.size() / 2));
  outcome = plumb({"probe", "--only", "launch", "--resume", folder + "/cut.json"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("cut.json:"));

  std::string newer = g80;
  newer.replace(newer.find("profile/1"), 9, "profile/2");
  write_whole(folder + "/newer.json", newer);
  outcome = plumb({"probe", "--only", "launch", "--resume", folder + "/newer.json"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("plumbline.profile/2"));
}

TEST_F(PlumbProbeOnDevice, an_interrupt_ends_it_with_130_and_keeps_what_is_finished) {
  const std::string path = folder + "/profile.json";
  const pid_t child = start(
      {"probe", "--full", "--only", "launch,latency", "--max-memory", "1Gi", "-o", path, "-q"});

  const Outcome outcome = interrupt_once_written(child, path);

  EXPECT_EQ(outcome.code, 130) << outcome.error;
  EXPECT_THAT(outcome.error, HasSubstr("interrupted; what is finished is kept"));
  EXPECT_NE(finding_named(profile_in(path), "launch.sync"), nullptr);
  EXPECT_EQ(finding_named(profile_in(path), "latency.memory.time"), nullptr);
  const std::string name = profile_in(path).name;
  const Outcome resumed = plumb({"probe", "--brief", "--only", "launch", "--resume", path, "-q"});
  EXPECT_EQ(resumed.code, 0) << resumed.error << resumed.out;
  EXPECT_EQ(profile_in(path).name, name);
}

TEST_F(PlumbProbeOnDevice, going_on_writes_where_it_is_told_and_keeps_what_it_read) {
  const std::string first = folder + "/first.json";
  const std::string second = folder + "/second.json";
  ASSERT_EQ(
      plumb({"probe", "--only", "overlap", "--brief", "--max-memory", "64Mi", "-o", first, "-q"})
          .code,
      0);
  const std::string before = read_text_file(first);
  const std::vector<std::string> going_on{"probe",        "--only", "overlap,mix", "--brief",
                                          "--max-memory", "64Mi",   "-q",          "--resume",
                                          first,          "-o"};
  const auto to = [&](const std::string& output) {
    std::vector<std::string> words = going_on;
    words.push_back(output);
    return plumb(words);
  };

  EXPECT_EQ(to(second).code, 0);
  EXPECT_EQ(read_text_file(first), before);
  const Profile profile = profile_in(second);
  EXPECT_NE(std::ranges::find(profile.curves, "mix.time", &Curve::name), profile.curves.end());

  const Outcome printed = to("-");
  EXPECT_EQ(printed.code, 0) << printed.error;
  EXPECT_EQ(parse_json(printed.out, "the output").at("schema"), "plumbline.profile/1");
  EXPECT_EQ(read_text_file(first), before);
}

TEST_F(PlumbProbeOnDevice, an_interrupt_names_the_file_to_go_on_with) {
  const std::string first = folder + "/first.json";
  const std::string second = folder + "/second.json";
  ASSERT_EQ(
      plumb({"probe", "--only", "overlap", "--brief", "--max-memory", "64Ki", "-o", first, "-q"})
          .code,
      0);
  const pid_t child = start({"probe", "--full", "--only", "contention,latency", "--max-memory",
                             "64Mi", "--resume", first, "-o", second, "-q"});

  const Outcome outcome = interrupt_once_written(child, second);

  EXPECT_EQ(outcome.code, 130) << outcome.error;
  EXPECT_THAT(outcome.error, HasSubstr("kept: go on with --resume " + second + "\n"));
}

TEST_F(PlumbProbeOnDevice, an_interrupt_before_anything_is_finished_offers_nothing_to_go_on_with) {
  const std::string path = folder + "/profile.json";
  const pid_t child = start({"probe", "--full", "--only", "latency", "-o", path, "-q"});

  const Outcome outcome = interrupt_once_caught(child);

  EXPECT_EQ(outcome.code, 130) << outcome.error;
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_THAT(outcome.error,
              HasSubstr("interrupted before the first probe was finished; nothing is kept\n"));
}

TEST_F(PlumbProbeOnDevice, too_little_memory_for_a_size_is_said_in_the_profile) {
  const std::string path = folder + "/profile.json";

  const Outcome outcome =
      plumb({"probe", "--only", "transfer", "--max-memory", "4Mi", "-o", path, "-q"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  const Profile profile = profile_in(path);
  ASSERT_EQ(profile.probes.size(), 2U);
  EXPECT_EQ(profile.probes[0].status, ProbeStatus::skipped);
  EXPECT_EQ(profile.probes[0].probe, "transfer beyond 1 MiB");
}

}  // namespace
}  // namespace plumb
