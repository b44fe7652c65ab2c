// tests/report/html/runs_test.cpp - two runs of one device in one report.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/html/runs.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "plumb/report/html/device_limits.h"
#include "plumb/report/html/sections.h"

namespace plumb {
namespace {

using testing::HasSubstr;

ReportedProfile profile_with_rate(const std::string& file, double rate) {
  ReportedProfile one{file, {}};
  one.profile.provenance.device.name = "Example";
  one.profile.provenance.device.backend = "opencl";
  one.profile.parameters = {
      {.name = "bandwidth.memory.copy", .value = exactly(rate, "B/s"), .method = {}, .note = {}}};
  return one;
}

// 1 GB in a second.
ReportedResult result_of_a_copy(const std::string& file) {
  ReportedResult one{.file = file, .result = {}};
  one.result.provenance.device.name = "Example";
  one.result.provenance.device.backend = "opencl";
  Point point;
  point.workload = "stream";
  point.whole = exactly(1, "s");
  StepResult step;
  step.name = "copy";
  step.bytes = Bytes{1000000000};
  step.time = exactly(1, "s");
  point.steps = {step};
  one.result.points = {point};
  return one;
}

ReportInputs two_runs() {
  ReportInputs inputs;
  inputs.profiles = {profile_with_rate("runs/before/profile.json", 2e9),
                     profile_with_rate("runs/after/profile.json", 4e9)};
  inputs.results = {result_of_a_copy("runs/after/stream.json"),
                    result_of_a_copy("runs/before/stream.json")};
  return inputs;
}

TEST(Runs, a_result_takes_the_profile_of_its_folder) {
  const ReportInputs inputs = two_runs();

  EXPECT_EQ(profile_of(inputs, inputs.results[0]), &inputs.profiles[1]);
  EXPECT_EQ(profile_of(inputs, inputs.results[1]), &inputs.profiles[0]);
  const std::vector<RatedPoint> rated = rated_points(inputs);
  EXPECT_EQ(rated[0].near.share, 0.25);
  EXPECT_EQ(rated[1].near.share, 0.5);
}

TEST(Runs, a_prediction_names_its_profile_before_the_folder_does) {
  ReportInputs inputs = two_runs();
  inputs.results[0].result.points[0].predicted.emplace().profile = "runs/before/profile.json";

  EXPECT_EQ(profile_of(inputs, inputs.results[0]), &inputs.profiles[0]);
}

TEST(Runs, the_last_profile_before_a_result_is_taken_where_nothing_else_tells) {
  ReportInputs inputs = two_runs();
  inputs.profiles[0].profile.provenance.time = "2008-05-14T09:30:00Z";
  inputs.profiles[1].profile.provenance.time = "2008-05-16T09:30:00Z";
  inputs.results[0].file = "elsewhere/stream.json";
  inputs.results[0].result.provenance.time = "2008-05-15T09:30:00Z";

  EXPECT_EQ(profile_of(inputs, inputs.results[0]), &inputs.profiles[0]);
  inputs.results[0].result.provenance.time = "2008-05-17T09:30:00Z";
  EXPECT_EQ(profile_of(inputs, inputs.results[0]), &inputs.profiles[1]);
}

TEST(Runs, of_one_device_are_told_apart_by_what_differs_in_their_files) {
  const ReportInputs inputs = two_runs();

  EXPECT_EQ(run_title(inputs, inputs.profiles[0]), "Example (opencl), before");
  EXPECT_EQ(run_title(inputs, inputs.results[0]), "Example (opencl), after");
  EXPECT_EQ(on_device(inputs, inputs.results[0]), " on Example (opencl), after");
  ReportInputs alone = inputs;
  alone.profiles.pop_back();
  EXPECT_EQ(run_title(alone, alone.profiles[0]), "Example (opencl)");
  EXPECT_EQ(on_device(alone, alone.results[0]), "");
}

TEST(Runs, of_the_same_file_are_counted) {
  ReportInputs inputs = two_runs();
  inputs.profiles[1].file = inputs.profiles[0].file;

  EXPECT_EQ(run_title(inputs, inputs.profiles[0]), "Example (opencl), runs/before/profile.json");
  EXPECT_EQ(run_title(inputs, inputs.profiles[1]),
            "Example (opencl), runs/before/profile.json (2)");
}

TEST(Runs, each_has_its_own_answers_and_columns) {
  const ReportInputs inputs = two_runs();
  std::vector<Json> charts;

  const std::string summary = html_section(summary_section(inputs), false, charts);
  EXPECT_THAT(summary, HasSubstr("Example (opencl), before: memory copies at 2 GB/s"));
  EXPECT_THAT(summary, HasSubstr("Example (opencl), after: memory copies at 4 GB/s"));
  EXPECT_THAT(summary, HasSubstr("on Example (opencl), before: 50.0 % of the limit of memory"));
  EXPECT_THAT(summary, HasSubstr("on Example (opencl), after: 25.0 % of the limit of memory"));
  EXPECT_THAT(html_section(beside_section(inputs), false, charts),
              HasSubstr("Example (opencl), after<tbody>"));
}

}  // namespace
}  // namespace plumb
