// tests/cli/compare_test.cpp - plumb compare and plumb export as users and CI meet them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/records/measured_run.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string compared_files = PLUMB_SOURCE_DIR "/tests/golden/compare/";

class PlumbCompare : public PlumbProgram {
 protected:
  // A file of Google Benchmark with these benchmarks, each of one repetition.
  std::string google_file(const std::string& name, const std::vector<std::string>& benchmarks,
                          double nanoseconds) {
    Json json = {{"context", Json::object()}, {"benchmarks", Json::array()}};
    for (const std::string& benchmark : benchmarks) {
      json["benchmarks"].push_back({{"name", benchmark}, {"real_time", nanoseconds}});
      nanoseconds *= 1.0001;
    }
    write_whole(folder + "/" + name, to_text(json));
    return folder + "/" + name;
  }
};

class PlumbCompareOnDevice : public PlumbOnDevice {};

TEST_F(PlumbCompare, ends_with_1_only_where_the_rule_is_met) {
  const std::vector<std::string> sides{"compare", compared_files + "runs_a",
                                       compared_files + "runs_b", "--fail-on"};
  const auto with = [&](const std::string& rule) {
    std::vector<std::string> words = sides;
    words.push_back(rule);
    return plumb(words);
  };

  const Outcome slower = with("slower:3%");
  EXPECT_EQ(slower.code, 1);
  EXPECT_THAT(slower.error, HasSubstr("runs_b: 1 step is slower by more than 3 %"));
  EXPECT_THAT(slower.out, HasSubstr("Mann-Whitney"));
  EXPECT_EQ(with("slower:6%").code, 0);
  EXPECT_EQ(with("never").code, 0);
  EXPECT_EQ(with("missing").code, 0);
  EXPECT_EQ(plumb({"compare", sides[1], sides[2]}).code, 1);
  EXPECT_EQ(plumb({"compare", sides[2], sides[1]}).code, 0);
}

TEST_F(PlumbCompare, shows_names_from_files_without_their_control_characters) {
  const std::vector<std::string> hostile{"\x1b[2Jcleared", "two\nlines", "| a | b |", "\"x\",=1+1"};
  const std::string first = google_file("a.json", hostile, 10);
  const std::string second = google_file("b.json", hostile, 11);

  for (const char* format : {"text", "md", "csv", "json"}) {
    const Outcome outcome = plumb({"compare", first, second, "--format", format});
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_THAT(outcome.out, Not(HasSubstr("\x1b"))) << format;
    EXPECT_THAT(outcome.out, HasSubstr("ambiguous")) << format;
  }
}

TEST_F(PlumbCompare, takes_files_with_thousands_of_points) {
  std::vector<std::string> names;
  for (int i = 0; i < 5000; ++i) names.push_back(fmt::format("benchmark/{}", i));
  const std::string first = google_file("a.json", names, 10);
  std::ranges::reverse(names);
  const std::string second = google_file("b.json", names, 10);

  const Outcome outcome =
      plumb({"compare", first, second, "--format", "csv", "--fail-on", "never"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 5001);
}

TEST_F(PlumbCompare, refuses_a_copy_of_the_same_run) {
  const std::string copy = folder + "/copy.json";
  std::filesystem::copy_file(compared_files + "before.json", copy);

  const Outcome outcome = plumb({"compare", compared_files + "before.json", copy});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("hold the same run; compare needs separate runs"));
}

TEST_F(PlumbCompareOnDevice, compares_what_run_wrote_and_what_export_made_of_it) {
  const std::vector<std::string> measure{
      "run",           "stream", "--elements",    "1Ki", "--operation", "copy", "--min-time", "0s",
      "--min-samples", "6",      "--max-samples", "6",   "--max-noise", "100",  "-q",         "-o"};
  for (const char* name : {"/a.json", "/b.json"}) {
    std::vector<std::string> words = measure;
    words.push_back(folder + name);
    const Outcome outcome = plumb(words);
    ASSERT_EQ(outcome.code, 0) << outcome.error;
    ASSERT_EQ(plumb({"export", folder + name, "-o", folder + name + ".gb"}).code, 0);
  }

  const Outcome results =
      plumb({"compare", folder + "/a.json", folder + "/b.json", "--fail-on", "never"});
  const Outcome exported =
      plumb({"compare", folder + "/a.json.gb", folder + "/b.json.gb", "--fail-on", "never"});

  EXPECT_EQ(results.code, 0) << results.error;
  EXPECT_THAT(results.out, HasSubstr("Student"));
  EXPECT_EQ(exported.code, 0) << exported.error;
  EXPECT_THAT(exported.out, HasSubstr("stream/variant:"));
}

TEST_F(PlumbCompareOnDevice, prints_a_run_in_the_form_of_google_benchmark) {
  const Outcome outcome =
      plumb({"run", "stream", "--elements", "1Ki", "--operation", "copy", "--min-time", "0s",
             "--min-samples", "6", "--max-noise", "1000", "--format", "google-benchmark", "-q"});

  ASSERT_EQ(outcome.code, 0) << outcome.error;
  const Json json = parse_json(outcome.out, "output");
  const MeasuredRun run = measured_run_from_json(JsonView(json, "output"), "output");
  ASSERT_EQ(run.steps.size(), 2U);
  EXPECT_GE(run.steps.front().samples.size(), 6U);
  EXPECT_THAT(run.program, StartsWith("Google Benchmark plumb "));
}

TEST_F(PlumbCompareOnDevice, refuses_an_unknown_format_before_anything_runs) {
  const Outcome outcome = plumb({"run", "stream", "--format", "google-bench"});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("unknown format 'google-bench'; known are text, csv, md, "
                                       "json, google-benchmark; did you mean"));
}

}  // namespace
}  // namespace plumb
