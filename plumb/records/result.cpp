// plumb/records/result.cpp - results as JSON (schemas/result.json).
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/result.h"

#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/records/names.h"

namespace plumb {
namespace {

constexpr std::string_view schema = "plumbline.result/1";
constexpr std::array<std::string_view, 5> status_names{"ok", "wrong", "unreliable", "error",
                                                       "skipped"};
constexpr std::array<std::string_view, 2> cache_names{"warm", "cold"};

Json to_json(const StepResult& step) {
  return {{"name", step.name},         {"bytes", step.bytes.count},  {"flops", step.flops.count},
          {"launches", step.launches}, {"time", to_json(step.time)}, {"outliers", step.outliers}};
}

Json to_json(const Verification& verification) {
  Json json = {{"checked", verification.checked},
               {"elements", verification.elements},
               {"worst_error", verification.worst_error}};
  if (!verification.complaint.empty()) json["complaint"] = verification.complaint;
  return json;
}

Json to_json(const Point& point) {
  Json json = {{"workload", point.workload}, {"settings", Json::object()}};
  for (const auto& [name, value] : point.settings) json["settings"][name] = value;
  json["status"] = name_of(point.status);
  if (!point.reason.empty()) json["reason"] = point.reason;
  json["caches"] = name_of(point.caches);
  json["memory"] = point.memory.count;
  json["verification"] = to_json(point.verification);
  if (point.device_state) json["device_state"] = to_json(*point.device_state);
  // A point that failed before its first sample has no times: they are left out, not zero.
  if (!point.whole.samples.empty()) json["whole"] = to_json(point.whole);
  json["steps"] = Json::array();
  for (const StepResult& step : point.steps) json["steps"].push_back(to_json(step));
  json["warnings"] = point.warnings;
  return json;
}

StepResult step_from(const JsonView& view) {
  view.only({"name", "bytes", "flops", "launches", "time", "outliers"});
  StepResult step{.name = view.at("name").text(),
                  .bytes = Bytes{view.at("bytes").count()},
                  .flops = Flops{view.at("flops").number()},
                  .launches = view.at("launches").count(),
                  .time = quantity_from_json(view.at("time")),
                  .outliers = {}};
  for (const JsonView& item : view.at("outliers").list()) {
    step.outliers.push_back(item.count());
    if (step.outliers.back() >= step.time.samples.size()) {
      item.refuse(fmt::format("there are {} samples", step.time.samples.size()));
    }
  }
  return step;
}

Verification verification_from(const JsonView& view) {
  view.only({"checked", "elements", "worst_error", "complaint"});
  return {.checked = view.at("checked").flag(),
          .elements = view.at("elements").count(),
          .worst_error = view.at("worst_error").number(),
          .complaint = view.text_or("complaint", "")};
}

Point point_from(const JsonView& view) {
  view.only({"workload", "settings", "status", "reason", "caches", "memory", "verification",
             "device_state", "whole", "steps", "warnings"});
  const auto status = [](std::string_view name) {
    return value_in<Status>(status_names, name, "status");
  };
  const auto caches = [](std::string_view name) {
    return value_in<CacheState>(cache_names, name, "state of the caches");
  };
  Point point{.workload = view.at("workload").text(),
              .settings = {},
              .status = named_or(view, "status", status, Status::ok),
              .reason = view.text_or("reason", ""),
              .caches = named_or(view, "caches", caches, CacheState::warm),
              .steps = {},
              .whole = {},
              .memory = Bytes{view.at("memory").count()},
              .verification = verification_from(view.at("verification")),
              .device_state = {},
              .warnings = {}};
  const JsonView settings = view.at("settings");
  for (const std::string& name : settings.member_names()) {
    point.settings.emplace_back(name, settings.at(name).text());
  }
  if (view.has("device_state"))
    point.device_state = device_state_from_json(view.at("device_state"));
  if (view.has("whole")) point.whole = quantity_from_json(view.at("whole"));
  for (const JsonView& item : view.at("steps").list()) point.steps.push_back(step_from(item));
  for (const JsonView& item : view.at("warnings").list()) point.warnings.push_back(item.text());
  return point;
}

}  // namespace

std::string name_of(Status status) { return name_in(status_names, status); }
std::string name_of(CacheState state) { return name_in(cache_names, state); }

Json to_json(const Result& result) {
  Json json = {{"schema", schema}, {"provenance", to_json(result.provenance)}};
  json["points"] = Json::array();
  for (const Point& point : result.points) json["points"].push_back(to_json(point));
  return json;
}

Result result_from_json(const JsonView& view) {
  view.require_schema(schema);
  view.only({"schema", "provenance", "points"});
  Result result{.provenance = provenance_from_json(view.at("provenance")), .points = {}};
  for (const JsonView& item : view.at("points").list()) result.points.push_back(point_from(item));
  return result;
}

}  // namespace plumb
