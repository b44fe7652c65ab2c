// plumb/records/prediction.cpp - sums of predictions; predictions as JSON
// (schemas/prediction.json).
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/prediction.h"

#include <array>
#include <cmath>

#include <nlohmann/json.hpp>

#include "plumb/records/names.h"

namespace plumb {
namespace {

constexpr std::string_view prediction_schema = "plumbline.prediction/1";
constexpr std::string_view no_points = "[]\n}\n";  // the end of a record without points
constexpr std::array<std::string_view, 5> limit_names{"none", "bandwidth", "latency", "arithmetic",
                                                      "waits"};
constexpr std::array<std::string_view, 4> refusal_names{"none", "missing", "abstention", "no_room"};

Json to_json(const PartPrediction& part) {
  Json json = {{"step", part.step},
               {"name", part.name},
               {"calls", part.calls},
               {"bytes", part.bytes.count},
               {"flops", part.flops.count},
               {"time", part.cost.time.count()},
               {"movement", part.cost.movement.count()},
               {"latency", part.cost.latency.count()},
               {"arithmetic", part.cost.arithmetic.count()},
               {"limit", name_of(limit_of(part.cost))}};
  if (part.cost.waiting > Seconds{}) json["waiting"] = part.cost.waiting.count();
  if (part.cost.spread > Seconds{}) json["spread"] = part.cost.spread.count();
  if (part.items > 0) json["items"] = part.items;
  if (!part.pattern.empty()) json["pattern"] = part.pattern;
  return json;
}

Json to_json(const Prediction& prediction) {
  Json json = {{"model", prediction.model}};
  if (!prediction.reason.empty()) {
    json["reason"] = prediction.reason;
    if (prediction.refusal != Refusal::none)
      json["refusal"] = name_in(refusal_names, prediction.refusal);
    return json;
  }
  const Cost whole = prediction.whole();
  json["total"] = whole.time.count();
  if (const std::optional<TimeInterval> interval = interval_of(whole)) {
    json["low"] = interval->low.count();
    json["high"] = interval->high.count();
  }
  if (prediction.overlapped > Seconds{}) json["overlapped"] = prediction.overlapped.count();
  if (prediction.transfer_in) json["transfer_in"] = to_json(*prediction.transfer_in);
  json["passes"] = Json::array();
  for (const PartPrediction& pass : prediction.passes) json["passes"].push_back(to_json(pass));
  if (prediction.transfer_out) json["transfer_out"] = to_json(*prediction.transfer_out);
  return json;
}

Seconds time_from(const JsonView& view) {
  const double seconds = view.number();
  if (!(seconds >= 0)) view.refuse("a time must be zero or larger");
  return Seconds{seconds};
}

PartPrediction part_from(const JsonView& view) {
  // The first files called the time that bytes take "data".
  const char* const movement = view.has("data") ? "data" : "movement";
  view.only({"step", "name", "calls", "bytes", "flops", "time", movement, "latency", "arithmetic",
             "waiting", "limit", "spread", "items", "pattern"});
  PartPrediction part{
      .step = view.at("step").text(),
      .name = view.at("name").text(),
      .calls = view.at("calls").count(),
      .bytes = Bytes{view.at("bytes").count()},
      .flops = Flops{view.at("flops").number()},
      .cost = {.time = time_from(view.at("time")),
               .movement = time_from(view.at(movement)),
               .latency = time_from(view.at("latency")),
               .arithmetic = time_from(view.at("arithmetic")),
               .waiting = view.has("waiting") ? time_from(view.at("waiting")) : Seconds{},
               .spread = view.has("spread") ? time_from(view.at("spread")) : Seconds{}}};
  if (view.has("items")) part.items = view.at("items").count();
  part.pattern = view.text_or("pattern", "");
  if (const std::string limit = view.at("limit").text(); limit != name_of(limit_of(part.cost))) {
    view.at("limit").refuse(
        fmt::format("the times give '{}', not '{}'", name_of(limit_of(part.cost)), limit));
  }
  return part;
}

// The ends follow from the parts.
void check_interval(const JsonView& view, const Prediction& prediction) {
  const std::optional<TimeInterval> interval = interval_of(prediction.whole());
  const auto check_end = [&](const char* name, Seconds expected) {
    if (!view.has(name)) return;
    const double written = time_from(view.at(name)).count();
    if (!(std::fabs(written - expected.count()) <= 1e-9 * expected.count()))
      view.at(name).refuse(fmt::format("the parts give {}", expected.count()));
  };
  check_end("low", interval ? interval->low : Seconds{});
  check_end("high", interval ? interval->high : Seconds{});
}

Prediction prediction_from(const JsonView& view) {
  view.only({"model", "reason", "refusal", "total", "low", "high", "overlapped", "transfer_in",
             "passes", "transfer_out"});
  Prediction prediction{.model = view.at("model").text(),
                        .reason = view.text_or("reason", ""),
                        .transfer_in = {},
                        .passes = {},
                        .transfer_out = {}};
  if (view.has("reason")) {
    if (prediction.reason.empty()) view.at("reason").refuse("expected why there is no prediction");
    view.only({"model", "reason", "refusal"});
    if (view.has("refusal"))
      prediction.refusal = value_in<Refusal>(refusal_names, view.at("refusal").text(), "refusal");
    return prediction;
  }
  if (view.has("overlapped")) prediction.overlapped = time_from(view.at("overlapped"));
  if (view.has("transfer_in")) prediction.transfer_in = part_from(view.at("transfer_in"));
  for (const JsonView& item : view.at("passes").list()) {
    prediction.passes.push_back(part_from(item));
  }
  if (view.has("transfer_out")) prediction.transfer_out = part_from(view.at("transfer_out"));
  const double sum = prediction.total().count();
  if (!(std::fabs(view.at("total").number() - sum) <= 1e-9 * sum && std::isfinite(sum))) {
    view.at("total").refuse(fmt::format("the parts sum up to {}", sum));
  }
  check_interval(view, prediction);
  return prediction;
}

void add_ending(Json& json, const std::optional<BreakEvenAnswer>& break_even,
                const std::vector<std::string>& notes) {
  if (break_even) json["break_even"] = to_json(*break_even);
  if (!notes.empty()) json["notes"] = notes;
}

}  // namespace

Json to_json(const PredictedPoint& point) {
  Json json = {{"application", point.application}, {"settings", Json::object()}};
  for (const auto& [name, value] : point.settings) json["settings"][name] = value;
  json["profile"] = point.profile;
  json["paths"] = point.paths;
  json["predictions"] = Json::array();
  for (const Prediction& one : point.predictions) json["predictions"].push_back(to_json(one));
  add_answers(json, point.answers);
  if (point.first_use)
    json["first_use"] = {{"time", point.first_use->time.count()},
                         {"sources", point.first_use->sources}};
  return json;
}

PredictedPoint predicted_point_from_json(const JsonView& view) {
  view.only({"application", "settings", "profile", "paths", "predictions", "verdict", "savings",
             "best_chunks", "best_checks", "best_split", "notes", "first_use"});
  PredictedPoint point{.application = view.at("application").text(),
                       .settings = {},
                       .profile = view.at("profile").text(),
                       .paths = view.at("paths").text(),
                       .predictions = {},
                       .answers = answers_from(view)};
  const JsonView settings = view.at("settings");
  for (const std::string& name : settings.member_names()) {
    point.settings.emplace_back(name, settings.at(name).text());
  }
  for (const JsonView& item : view.at("predictions").list()) {
    point.predictions.push_back(prediction_from(item));
  }
  if (view.has("first_use")) {
    const JsonView first = view.at("first_use");
    first.only({"time", "sources"});
    point.first_use = {.time = time_from(first.at("time")), .sources = first.at("sources").count()};
  }
  return point;
}

std::string name_of(Limit limit) { return name_in(limit_names, limit); }

Limit limit_of(const Cost& cost) {
  Limit limit = Limit::none;
  Seconds most{};
  const auto consider = [&](Seconds time, Limit what) {
    if (time <= most) return;
    most = time;
    limit = what;
  };
  consider(cost.movement, Limit::bandwidth);
  consider(cost.latency, Limit::latency);
  consider(cost.arithmetic, Limit::arithmetic);
  consider(cost.waiting, Limit::waits);
  return limit;
}

Cost Prediction::whole_passes() const {
  Cost sum;
  for (const PartPrediction& pass : passes) sum = sum + pass.cost;
  return sum;
}

Cost Prediction::whole() const {
  Cost sum = whole_passes();
  if (transfer_in) sum = sum + transfer_in->cost;
  if (transfer_out) sum = sum + transfer_out->cost;
  sum.time -= overlapped;
  return sum;
}

std::optional<TimeInterval> interval_of(const Cost& cost) {
  if (!(cost.spread > Seconds{} && cost.time > Seconds{})) return std::nullopt;
  const double factor = 1 + cost.spread / cost.time;
  return TimeInterval{.low = cost.time / factor, .high = factor * cost.time};
}

Json to_json(const Predictions& predictions) {
  Json json = {{"schema", prediction_schema}, {"provenance", to_json(predictions.provenance)}};
  json["points"] = Json::array();
  for (const PredictedPoint& point : predictions.points) json["points"].push_back(to_json(point));
  add_ending(json, predictions.break_even, predictions.notes);
  return json;
}

std::string PredictionText::begin(const Provenance& provenance) {
  const std::string text = to_text(to_json(Predictions{provenance, {}}));
  empty_ = true;
  return text.substr(0, text.size() - no_points.size());
}

std::string PredictionText::point(const PredictedPoint& point) {
  const std::string alone = to_text(to_json(point));
  std::string text = empty_ ? "[\n  " : ",\n  ";
  empty_ = false;
  // Inside texts line breaks are escaped: each one here starts a line, which stands two deeper.
  for (const char c : std::string_view(alone).substr(0, alone.size() - 1)) {
    text += c;
    if (c == '\n') text += "  ";
  }
  return text;
}

std::string PredictionText::end(const std::optional<BreakEvenAnswer>& break_even,
                                const std::vector<std::string>& notes) {
  Json ending = Json::object();
  add_ending(ending, break_even, notes);
  if (ending.empty()) return std::string(empty_ ? no_points : "\n ]\n}\n");
  return std::string(empty_ ? "[]," : "\n ],") + to_text(ending).substr(1);
}

Predictions predictions_from_json(const JsonView& view) {
  view.require_schema(prediction_schema);
  view.only({"schema", "provenance", "points", "break_even", "notes"});
  Predictions predictions{.provenance = provenance_from_json(view.at("provenance")), .points = {}};
  for (const JsonView& item : view.at("points").list()) {
    predictions.points.push_back(predicted_point_from_json(item));
  }
  if (view.has("break_even")) predictions.break_even = break_even_from_json(view.at("break_even"));
  if (view.has("notes")) {
    for (const JsonView& item : view.at("notes").list()) predictions.notes.push_back(item.text());
  }
  return predictions;
}

LimitingPath limiting_path(const Prediction& prediction) {
  LimitingPath limit{"nothing", 0};
  Seconds most{};
  const auto consider = [&](Seconds time, const char* name) {
    if (time <= most) return;
    most = time;
    limit.name = name;
  };
  if (prediction.transfer_in) {
    consider(prediction.transfer_in->cost.movement, "bandwidth of transfer in");
    consider(prediction.transfer_in->cost.latency, "latency of transfer in");
  }
  const Cost passes = prediction.whole_passes();
  consider(passes.movement, "memory bandwidth");
  consider(passes.latency, "launches");
  consider(passes.arithmetic, "arithmetic");
  consider(passes.waiting, "waits of work-items");
  if (prediction.transfer_out) {
    consider(prediction.transfer_out->cost.movement, "bandwidth of transfer out");
    consider(prediction.transfer_out->cost.latency, "latency of transfer out");
  }
  const Seconds total = prediction.total();
  if (total > Seconds{}) limit.share = most / total;
  return limit;
}

double prediction_error(Seconds predicted, Seconds measured) { return predicted / measured - 1; }

}  // namespace plumb
