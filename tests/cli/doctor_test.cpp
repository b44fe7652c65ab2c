// tests/cli/doctor_test.cpp - plumb doctor as users meet it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::HasSubstr;

class PlumbDoctor : public PlumbProgram {};

const std::string profiles_of_tree = PLUMB_SOURCE_DIR "/profiles/";

TEST_F(PlumbDoctor, ends_with_3_where_nothing_can_be_measured) {
  const Outcome outcome =
      plumb({"doctor"}, {"PLUMB_CUDA_LIBRARY=absent.so", "PLUMB_OPENCL_LIBRARY=absent.so"});

  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.out, HasSubstr("blocking"));
  EXPECT_THAT(outcome.out, HasSubstr("install ocl-icd-libopencl1"));
}

TEST_F(PlumbDoctor, writes_its_table_as_json) {
  const Outcome outcome = plumb({"doctor", "--format", "json"});

  const Json json = parse_json(outcome.out, "output");
  EXPECT_EQ(json["schema"], "plumbline.tables/1");
  EXPECT_GT(json["tables"][0]["rows"].size(), 15U);
}

TEST_F(PlumbDoctor, judges_a_profile_by_the_shipped_one_of_its_device) {
  Json json = parse_json(read_text_file(profiles_of_tree + "h200-cuda.json"), "profile");
  const std::string same = folder + "/same.json";
  write_whole(same, to_text(json));
  for (Json& parameter : json["parameters"]) {
    if (parameter["name"] != "bandwidth.memory.read") continue;
    for (const char* member : {"value", "low", "high"})
      parameter["value"][member] = parameter["value"][member].get<double>() / 2;
  }
  const std::string slow = folder + "/slow.json";
  write_whole(slow, to_text(json));

  EXPECT_EQ(plumb({"doctor", same}).code, 0);
  const Outcome outcome = plumb({"doctor", slow, "--format", "csv"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("\"lower, worse\""));
  EXPECT_EQ(plumb({"doctor", slow, "--within", "110"}).code, 0);
}

TEST_F(PlumbDoctor, refuses_what_it_cannot_judge_in_one_line) {
  Json json = parse_json(read_text_file(profiles_of_tree + "h200-cuda.json"), "profile");
  json["provenance"]["device"]["name"] = "NVIDIA Q100";
  write_whole(folder + "/other.json", to_text(json));
  write_whole(folder + "/kind.json", R"({"schema": "plumbline.trace/1"})");

  const Outcome other = plumb({"doctor", folder + "/other.json"});
  EXPECT_EQ(other.code, 3);
  EXPECT_THAT(other.error, HasSubstr("no profile of 'NVIDIA Q100' (cuda, 132 units) comes with "
                                     "plumb; name one with -p"));
  const Outcome chosen = plumb({"doctor", folder + "/other.json", "-p", "h200-cuda"});
  EXPECT_EQ(chosen.code, 0);
  EXPECT_THAT(chosen.out, HasSubstr("the reference is of another device"));
  const Outcome kind = plumb({"doctor", folder + "/kind.json"});
  EXPECT_EQ(kind.code, 2);
  EXPECT_THAT(kind.error, HasSubstr("/schema: expected a profile or a result"));
  EXPECT_EQ(plumb({"doctor", folder + "/absent.json"}).code, 2);
  EXPECT_EQ(plumb({"doctor", "-p", "h200-cuda"}).code, 2);
}

}  // namespace
}  // namespace plumb
