// tests/doctor/expected_values_test.cpp - lower, higher or as expected.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/doctor/expected_values.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/report/checkup_tables.h"
#include "plumb/study/profiles.h"

namespace plumb::doctor {
namespace {

using testing::HasSubstr;

Quantity around(double value, double half_width, const char* unit) {
  return {value, unit, value - half_width, value + half_width, {value}};
}

Profile with_bandwidth(double value, double half_width) {
  Profile profile;
  profile.name = "mine";
  profile.parameters = {
      {"bandwidth.memory.read", around(value, half_width, "B/s"), "made up", Confidence::sure, ""},
      {"only.here", around(1, 0, "1"), "made up", Confidence::sure, ""}};
  return profile;
}

Result stream_of_h200() {
  const std::string file = PLUMB_SOURCE_DIR "/results/stream-h200-cuda.json";
  const Json json = parse_json(read_text_file(file), file);
  return result_from_json(JsonView(json, file));
}

TEST(ExpectedValues, are_judged_by_their_intervals) {
  const Profile reference = with_bandwidth(100, 1);
  const auto agreement = [&](double value, double half_width) {
    return against_profile(with_bandwidth(value, half_width), reference, 0.1)
        .values.at(0)
        .agreement;
  };

  EXPECT_EQ(agreement(100, 1), Agreement::as_expected);
  EXPECT_EQ(agreement(111, 1), Agreement::as_expected);
  EXPECT_EQ(agreement(113, 1), Agreement::higher);
  EXPECT_EQ(agreement(113, 5), Agreement::as_expected);
  EXPECT_EQ(agreement(88, 1), Agreement::lower);
}

TEST(ExpectedValues, are_worse_by_a_lower_rate_or_a_longer_time) {
  const auto worse = [](const char* unit, Agreement agreement) {
    return is_worse({.name = "x",
                     .measured = around(1, 0, unit),
                     .expected = around(1, 0, unit),
                     .agreement = agreement});
  };

  EXPECT_TRUE(worse("B/s", Agreement::lower));
  EXPECT_FALSE(worse("B/s", Agreement::higher));
  EXPECT_TRUE(worse("s", Agreement::higher));
  EXPECT_FALSE(worse("s", Agreement::lower));
  EXPECT_FALSE(worse("B", Agreement::lower));
  EXPECT_FALSE(worse("B/s", Agreement::as_expected));
}

TEST(ExpectedValues, name_doubts_and_parameters_without_a_reference) {
  Profile reference = with_bandwidth(100, 1);
  reference.parameters.pop_back();
  reference.parameters.front().confidence = Confidence::unreliable;

  const ExpectedValues values = against_profile(with_bandwidth(100, 1), reference, 0.1);

  EXPECT_EQ(values.values.size(), 1U);
  EXPECT_EQ(values.values.front().note, "reference: unreliable");
  EXPECT_EQ(values.notes.front(), "1 parameters are not in the reference");
}

TEST(ExpectedValues, of_a_shipped_profile_against_itself_are_as_expected) {
  const Profile h200 = study::find_profile("h200-cuda");
  const auto shipped = study::shipped_profile_of(h200.provenance.device);
  ASSERT_TRUE(shipped);

  const ExpectedValues values = against_profile(h200, *shipped, 0.1);

  EXPECT_GT(values.values.size(), 100U);
  for (const ExpectedValue& value : values.values)
    EXPECT_EQ(value.agreement, Agreement::as_expected) << value.name;
}

TEST(ExpectedValues, of_a_printed_profile_are_its_paths) {
  const Profile g80 = study::find_profile("g80");

  const ExpectedValues values = against_profile(g80, g80, 0.1);

  ASSERT_FALSE(values.values.empty());
  EXPECT_THAT(values.values.front().name, testing::StartsWith("paths."));
  EXPECT_EQ(against_profile(Profile{}, g80, 0.1).notes.front(),
            "the profiles have no value in common");
}

TEST(ExpectedValues, of_a_measured_result_come_from_the_model) {
  const Result result = stream_of_h200();
  const Profile h200 = study::find_profile("h200-cuda");

  const ExpectedValues values = against_profile(result, h200, usual_model_error);

  ASSERT_FALSE(values.values.empty());
  for (const ExpectedValue& value : values.values)
    EXPECT_EQ(value.agreement, Agreement::as_expected) << value.name << " " << value.note;
}

TEST(ExpectedValues, find_a_run_that_took_twice_the_time) {
  Result result = stream_of_h200();
  for (Point& point : result.points) {
    for (StepResult& step : point.steps) step.time = scaled(step.time, 2, "s");
  }

  Profile h200 = study::find_profile("h200-cuda");
  for (const ExpectedValue& value : against_profile(result, h200, usual_model_error).values) {
    EXPECT_EQ(value.agreement, Agreement::higher) << value.name;
    EXPECT_TRUE(is_worse(value));
  }

  // A profile that has the roofs alone: more than the least possible time is not wrong.
  std::erase_if(h200.curves,
                [](const Curve& curve) { return curve.name.starts_with("elements."); });
  const ExpectedValues values = against_profile(result, h200, usual_model_error);
  for (const ExpectedValue& value : values.values) {
    EXPECT_EQ(value.agreement, Agreement::higher) << value.name;
    EXPECT_TRUE(value.is_bound);
    EXPECT_FALSE(is_worse(value));
  }
  EXPECT_THAT(render(expected_table(values), Format::text), HasSubstr("least time"));
}

TEST(ExpectedValues, of_an_unknown_workload_say_why_they_are_not_known) {
  Result result = stream_of_h200();
  for (Point& point : result.points) point.workload = "gone.toml";

  const ExpectedValues values =
      against_profile(result, study::find_profile("h200-cuda"), usual_model_error);

  for (const ExpectedValue& value : values.values) {
    EXPECT_EQ(value.agreement, Agreement::unknown);
    EXPECT_THAT(value.note, HasSubstr("gone.toml"));
  }
}

}  // namespace
}  // namespace plumb::doctor
