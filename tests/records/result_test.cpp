// tests/records/result_test.cpp - results there and back as JSON; refusals name their place.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/result.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "tests/records/example_records.h"
#include "tests/records/refusal.h"

namespace plumb {
namespace {

Result read_result(const std::string& text) {
  const Json json = parse_json(text, "r.json");
  return result_from_json(JsonView(json, "r.json"));
}

// The refusal of the example after the value at `pointer` was replaced, or added.
std::string result_refusal(std::string_view pointer, std::string_view value) {
  Json json = to_json(example_result());
  json[Json::json_pointer(std::string(pointer))] = parse_json(value, "value");
  return refusal([&] { return read_result(to_text(json)); });
}

TEST(Result, survives_writing_and_reading) {
  const Json json = to_json(example_result());

  const Json again = to_json(read_result(to_text(json)));

  EXPECT_EQ(again, json);
}

TEST(Result, a_point_without_samples_has_no_times_rather_than_zeros) {
  const Json json = to_json(example_result());

  const Json& failed = json["points"][2];

  EXPECT_FALSE(failed.contains("whole"));
  EXPECT_TRUE(failed["steps"].empty());
  EXPECT_TRUE(read_result(to_text(json)).points[2].whole.samples.empty());
}

TEST(Result, every_status_and_state_of_the_caches_reads_back) {
  for (const Status status :
       {Status::ok, Status::wrong, Status::unreliable, Status::error, Status::skipped}) {
    for (const CacheState caches : {CacheState::warm, CacheState::cold}) {
      Result result = example_result();
      result.points[0].status = status;
      result.points[0].caches = caches;

      const Result again = read_result(to_text(to_json(result)));

      EXPECT_EQ(again.points[0].status, status);
      EXPECT_EQ(again.points[0].caches, caches);
    }
  }
}

TEST(Result, a_foreign_document_is_refused) {
  EXPECT_EQ(refusal([] { return read_result("[]"); }), "r.json: /: expected an object");
  EXPECT_EQ(refusal([] { return read_result(to_text(to_json(example_program()))); }),
            "r.json: /: expected schema 'plumbline.result/1', found 'plumbline.program/1'");
}

TEST(Result, unknown_members_are_refused_everywhere_with_the_nearest_name) {
  EXPECT_EQ(result_refusal("/point", "[]"),
            "r.json: /: unknown member 'point'; did you mean 'points'?");
  EXPECT_EQ(result_refusal("/provenance/host/core", "1"),
            "r.json: /provenance/host: unknown member 'core'; did you mean 'cores'?");
  EXPECT_EQ(result_refusal("/points/0/steps/0/outlier", "1"),
            "r.json: /points/0/steps/0: unknown member 'outlier'; did you mean 'outliers'?");
  EXPECT_EQ(result_refusal("/points/0/verification/complain", "1"),
            "r.json: /points/0/verification: unknown member 'complain'; did you mean "
            "'complaint'?");
}

TEST(Result, wrong_types_and_words_are_refused_by_their_place) {
  EXPECT_EQ(result_refusal("/points/0/steps/0/time/samples/1", R"("fast")"),
            "r.json: /points/0/steps/0/time/samples/1: expected a number");
  EXPECT_EQ(result_refusal("/points/0/settings/elements", "1000"),
            "r.json: /points/0/settings/elements: expected a text");
  EXPECT_EQ(result_refusal("/provenance/device/memory", "-1"),
            "r.json: /provenance/device/memory: expected a whole number, zero or larger");
  EXPECT_EQ(result_refusal("/points/1/status", R"("wrnog")"),
            "r.json: /points/1/status: unknown status 'wrnog'; known are ok, wrong, "
            "unreliable, error, skipped; did you mean 'wrong'?");
  EXPECT_EQ(result_refusal("/points/1/caches", R"("hot")"),
            "r.json: /points/1/caches: unknown state of the caches 'hot'; known are warm, cold");
}

TEST(Result, a_negative_time_is_refused) {
  for (const char* place : {"/points/0/whole/value", "/points/0/steps/0/time/value"})
    EXPECT_EQ(result_refusal(place, "-1"),
              "r.json: " + std::string(place) + ": a time of -1 s: times are not negative");
  EXPECT_EQ(result_refusal("/points/0/whole/value", "0"), "nothing was thrown");
}

TEST(Result, an_outlier_that_is_no_sample_is_refused) {
  EXPECT_EQ(result_refusal("/points/0/steps/0/outliers/0", "3"),
            "r.json: /points/0/steps/0/outliers/0: there are 3 samples");
}

TEST(Result, values_in_a_plane_keep_its_width_and_are_whole_rows) {
  Result result;
  result.points.emplace_back().workload = "solver";
  result.points.front().readings.push_back(
      {.name = "field", .values = {1, 2, 3, 4, 5, 6}, .columns = 3});
  Json json = to_json(result);

  EXPECT_EQ(result_from_json(JsonView(json, "r")).points[0].readings[0].columns, 3U);
  json["points"][0]["readings"][0]["columns"] = 4U;
  try {
    (void)result_from_json(JsonView(json, "r"));
    FAIL() << "6 values in rows of 4";
  } catch (const Error& error) {
    EXPECT_EQ(explain(error), "r: /points/0/readings/0/columns: 6 values do not make whole rows");
  }
}

}  // namespace
}  // namespace plumb
