// tests/study/tune_test.cpp - racing the forms of every workload on a device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/tune.h"

#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "plumb/device/traits.h"
#include "plumb/report/result_tables.h"
#include "plumb/study/tunings.h"
#include "tests/device/each_device.h"
#include "tests/run/run_once.h"

namespace plumb::study {
namespace {

using testing::HasSubstr;

class Tune : public EachDevice {
 protected:
  void SetUp() override {
    EachDevice::SetUp();
    folder = (std::filesystem::temp_directory_path() / fmt::format("plumb_tune_{}", ::getpid()))
                 .string();
    ::setenv("XDG_DATA_HOME", folder.c_str(), 1);
    watch.failed = [this](const std::exception& error) { failures.push_back(explain(error)); };
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  Outcome tune(const char* name, const NamedTexts& chosen) {
    const Workload& workload = workload_named(name);
    return tune_all(*device, workload, problems_of(workload, chosen), Seconds{0}, once(), watch,
                    result, "");
  }

  std::string folder;
  Watch watch;
  std::vector<std::string> failures;
  Result result;
};
PLUMB_FOR_EACH_DEVICE(Tune);

TEST_P(Tune, every_workload_keeps_what_won_for_its_problem) {
  const std::vector<std::pair<const char*, NamedTexts>> problems{
      {"himeno", {{"size", "6x7x9"}, {"precision", "f32"}, {"iterations", "2"}}},
      {"livermore", {{"kernel", "1"}, {"span", "27"}, {"precision", "f32"}, {"data", "random"}}},
      {"stream", {{"elements", "1003"}, {"precision", "f32"}, {"operation", "copy"}}}};
  for (const auto& [name, problem] : problems) {
    result = {};
    const Outcome outcome = tune(name, problem);

    EXPECT_EQ(exit_code(outcome, result, false), 0) << name << testing::PrintToString(failures);
    ASSERT_EQ(result.points.size(), 1U) << name;
    EXPECT_TRUE(result.points.front().verification.checked);
    NamedTexts kept_for;
    for (const std::string_view each : workload_named(name).tuner.problem)
      kept_for.emplace_back(each, *text_named(result.points.front().settings, each));
    const auto kept = tuning_of(describe(device->info()), name, kept_for);
    ASSERT_TRUE(kept.has_value()) << name;
    EXPECT_EQ(kept->variant(), *text_named(result.points.front().settings, "variant"));
    EXPECT_EQ(kept->unit, std::string(name) == "stream" ? "B/s" : "flop/s");
    EXPECT_THAT(render(result_tables(result), Format::text), HasSubstr("kept in " + folder));
  }
}

TEST_P(Tune, an_interrupt_ends_it_and_keeps_nothing_of_an_unfinished_problem) {
  watch.interrupted = [] { return true; };

  const Outcome outcome = tune("stream", {{"elements", "1003"}});

  EXPECT_EQ(exit_code(outcome, result, false), 130);
  EXPECT_TRUE(result.points.empty());
  EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST_P(Tune, a_problem_that_nothing_takes_is_a_failure_with_its_reason) {
  const Outcome outcome = tune("himeno", {{"size", "16384x16384x32"}});

  EXPECT_EQ(exit_code(outcome, result, false), 2);
  ASSERT_EQ(failures.size(), 1U);
  EXPECT_THAT(failures.front(), HasSubstr("nothing can run: "));
  EXPECT_EQ(result.races.size(), 1U) << "what was tried is shown";
}

}  // namespace
}  // namespace plumb::study
