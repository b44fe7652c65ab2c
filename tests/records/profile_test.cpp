// tests/records/profile_test.cpp - profiles there and back as JSON; choosing paths; refusals.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/profile.h"

#include <limits>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/records/check_findings.h"
#include "tests/records/example_records.h"
#include "tests/records/refusal.h"

namespace plumb {
namespace {

Profile read_profile(const std::string& text) {
  const Json json = parse_json(text, "p.json");
  return profile_from_json(JsonView(json, "p.json"));
}

std::string profile_refusal(std::string_view pointer, std::string_view value) {
  Json json = to_json(example_profile());
  json[Json::json_pointer(std::string(pointer))] = parse_json(value, "value");
  return refusal([&] { return read_profile(to_text(json)); });
}

TEST(Profile, survives_writing_and_reading) {
  const Json json = to_json(example_profile());

  const Json again = to_json(read_profile(to_text(json)));

  EXPECT_EQ(again, json);
}

TEST(Profile, the_first_set_that_lists_the_type_or_any_type_is_chosen) {
  const Profile profile = example_profile();

  EXPECT_EQ(paths_for(profile, {Scalar::u8, 4}).name, "wide");
  EXPECT_EQ(paths_for(profile, {Scalar::f64, 1}).name, "any");
}

TEST(Profile, a_type_without_paths_is_refused_with_the_way_to_choose_one) {
  Profile profile = example_profile();
  profile.paths.pop_back();

  EXPECT_EQ(refusal([&] { return paths_for(profile, {Scalar::f64, 1}); }),
            "profile 'example' has no paths for elements of type 'double'; choose one with "
            "--paths; it has wide");
  EXPECT_EQ(refusal([&] { return paths_named(profile, "wid"); }),
            "profile 'example' has no paths 'wid'; it has wide; did you mean 'wide'?");
}

TEST(Profile, without_any_paths_says_how_to_get_them) {
  Profile profile;
  profile.name = "half";

  EXPECT_EQ(
      refusal([&] { return paths_for(profile, {Scalar::f32, 1}); }),
      "profile 'half' has no paths; `plumb probe --resume` with its file goes on with what is "
      "missing");
}

// The example's first parameter or curve as a probe would never find it.
std::string finding_refusal(const char* name, const char* unit, double value) {
  Profile profile = example_profile();
  profile.parameters.front().name = name;
  profile.parameters.front().value = exactly(value, unit);
  return refusal([&] { return read_profile(to_text(to_json(profile))); });
}

std::string curve_refusal(const char* name, const std::vector<CurvePoint>& points) {
  Profile profile = example_profile();
  profile.curves.front() = {.name = name, .x_name = "bytes", .x_unit = "B", .points = points};
  return refusal([&] { return read_profile(to_text(to_json(profile))); });
}

TEST(Profile, parameters_that_no_probe_finds_are_refused_with_the_probe) {
  EXPECT_EQ(finding_refusal("launch.gap", "s", -1),
            "p.json: /parameters/0/value: 'launch.gap' is -1 s, which is below zero; plumb probe "
            "--only launch measures it again");
  EXPECT_EQ(
      finding_refusal("launch.gap", "B/s", 1),
      "p.json: /parameters/0/value: 'launch.gap' is in 'B/s', and its name demands 's'; plumb "
      "probe --only launch measures it again");
  EXPECT_EQ(finding_refusal("bandwidth.memory.read", "B/s", 0),
            "p.json: /parameters/0/value: 'bandwidth.memory.read' is zero, and a rate must be "
            "larger than zero; plumb probe --only bandwidth measures it again");
  EXPECT_EQ(finding_refusal("capacity.level1", "s", 1),
            "p.json: /parameters/0/value: 'capacity.level1' is in 's', and its name demands 'B'; "
            "plumb probe --only latency measures it again");
  EXPECT_EQ(
      finding_refusal("bandwidth.private.rows", "op/s", 1),
      "p.json: /parameters/0/value: 'bandwidth.private.rows' is in 'op/s', and its name demands "
      "'B/s'; plumb probe --only compute measures it again");
}

TEST(Profile, curves_that_no_probe_finds_are_refused_with_the_probe) {
  const auto at = [](double x, double seconds) { return CurvePoint{x, exactly(seconds, "s")}; };

  EXPECT_EQ(
      curve_refusal("elements.r1w1.4B", {at(1, 1), at(2, 1), at(2, 3)}),
      "p.json: /curves/0/points/2: 'elements.r1w1.4B' has bytes 2 behind 2: it must rise from "
      "point to point; plumb probe --only elements measures it again");
  EXPECT_EQ(curve_refusal("elements.r1w1.4B", {at(1, 1)}),
            "p.json: /curves/0/points: 'elements.r1w1.4B' has one point, and nothing can be read "
            "between points; plumb probe --only elements measures it again");
  EXPECT_EQ(curve_refusal("transfer.in.pinned", {at(1, 1), at(2, -1)}),
            "p.json: /curves/0/points/1: 'transfer.in.pinned' is -1 s at bytes 2, which no probe "
            "finds; plumb probe --only transfer measures it again");
  EXPECT_EQ(curve_refusal("bandwidth.private.read", {at(1, 1), at(2, 1)}),
            "p.json: /curves/0: 'bandwidth.private.read' is in 's', and its name demands 'B/s'; "
            "plumb probe --only bandwidth measures it again");
  EXPECT_EQ(
      curve_refusal("atomic.random", {at(2, 1), at(1, 1)}),
      "p.json: /curves/0/points/1: 'atomic.random' has bytes 1 behind 2: it must rise from point "
      "to point; plumb probe --only barrier measures it again");
}

TEST(Profile, places_of_a_curve_that_are_not_finite_are_refused_by_their_name) {
  constexpr double endless = std::numeric_limits<double>::infinity();
  const Curve curve{.name = "atomic.random",
                    .x_name = "words",
                    .x_unit = "1",
                    .points = {{1, exactly(1, "s")}, {endless, exactly(1, "s")}}};
  const Json json = parse_json(R"({"points": [0, 1]})", "p.json");

  EXPECT_EQ(refusal([&] { return check_curve(curve, JsonView(json, "p.json")), 0; }),
            "p.json: /points/1: 'atomic.random' is at words inf, which is not finite; plumb probe "
            "--only barrier measures it again");
}

TEST(Profile, a_probed_profile_may_have_no_paths_yet) {
  Json json = to_json(example_profile());
  json["paths"] = Json::array();

  const Profile profile = read_profile(to_text(json));

  EXPECT_TRUE(profile.paths.empty());
  ASSERT_NE(finding_named(profile, "overlap.exponent"), nullptr);
  EXPECT_EQ(finding_named(profile, "overlap.exponent")->confidence, Confidence::unreliable);
  EXPECT_EQ(finding_named(profile, "overlap"), nullptr);
}

TEST(Profile, interrupted_before_any_probe_was_through_is_read_back) {
  Profile interrupted = example_profile();
  interrupted.paths.clear();
  interrupted.probes.clear();

  const Json json = to_json(interrupted);

  EXPECT_EQ(to_json(profile_from_json(JsonView(json, "p.json"))), json);
}

TEST(Profile, of_a_first_round_that_gave_curves_alone_is_read_back) {
  Profile interrupted = example_profile();
  interrupted.paths.clear();
  interrupted.probes.clear();
  interrupted.parameters.clear();

  const Json json = to_json(interrupted);

  ASSERT_FALSE(interrupted.curves.empty());
  EXPECT_EQ(to_json(profile_from_json(JsonView(json, "p.json"))), json);
}

TEST(Profile, findings_are_refused_by_their_place) {
  EXPECT_EQ(profile_refusal("/parameters/1/name", R"("latency.level1.time")"),
            "p.json: /parameters/1/name: 'latency.level1.time' is named twice");
  EXPECT_EQ(profile_refusal("/parameters/0/confidence", R"("sur")"),
            "p.json: /parameters/0/confidence: unknown confidence 'sur'; known "
            "are sure, unreliable, implausible; did you mean 'sure'?");
  EXPECT_EQ(profile_refusal("/curves/0/y_unit", R"("m")"),
            "p.json: /curves/0/y_unit: unknown unit 'm'; known are B, s, B/s, flop, flop/s, "
            "op/s, Hz, cycles, 1");
}

TEST(Profile, a_rate_of_zero_a_negative_latency_or_a_wrong_unit_is_refused_by_its_place) {
  EXPECT_EQ(profile_refusal("/paths/0/memory/bandwidth/value", "0"),
            "p.json: /paths/0/memory/bandwidth/value: a rate must be larger than zero");
  EXPECT_EQ(profile_refusal("/paths/0/memory/latency/value", "-1"),
            "p.json: /paths/0/memory/latency/value: a latency must be zero or larger");
  EXPECT_EQ(profile_refusal("/peak/flops/unit", R"("B/s")"),
            "p.json: /peak/flops/unit: expected 'flop/s', found 'B/s'");
}

TEST(Profile, a_foreign_document_unknown_members_and_repeated_names_are_refused) {
  EXPECT_EQ(refusal([] { return read_profile(to_text(to_json(example_result()))); }),
            "p.json: /: expected schema 'plumbline.profile/1', found 'plumbline.result/1'");
  EXPECT_EQ(profile_refusal("/paths/0/transferin", "{}"),
            "p.json: /paths/0: unknown member 'transferin'; did you mean 'transfer_in'?");
  EXPECT_EQ(profile_refusal("/paths/1/name", R"("wide")"),
            "p.json: /paths/1/name: 'wide' is named twice");
  Json json = to_json(example_profile());
  json["paths"] = Json::array();
  json.erase("probes");
  json.erase("parameters");
  json.erase("curves");
  EXPECT_EQ(refusal([&] { return read_profile(to_text(json)); }),
            "p.json: /paths: expected at least one set of paths");
}

}  // namespace
}  // namespace plumb
