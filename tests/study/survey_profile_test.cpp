// tests/study/survey_profile_test.cpp - which stored profile spares a survey its probing.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/survey_profile.h"

#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "plumb/base/json.h"
#include "plumb/study/profiles.h"

namespace plumb::study {
namespace {

// The user's folder for data is one of the test's own.
class FreshProfile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = (std::filesystem::temp_directory_path() / fmt::format("plumb_fresh_{}", ::getpid()))
                  .string();
    ::setenv("XDG_DATA_HOME", folder_.c_str(), 1);
    std::filesystem::create_directories(user_profile_folder());
    profile_ = find_profile("pocl-aarch64");
    profile_.provenance.host = describe_host();
    profile_.provenance.time = utc_time();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // Stored in the user's folder: is it taken for its device?
  [[nodiscard]] bool is_taken(const DeviceDescription& device) const {
    write_whole(user_profile_folder() + "/mine.json", to_text(to_json(profile_)));
    return fresh_profile(device).has_value();
  }

  Profile profile_;

 private:
  std::string folder_;
};

TEST_F(FreshProfile, is_one_of_this_host_driver_and_device_that_is_young) {
  EXPECT_TRUE(is_taken(profile_.provenance.device));
}

TEST_F(FreshProfile, is_not_one_that_is_old) {
  profile_.provenance.time = "2008-05-14T09:30:00Z";
  EXPECT_FALSE(is_taken(profile_.provenance.device));
}

TEST_F(FreshProfile, is_not_one_of_another_host_driver_or_device) {
  DeviceDescription other = profile_.provenance.device;
  other.driver = "another driver";
  EXPECT_FALSE(is_taken(other));
  other = profile_.provenance.device;
  other.name = "another device";
  EXPECT_FALSE(is_taken(other));
  profile_.provenance.host.name = "another host";
  EXPECT_FALSE(is_taken(profile_.provenance.device));
}

TEST_F(FreshProfile, is_never_one_that_comes_with_the_program) {
  EXPECT_FALSE(fresh_profile(profile_.provenance.device));
}

}  // namespace
}  // namespace plumb::study
