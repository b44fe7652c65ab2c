// tests/study/tunings_test.cpp - the files that tunings are kept in.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/tunings.h"

#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace plumb::study {
namespace {

class Tunings : public testing::Test {
 protected:
  void SetUp() override {
    folder = (std::filesystem::temp_directory_path() / fmt::format("plumb_tunings_{}", ::getpid()))
                 .string();
    ::setenv("XDG_DATA_HOME", folder.c_str(), 1);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  // Of a morphology with this element on a device that is not here.
  static Tuning tuning_for(const std::string& element) {
    Tuning tuning;
    tuning.provenance.device.backend = "cuda";
    tuning.provenance.device.name = "Some GPU";
    tuning.workload = "morphology";
    tuning.problem = {{"size", "64x64"}, {"element", element}};
    tuning.settings = {{"variant", "one_pass"}};
    tuning.rate = 1;
    tuning.unit = "B/s";
    return tuning;
  }
  static std::string kept_name(const std::string& element) {
    return std::filesystem::path(keep_tuning(tuning_for(element))).filename().string();
  }

  std::string folder;
};

TEST_F(Tunings, a_shape_stands_in_the_name_as_it_is) {
  EXPECT_EQ(kept_name("disc"), "morphology-cuda-Some-GPU-64x64-disc.json");
}

TEST_F(Tunings, of_a_path_the_last_part_and_a_number_stand_in_the_name) {
  const std::string deep = "/" + std::string(300, 'd') + "/ring.txt";

  const std::string name = kept_name(deep);
  const std::string other = kept_name("elsewhere/ring.txt");

  EXPECT_THAT(name,
              testing::MatchesRegex("morphology-cuda-Some-GPU-64x64-ring-txt-[0-9a-f]+.json"));
  EXPECT_THAT(name, testing::SizeIs(testing::Lt(80U)));
  EXPECT_NE(name, other);
  const auto found =
      tuning_of(tuning_for(deep).provenance.device, "morphology", tuning_for(deep).problem);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->problem, tuning_for(deep).problem);
}

}  // namespace
}  // namespace plumb::study
