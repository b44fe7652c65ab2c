// tests/study/survey_profile_test.cpp - which stored profile spares a survey its probing.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/survey_profile.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "plumb/base/json.h"
#include "plumb/study/profiles.h"
#include "plumb/study/survey_plan.h"

namespace plumb::study {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAreArray;

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

std::vector<std::string_view> names_of(const std::vector<const Probe*>& probes) {
  std::vector<std::string_view> names;
  for (const Probe* probe : probes) names.push_back(probe->name);
  return names;
}

TEST(SurveyProbes, are_the_quick_ones_and_begin_with_what_a_survey_needs) {
  const std::vector<std::string_view> names = names_of(survey_probes());

  EXPECT_THAT(names, UnorderedElementsAreArray(names_of(chosen_probes({}, false))));
  EXPECT_THAT(std::vector(names.begin(), names.begin() + 6),
              ElementsAre("launch", "latency", "bandwidth", "elements", "patterns", "compute"));
}

// What the first probes find is enough for the model of this project; without one it abstains.
TEST(SurveyProbes, the_first_ones_are_enough_for_predictions) {
  const auto predicted = [&](const std::vector<std::string_view>& found) {
    const auto is_missing = [&](const auto& item) {
      const std::string_view name = item.name;
      return std::ranges::find(found, name.substr(0, name.find('.'))) == found.end();
    };
    Profile part = find_profile("h200-cuda");
    std::erase_if(part.parameters, is_missing);
    std::erase_if(part.curves, is_missing);
    for (Finding& parameter : part.parameters)  // making large points takes time
      if (parameter.name.starts_with("capacity."))
        parameter.value = scaled(parameter.value, 1.0 / 64, "B");
    const SurveyPlan plan = plan_survey(surveyed_device(part), &part, Seconds{60}, Seconds{36});
    return std::ranges::count_if(plan.points, [](const SurveyPoint& point) {
      return std::ranges::any_of(point.planned.predicted->predictions, [](const Prediction& one) {
        return one.model == "plumbline" && one.reason.empty();
      });
    });
  };

  EXPECT_GT(
      predicted({"launch", "latency", "capacity", "bandwidth", "elements", "patterns", "compute"}),
      10);
  EXPECT_EQ(predicted({"launch", "latency", "capacity", "bandwidth", "patterns", "compute"}), 0);
}

TEST(PaceOfProbing, is_less_where_time_is_short_and_never_none) {
  EXPECT_DOUBLE_EQ(pace_of_probing(Seconds{120}), 1);
  EXPECT_DOUBLE_EQ(pace_of_probing(Seconds{24}), 0.4);
  EXPECT_DOUBLE_EQ(pace_of_probing(Seconds{1}), 0.2);
}

}  // namespace
}  // namespace plumb::study
