// tests/cli/run_application_test.cpp - plumb run with application files: what its tables answer.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

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
[[buffer]]
name = "x"
type = "short"
count = "n"
fill = 1024
transfer = "both"
[loop.halve]
until = "x[0] < 1"
expected = 3
limit = 100
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

}  // namespace
}  // namespace plumb
