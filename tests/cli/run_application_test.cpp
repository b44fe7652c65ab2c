// tests/cli/run_application_test.cpp - plumb run with application files: what its tables answer.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/application/application.h"
#include "plumb/records/result.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// Halves n numbers until they are below 1.
const std::string halving = R"(
name = "halving"
[parameters]
n = 64
rounds = 100
[[buffer]]
name = "x"
type = "short"
count = "n"
fill = 1024
transfer = "both"
[loop.halve]
until = "x[0] < 1"
expected = 3
limit = "rounds"
[[pass]]
name = "halve"
loop = "halve"
points = "n"
references = 2
bytes = 2
flops = 1
kernel = "halve"
[kernel.halve]
file = "halve.cl"
entry = "halving_step"
global = ["n"]
arguments = ["x"]
[[source]]
name = "halve.cl"
text = "__kernel void halving_step(__global short* x) { x[get_global_id(0)] /= 2; }"
)";

class RunApplication : public PlumbOnDevice {
 protected:
  void SetUp() override {
    PlumbOnDevice::SetUp();
    path = folder + "/halving.toml";
    if (!IsSkipped()) write_whole(path, halving);
  }
  Outcome run(std::vector<std::string> words) {
    words.insert(words.begin(), {"run", path});
    for (const char* word :
         {"--min-time", "0s", "--min-samples", "3", "--max-samples", "3", "--max-noise", "1000"})
      words.emplace_back(word);
    return plumb(words, {"XDG_DATA_HOME=" + folder});
  }
  std::string path;
};

TEST_F(RunApplication, is_measured_where_the_profile_has_no_paths_for_its_elements) {
  const Outcome outcome = run({"-p", "g80"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("not checked"), HasSubstr("measured and predicted"),
                                 HasSubstr("missing: profile 'g80' has no paths for elements of "
                                           "type 'short'; choose one with --paths")));
}

TEST_F(RunApplication, is_measured_where_a_model_that_was_named_lacks_a_parameter) {
  const Outcome outcome = run({"-p", "g80", "--paths", "float", "--model", "roofline"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("roofline missing: profile 'g80' has no peak flops"));
}

TEST_F(RunApplication, is_measured_where_a_profile_of_the_user_cannot_be_read) {
  std::filesystem::create_directories(folder + "/plumbline/profiles");
  write_whole(folder + "/plumbline/profiles/broken.json", "{");

  const Outcome outcome = run({"--predict"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("not checked"), HasSubstr("missing: looking for a profile of")));
}

TEST_F(RunApplication, is_refused_where_paths_or_models_are_mistyped) {
  const Outcome paths = run({"-p", "g80", "--paths", "flaot"});
  const Outcome model = run({"-p", "g80", "--model", "ito"});

  EXPECT_EQ(paths.code, 2);
  EXPECT_THAT(paths.error, HasSubstr("no paths 'flaot'"));
  EXPECT_EQ(model.code, 2);
  EXPECT_THAT(model.error, HasSubstr("unknown model 'ito'"));
  EXPECT_EQ(paths.out + model.out, "");
}

TEST_F(RunApplication, shows_the_rounds_of_its_loop_and_predicts_with_them) {
  const std::string record = folder + "/result.json";
  const Outcome outcome =
      run({"-p", "g80", "--paths", "float", "--model", "ito2007", "-o", record});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("rounds"),
                    HasSubstr("predicted with the rounds that were executed (halve 11); with those "
                              "expected (halve 3): ito2007 T 0."),
                    HasSubstr("T (host time)")));
  const Json json = parse_json(read_text_file(record), record);
  const Point point = result_from_json(JsonView(json, record)).points.at(0);
  EXPECT_EQ(point.steps.at(1).loops.at(0).rounds.value, 11);
}

TEST_F(RunApplication, is_unreliable_where_any_row_is_noisy_verified_or_not) {
  std::vector<std::string> words{"run",           path, "--min-time",  "0s", "--min-samples", "5",
                                 "--max-samples", "5",  "--max-noise", "0",  "--strict"};

  const Outcome outcome = plumb(words);

  EXPECT_EQ(outcome.code, 4) << outcome.out;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("whole (host time)"), HasSubstr("not checked, noisy"),
                                 HasSubstr("% of the whole after 5 samples (limit 0 %)")));
}

TEST_F(RunApplication, says_of_several_points_which_table_is_about_which) {
  const Outcome outcome = run({"--n", "64,128", "-p", "g80", "--paths", "float"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("halving, n 64: measured and predicted"),
                                 HasSubstr("halving, n 128: measured and predicted")));
}

TEST_F(RunApplication, says_of_several_points_which_one_failed) {
  const Outcome outcome = run({"--n", "64,0.5"});
  const Outcome endless = run({"--n", "64,128", "--set", "rounds=5,100"});

  EXPECT_EQ(outcome.code, 2) << "an application that refuses is reported before anything runs";
  EXPECT_EQ(endless.code, 1);
  EXPECT_THAT(endless.error, HasSubstr("halving.toml rounds=5 n=128: 'halving' on "));
  EXPECT_THAT(endless.out, HasSubstr("n 128, rounds 5: error: "));
}

TEST_F(PlumbOnDevice, one_bad_point_among_several_is_named_and_nothing_runs) {
  write_whole(folder + "/app.toml",
              "name = 'app'\n[parameters]\nn = 4\nm = 1\n[[buffer]]\nname = 'x'\n"
              "type = 'float'\ncount = 'n'\n[[pass]]\nname = 'p'\npoints = 'n'\n"
              "references = 1\nbytes = 4\nrepeat = 'm'\n");
  const Outcome outcome =
      plumb({"run", folder + "/app.toml", "--n", "4,0", "--m", "1,2", "-o", folder + "/r.json"});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("n=0 m=1: "));
  EXPECT_FALSE(std::filesystem::exists(folder + "/r.json"));
}

class DocumentedPrograms : public PlumbOnDevice {
 protected:
  // One of docs/applications.
  Result run_once(const std::string& name, const std::string& sizes) {
    const std::string record = folder + "/" + name + ".json";
    const Outcome outcome =
        plumb({"run", std::string(PLUMB_SOURCE_DIR "/docs/applications/") + name + ".toml", "--n",
               sizes, "--min-samples", "1", "--max-samples", "1", "--min-time", "0s", "--warm-up",
               "0", "--max-noise", "1e9", "-q", "-o", record});
    EXPECT_EQ(outcome.code, 0) << name << ": " << outcome.error;
    const Json json = parse_json(read_text_file(record), record);
    return result_from_json(JsonView(json, record));
  }
};

TEST_F(DocumentedPrograms, are_right_at_every_size) {
  for (const char* name : {"gather", "bitonic", "norm", "rod"}) {
    const Result result = run_once(name, "1,2,3,127,129,4096,10007");

    ASSERT_EQ(result.points.size(), 7U);
    for (const Point& point : result.points) EXPECT_TRUE(point.verification.checked) << name;
  }
}

TEST_F(DocumentedPrograms, take_as_many_rounds_as_they_expect) {
  const Program rod =
      read_application_file(PLUMB_SOURCE_DIR "/docs/applications/rod.toml").program();
  const auto loop =
      std::ranges::find_if(rod.steps, [](const Step& step) { return step.name == "solve"; });
  ASSERT_NE(loop, rod.steps.end());

  const Result result = run_once("rod", "127,4096");

  ASSERT_EQ(result.points.size(), 2U);
  for (const Point& point : result.points)
    EXPECT_EQ(point.steps.at(0).loops.at(0).rounds.value,
              static_cast<double>(std::get<Until>(loop->action).expected));
}

}  // namespace
}  // namespace plumb
