// tests/cli/bad_profile_test.cpp - profiles that lack what a prediction needs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/base/json.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

class PlumbBadProfile : public PlumbProgram {
 protected:
  static Json h200() {
    const std::string path = PLUMB_SOURCE_DIR "/profiles/h200-cuda.json";
    return parse_json(read_text_file(path), path);
  }
  std::string written(const Json& profile) {
    write_whole(folder + "/profile.json", profile.dump());
    return folder + "/profile.json";
  }
  // The profile without the parameters or curves whose names begin so.
  std::string without(const std::string& start) {
    Json profile = h200();
    for (const char* list : {"parameters", "curves"}) {
      Json kept = Json::array();
      for (const Json& each : profile[list]) {
        if (!each["name"].get<std::string>().starts_with(start)) kept.push_back(each);
      }
      profile[list] = kept;
    }
    return written(profile);
  }
  Outcome predict(const std::string& profile, std::vector<std::string> further = {}) {
    std::vector<std::string> words{"predict", "gaussian", "--form", "sequence", "-p", profile};
    words.insert(words.end(), further.begin(), further.end());
    return plumb(words);
  }
};

TEST_F(PlumbBadProfile, a_time_below_zero_is_refused_in_one_line) {
  Json profile = h200();
  for (Json& each : profile["parameters"]) {
    if (each["name"] == "launch.gap") each["value"]["value"] = -1;
  }

  const Outcome outcome = predict(written(profile));

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("/value: 'launch.gap' is -1 s, which is below zero; plumb "
                                       "probe --only launch measures it again"));
}

TEST_F(PlumbBadProfile, what_it_lacks_is_named_with_the_probe_that_measures_it) {
  for (const auto& [start, missing] :
       {std::pair("launch.", "launch.gap (plumb probe --only launch)"),
        std::pair("elements.", "curves elements.* (plumb probe --only elements)"),
        std::pair("transfer.", "curve transfer.in.pinned (plumb probe --only transfer)"),
        std::pair("compute.", "compute.fma.f32.throughput (plumb probe --only compute)")}) {
    const Outcome outcome = predict(without(start), {"--model", "plumbline"});

    EXPECT_EQ(outcome.code, 2) << start;
    EXPECT_THAT(outcome.error,
                HasSubstr(std::string("has no ") + missing + ", which model 'plumbline' needs"));
    EXPECT_THAT(outcome.out, IsEmpty());
  }
}

TEST_F(PlumbBadProfile, the_other_models_go_on_and_the_reason_stands_in_the_table) {
  const Outcome outcome = predict(without("launch."), {"--against", "h200-opencl"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("has no launch.gap (plumb probe --only launch)"),
                                 HasSubstr("ito2007: limited by ")));
}

TEST_F(PlumbBadProfile, of_another_schema_is_refused_with_the_way_out) {
  for (const auto& [version, way_out] :
       {std::pair("0", "an older plumb wrote the file: make it anew with this one"),
        std::pair("2", "use the version of plumb that wrote the file, or a newer one")}) {
    Json profile = h200();
    profile["schema"] = std::string("plumbline.profile/") + version;
    const std::string path = written(profile);

    const Outcome own = predict(path);
    const Outcome rival = predict("h200-cuda", {"--against", path});

    for (const Outcome& outcome : {own, rival}) {
      EXPECT_EQ(outcome.code, 2);
      EXPECT_THAT(outcome.error,
                  AllOf(HasSubstr("expected schema 'plumbline.profile/1'"), HasSubstr(way_out)));
    }
  }
}

}  // namespace
}  // namespace plumb
