// tests/model/ablation_test.cpp - a profile that leaves a term out: its costs vanish, no other
// comes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/accuracy/ablation.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/base/json.h"
#include "plumb/model/predict.h"

namespace plumb {
namespace {

Profile probed_on(const std::string& name) {
  const std::string path = std::string(PLUMB_SOURCE_DIR) + "/profiles/" + name + ".json";
  const Json json = parse_json(read_text_file(path), path);
  return profile_from_json(JsonView(json, path));
}

Profile without(const std::string& term, const Profile& profile) {
  std::vector<bench::LeftOut> all = bench::without_each(profile);
  const auto found = std::ranges::find(all, term, &bench::LeftOut::term);
  EXPECT_NE(found, all.end()) << term;
  return found == all.end() ? profile : found->profile;
}

// Of one launch that waits so often.
double time_with(const Profile& profile, double barriers, double cluster_barriers) {
  Launch launch;
  launch.kernel = "k";
  launch.global = {1U << 20U, 1, 1};
  launch.local = {256, 1, 1};
  launch.pass = {.name = "p",
                 .points = 1U << 20U,
                 .accesses = {{}},
                 .barriers = barriers,
                 .cluster_barriers = cluster_barriers};
  Program program;
  program.steps = {{"p", launch}};
  const PredictedPoint point = predict(profile, program, {.models = {"plumbline"}, .paths = {}});
  EXPECT_EQ(point.predictions.front().reason, "");
  return point.predictions.front().total().count();
}

void expect_none(const Profile& profile) {
  const Profile ablated = without("barriers", profile);

  const double none = time_with(profile, 0, 0);

  EXPECT_NEAR(time_with(ablated, 0, 0), none, 1e-9 * none) << profile.name;
  EXPECT_GT(time_with(profile, 100, 0), 1.01 * none) << profile.name;
  EXPECT_NEAR(time_with(ablated, 100, 0), none, 1e-9 * none) << profile.name;
  EXPECT_NEAR(time_with(ablated, 100, 100), none, 1e-9 * none) << profile.name;
}

TEST(Ablation, without_barriers_those_of_clusters_take_no_time_either) {
  for (const char* name : {"h200-cuda", "h200-opencl"}) expect_none(probed_on(name));
}

TEST(Ablation, without_barriers_loads_do_not_stand_for_those_that_no_probe_found) {
  Profile profile = probed_on("h200-cuda");
  std::erase_if(profile.parameters,
                [](const Finding& one) { return one.name == "barrier.cluster.time"; });
  const double none = time_with(profile, 0, 0);
  EXPECT_GT(time_with(profile, 0, 100), 1.01 * none);
  expect_none(profile);

  std::erase_if(profile.parameters,
                [](const Finding& one) { return one.name.starts_with("barrier."); });
  expect_none(profile);
}

TEST(Ablation, without_chains_barriers_of_clusters_that_no_probe_found_are_predicted) {
  const Profile ablated = without("chains", probed_on("h200-opencl"));

  EXPECT_TRUE(std::isfinite(time_with(ablated, 0, 10)));
}

}  // namespace
}  // namespace plumb
