// tests/records/prediction_test.cpp - predictions there and back as JSON; sums and limits.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/prediction.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/records/result.h"
#include "tests/records/example_records.h"
#include "tests/records/refusal.h"

namespace plumb {
namespace {

Predictions read_prediction(const std::string& text) {
  const Json json = parse_json(text, "p.json");
  return predictions_from_json(JsonView(json, "p.json"));
}

std::string prediction_refusal(std::string_view pointer, std::string_view value) {
  Json json = to_json(example_predictions());
  json[Json::json_pointer(std::string(pointer))] = parse_json(value, "value");
  return refusal([&] { return read_prediction(to_text(json)); });
}

TEST(Prediction, survives_writing_and_reading) {
  const Json json = to_json(example_predictions());

  const Json again = to_json(read_prediction(to_text(json)));

  EXPECT_EQ(again, json);
}

// The example with an interval, a shape, and steps beside each other.
Predictions with_interval() {
  Predictions record = example_predictions();
  Prediction& prediction = record.points[0].predictions[0];
  PartPrediction& part = prediction.passes[0];
  part.cost.spread = Seconds{0.25};
  part.items = 1024;
  part.pattern = "random";
  prediction.overlapped = Seconds{0.25};
  return record;
}

TEST(Prediction, an_interval_a_shape_and_an_overlap_survive_and_must_agree) {
  const Predictions record = with_interval();
  const Prediction again = read_prediction(to_text(to_json(record))).points[0].predictions[0];

  EXPECT_EQ(again.total(), Seconds{2});
  EXPECT_DOUBLE_EQ(interval_of(again.whole())->high.count(), 2.25);
  EXPECT_EQ(again.passes[0].items, 1024U);
  EXPECT_EQ(again.passes[0].pattern, "random");
  EXPECT_EQ(to_json(read_prediction(to_text(to_json(record)))), to_json(record));
  Json wrong = to_json(record);
  wrong["points"][0]["predictions"][0]["high"] = 3;
  EXPECT_EQ(refusal([&] { return read_prediction(to_text(wrong)); }),
            "p.json: /points/0/predictions/0/high: the parts give 2.25");
  EXPECT_FALSE(interval_of(Cost{.time = Seconds{1}}).has_value());
}

TEST(Prediction, answers_survive_writing_and_reading) {
  Predictions record = example_predictions();
  record.points.push_back(record.points.front());
  PredictedPoint& point = record.points.back();
  point.predictions[1].refusal = Refusal::no_room;
  point.answers.verdict = AgainstVerdict{
      .against = "", .known = Seconds{2}, .decision = {.reason = "it abstains"}, .text = "none"};

  const Json json = to_json(record);
  const Predictions again = read_prediction(to_text(json));

  EXPECT_EQ(to_json(again), json);
  EXPECT_EQ(again.points[0].answers.verdict->decision.choice, Choice::port);
  EXPECT_EQ(again.points[0].answers.best_chunks->count, 4U);
  EXPECT_EQ(again.points[1].answers.verdict->known, Seconds{2});
  EXPECT_EQ(again.points[1].predictions[1].refusal, Refusal::no_room);
  EXPECT_EQ(again.break_even->at, 64U);
  EXPECT_EQ(prediction_refusal("/points/0/verdict/choice", R"("prot")"),
            "p.json: /points/0/verdict/choice: unknown choice 'prot'; known are port, stay, "
            "too_close, unknown; did you mean 'port'?");
}

TEST(Prediction, a_result_keeps_it) {
  Result result = example_result();
  result.points[0].predicted = with_interval().points[0];

  const Json json = to_json(result);
  const Result again = result_from_json(JsonView(json, "r.json"));

  EXPECT_EQ(to_json(*again.points[0].predicted), to_json(*result.points[0].predicted));
}

TEST(Prediction, written_point_by_point_the_record_is_the_same_text) {
  Predictions record = example_predictions();
  record.points.push_back(record.points.front());
  record.points.back().application = "line\nbreak, \"quoted\"";
  for (std::size_t points = 0; points <= record.points.size(); ++points) {
    Predictions part{
        record.provenance,
        {record.points.begin(), record.points.begin() + static_cast<std::ptrdiff_t>(points)}};
    if (points != 1) {
      part.break_even = record.break_even;
      part.notes = record.notes;
    }
    PredictionText writer;

    std::string text = writer.begin(part.provenance);
    for (const PredictedPoint& point : part.points) text += writer.point(point);
    text += writer.end(part.break_even, part.notes);

    EXPECT_EQ(text, to_text(to_json(part)));
  }
}

TEST(Prediction, its_total_is_the_sum_of_transfers_and_passes) {
  const Prediction prediction = example_predictions().points[0].predictions[0];

  EXPECT_EQ(prediction.whole_passes().time, Seconds{1.75});
  EXPECT_EQ(prediction.total(), Seconds{2.25});
}

TEST(Prediction, the_largest_demand_limits) {
  EXPECT_EQ(limit_of({.time = Seconds{3}, .movement = Seconds{2}, .latency = Seconds{1}}),
            Limit::bandwidth);
  EXPECT_EQ(limit_of({.time = Seconds{3}, .movement = Seconds{1}, .latency = Seconds{2}}),
            Limit::latency);
  EXPECT_EQ(limit_of({.movement = Seconds{1}, .arithmetic = Seconds{2}}), Limit::arithmetic);
  EXPECT_EQ(limit_of({.arithmetic = Seconds{1}, .waiting = Seconds{2}}), Limit::waits);
  EXPECT_EQ(limit_of({}), Limit::none);
}

TEST(Prediction, a_total_or_limit_that_the_parts_do_not_give_is_refused) {
  EXPECT_EQ(prediction_refusal("/points/0/predictions/0/total", "3"),
            "p.json: /points/0/predictions/0/total: the parts sum up to 2.25");
  EXPECT_EQ(prediction_refusal("/points/0/predictions/0/passes/0/limit", R"("bandwidth")"),
            "p.json: /points/0/predictions/0/passes/0/limit: the times give 'latency', not "
            "'bandwidth'");
  EXPECT_EQ(prediction_refusal("/points/0/predictions/0/passes/0/time", "-1"),
            "p.json: /points/0/predictions/0/passes/0/time: a time must be zero or larger");
}

TEST(Prediction, unknown_members_are_refused_with_the_nearest_name) {
  EXPECT_EQ(prediction_refusal("/points/0/profil", R"("x")"),
            "p.json: /points/0: unknown member 'profil'; did you mean 'profile'?");
  EXPECT_EQ(prediction_refusal("/points/0/predictions/1/total", "1"),
            "p.json: /points/0/predictions/1: unknown member 'total'");
}

// A part that takes this long on the way and before it moves.
PartPrediction part_of(double movement, double latency) {
  PartPrediction part;
  part.cost = {.time = Seconds{movement + latency},
               .movement = Seconds{movement},
               .latency = Seconds{latency},
               .arithmetic = {}};
  return part;
}

TEST(Prediction, the_limiting_path_is_the_largest_of_all_terms) {
  Prediction prediction;
  prediction.transfer_in = part_of(4, 1);
  prediction.passes = {part_of(2.5, 0.5), part_of(3.5, 0.5)};
  prediction.transfer_out = part_of(2, 2);

  const LimitingPath whole = limiting_path(prediction);
  prediction.passes.clear();
  const LimitingPath without_passes = limiting_path(prediction);
  prediction.transfer_in.reset();
  prediction.transfer_out->cost.latency = Seconds{3};
  const LimitingPath latency = limiting_path(prediction);

  EXPECT_EQ(whole.name, "memory bandwidth");
  EXPECT_DOUBLE_EQ(whole.share, 6.0 / 16);
  EXPECT_EQ(without_passes.name, "bandwidth of transfer in");
  EXPECT_EQ(latency.name, "latency of transfer out");
  EXPECT_EQ(limiting_path(Prediction{}).name, "nothing");
}

TEST(Prediction, the_error_is_predicted_over_measured_minus_one) {
  EXPECT_NEAR(prediction_error(Seconds{1.2}, Seconds{1}), 0.2, 1e-12);
}

}  // namespace
}  // namespace plumb
