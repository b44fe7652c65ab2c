// tests/cli/queues_test.cpp - the examples with several queues and devices, as a user runs them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "plumb/records/result.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::HasSubstr;

class PlumbQueues : public PlumbProgram {
 protected:
  void SetUp() override {
    PlumbProgram::SetUp();
    if (device::find_devices().devices.empty())
      GTEST_SKIP() << "no device on this machine; scripts/setup installs PoCL";
  }
  static std::string example(const std::string& name) {
    return std::string(PLUMB_SOURCE_DIR) + "/docs/applications/" + name;
  }
  Outcome run(const std::string& name, const std::string& devices, const std::string& path) {
    return plumb({"run", example(name), "-d", devices, "--n", "10007", "--min-samples", "2",
                  "--max-samples", "2", "--min-time", "0s", "--max-noise", "1e9", "-o", path});
  }
  static Result result_at(const std::string& path) {
    const Json json = parse_json(read_text_file(path), path);
    return result_from_json(JsonView(json, path));
  }
};

TEST_F(PlumbQueues, a_transfer_hides_behind_a_kernel) {
  const std::string path = folder + "/overlap.json";

  const Outcome outcome = run("overlap.toml", "0", path);

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("work on second"));
  const Result result = result_at(path);
  ASSERT_EQ(result.points.size(), 1U);
  EXPECT_TRUE(result.points[0].verification.checked);
  EXPECT_EQ(result.points[0].steps.size(), 4U);  // counting what is wrong is not timed
  EXPECT_TRUE(result.further_devices.empty());
}

TEST_F(PlumbQueues, a_device_that_the_program_does_not_use_is_not_recorded) {
  const std::string path = folder + "/result.json";
  const Outcome outcome = run("overlap.toml", "0,0", path);

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  const Json json = parse_json(read_text_file(path), path);
  EXPECT_TRUE(result_from_json(JsonView(json, path)).further_devices.empty());
}

TEST_F(PlumbQueues, a_program_runs_on_two_devices) {
  const std::string path = folder + "/two.json";

  const Outcome outcome = run("two_devices.toml", "0,0", path);

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  const Result result = result_at(path);
  EXPECT_TRUE(result.points.at(0).verification.checked);
  EXPECT_EQ(result.points[0].steps.size(), 3U);  // restoring and checking are not timed
  ASSERT_EQ(result.further_devices.size(), 1U);
  EXPECT_EQ(result.further_devices[0].name, result.provenance.device.name);
}

TEST_F(PlumbQueues, a_device_that_is_missing_is_named) {
  const Outcome one = run("two_devices.toml", "0", folder + "/one.json");
  EXPECT_EQ(one.code, 2);
  EXPECT_THAT(
      one.error,
      HasSubstr("'two_devices' runs on 2 devices and 1 is given; name them all: --device A,B"));

  const Outcome empty = run("two_devices.toml", "0,", folder + "/empty.json");
  EXPECT_EQ(empty.code, 2);
  EXPECT_THAT(empty.error, HasSubstr("a device is missing beside a comma"));

  const Outcome unknown = run("two_devices.toml", "0,nowhere", folder + "/unknown.json");
  EXPECT_EQ(unknown.code, 3);
  EXPECT_THAT(unknown.error, HasSubstr("nowhere"));
}

}  // namespace
}  // namespace plumb
