// tests/model/first_use_test.cpp - what the first run adds, by the sources of a program.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/first_use.h"

#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace plumb {
namespace {

Profile probed(double first, double second) {
  Profile profile;
  for (const auto& [name, value] : {std::pair("launch.first", first), {"launch.second", second}})
    profile.parameters.push_back(
        {.name = name, .value = quantity_of(std::vector{value}, "s"), .method = {}, .note = {}});
  return profile;
}

TEST(FirstUse, is_counted_for_every_source_with_its_definitions) {
  Program program;
  const Profile profile = probed(0.05, 0.01);

  EXPECT_EQ(first_use(profile, program), (FirstUse{Seconds{0.05 - 0.01}, 1}));

  program.kernels = {{"a", "x.cl", "a", {}}, {"b", "x.cl", "b", {}}};
  EXPECT_EQ(first_use(profile, program)->sources, 1U);
  program.kernels.push_back({"c", "x.cl", "a", {{"N", "2"}}});
  program.kernels.push_back({"d", "y.cl", "a", {}});
  EXPECT_EQ(first_use(profile, program), (FirstUse{Seconds{3 * (0.05 - 0.01)}, 3}));
}

TEST(FirstUse, is_never_negative_and_absent_where_it_was_not_probed) {
  EXPECT_EQ(first_use(probed(0.01, 0.05), {})->time, Seconds{});
  Profile profile = probed(0.05, 0.01);
  profile.parameters.pop_back();
  EXPECT_FALSE(first_use(profile, {}).has_value());
}

TEST(FirstUse, is_kept_in_the_record_of_a_prediction) {
  PredictedPoint point{.application = "a",
                       .settings = {},
                       .profile = "p",
                       .paths = "none",
                       .predictions = {},
                       .first_use = FirstUse{Seconds{0.25}, 3}};
  const auto read_again = [&] {
    const Json json = to_json(point);
    return predicted_point_from_json(JsonView(json, "point.json")).first_use;
  };

  EXPECT_EQ(read_again(), point.first_use);
  point.first_use.reset();
  EXPECT_FALSE(read_again().has_value());
}

}  // namespace
}  // namespace plumb
