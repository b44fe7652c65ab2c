// plumb/records/finding.cpp - parameters, curves and outcomes as JSON (schemas/profile.json).
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/finding.h"

#include <nlohmann/json.hpp>

#include "plumb/records/names.h"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 3> confidence_names{"sure", "unreliable", "implausible"};
constexpr std::array<std::string_view, 3> outcome_names{"done", "skipped", "failed"};

Confidence confidence_from_name(std::string_view name) {
  return value_in<Confidence>(confidence_names, name, "confidence");
}

ProbeStatus status_from_name(std::string_view name) {
  return value_in<ProbeStatus>(outcome_names, name, "status");
}

// The word of a member that must be there.
template <class FromName>
auto named(const JsonView& view, std::string_view member, FromName from_name) {
  (void)view.at(member);
  return named_or(view, member, from_name, decltype(from_name(""))());
}

Seconds seconds_from(const JsonView& view) {
  const double seconds = view.number_or("seconds", 0);
  if (seconds < 0) view.at("seconds").refuse("a time must be zero or larger");
  return Seconds{seconds};
}

CurvePoint curve_point_from(const JsonView& view, const std::string& unit) {
  view.only({"x", "value", "low", "high"});
  return {.x = view.at("x").number(),
          .y = {.value = view.at("value").number(),
                .unit = unit,
                .low = view.at("low").number(),
                .high = view.at("high").number(),
                .samples = {}}};
}

std::vector<CurvePoint> points_from(const JsonView& view, const std::string& unit) {
  std::vector<CurvePoint> points;
  for (const JsonView& item : view.list()) points.push_back(curve_point_from(item, unit));
  return points;
}

bool has_quantities(const JsonView& points) {
  const std::vector<JsonView> items = points.list();
  return !items.empty() && items.front().has("y");
}

// The first files had a quantity with its samples, and so its unit, at every point.
std::vector<CurvePoint> quantities_from(const JsonView& view) {
  std::vector<CurvePoint> points;
  for (const JsonView& item : view.list()) {
    item.only({"x", "y"});
    points.push_back({.x = item.at("x").number(), .y = quantity_from_json(item.at("y"))});
    if (points.back().y.unit != points.front().y.unit)
      item.at("y").refuse(fmt::format("expected the unit '{}'", points.front().y.unit));
  }
  return points;
}

}  // namespace

std::string name_of(Confidence confidence) { return name_in(confidence_names, confidence); }

Json to_json(const Finding& parameter) {
  Json json = {{"name", parameter.name},
               {"value", to_json(parameter.value)},
               {"method", parameter.method},
               {"confidence", name_of(parameter.confidence)}};
  if (!parameter.note.empty()) json["note"] = parameter.note;
  return json;
}

Finding finding_from_json(const JsonView& view) {
  view.only({"name", "value", "method", "confidence", "note"});
  return {.name = view.at("name").text(),
          .value = quantity_from_json(view.at("value")),
          .method = view.at("method").text(),
          .confidence = named(view, "confidence", confidence_from_name),
          .note = view.text_or("note", "")};
}

Json to_json(const Curve& curve) {
  Json json = {{"name", curve.name},
               {"x_name", curve.x_name},
               {"x_unit", curve.x_unit},
               {"y_unit", curve.points.empty() ? "1" : curve.points.front().y.unit}};
  json["points"] = Json::array();
  for (const auto& [x, y] : curve.points) {
    json["points"].push_back({{"x", x}, {"value", y.value}, {"low", y.low}, {"high", y.high}});
  }
  return json;
}

Curve curve_from_json(const JsonView& view) {
  view.only({"name", "x_name", "x_unit", "y_unit", "points"});
  return {.name = view.at("name").text(),
          .x_name = view.at("x_name").text(),
          .x_unit = view.at("x_unit").text(),
          .points = view.has("y_unit") || !has_quantities(view.at("points"))
                        ? points_from(view.at("points"), unit_from_json(view.at("y_unit")))
                        : quantities_from(view.at("points"))};
}

Json to_json(const ProbeOutcome& outcome) {
  Json json = {{"probe", outcome.probe}, {"status", name_in(outcome_names, outcome.status)}};
  if (!outcome.reason.empty()) json["reason"] = outcome.reason;
  if (outcome.took.count() > 0) json["seconds"] = outcome.took.count();
  return json;
}

ProbeOutcome probe_outcome_from_json(const JsonView& view) {
  view.only({"probe", "status", "reason", "seconds"});
  return {.probe = view.at("probe").text(),
          .status = named(view, "status", status_from_name),
          .reason = view.text_or("reason", ""),
          .took = seconds_from(view)};
}

}  // namespace plumb
