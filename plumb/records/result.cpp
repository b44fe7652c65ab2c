// plumb/records/result.cpp - results as JSON (schemas/result.json).
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/result.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/records/names.h"

namespace plumb {
namespace {

constexpr std::string_view result_schema = "plumbline.result/1";
constexpr std::array<std::string_view, 5> status_names{"ok", "wrong", "unreliable", "error",
                                                       "skipped"};
constexpr std::array<std::string_view, 2> cache_names{"warm", "cold"};

Json to_json(const LoopResult& loop) {
  return {{"name", loop.name}, {"entered", loop.entered}, {"rounds", to_json(loop.rounds)}};
}

Json to_json(const StepResult& step) {
  Json json = {{"name", step.name},
               {"bytes", step.bytes.count},
               {"flops", step.flops.count},
               {"launches", step.launches}};
  if (step.moved.count > 0) json["moved"] = step.moved.count;
  for (const LoopResult& loop : step.loops) json["loops"].push_back(to_json(loop));
  json["time"] = to_json(step.time);
  json["outliers"] = step.outliers;
  return json;
}

Json to_json(const Verification& verification) {
  Json json = {{"checked", verification.checked},
               {"elements", verification.elements},
               {"worst_error", verification.worst_error}};
  if (!verification.complaint.empty()) json["complaint"] = verification.complaint;
  return json;
}

Json to_json(const ReadingResult& reading) {
  Json json = {{"name", reading.name}, {"unit", reading.unit}, {"values", reading.values}};
  if (!reading.expected.empty()) json["expected"] = reading.expected;
  if (reading.columns > 0) json["columns"] = reading.columns;
  return json;
}

Json to_json(const Point& point) {
  Json json = {{"workload", point.workload}, {"settings", json_of(point.settings)}};
  if (point.roof) json["roof"] = true;
  if (!point.labels.empty()) json["labels"] = json_of(point.labels);
  if (!point.compilers.empty()) json["compilers"] = json_of(point.compilers);
  json["status"] = name_of(point.status);
  if (!point.reason.empty()) json["reason"] = point.reason;
  if (point.max_noise) json["max_noise"] = *point.max_noise;
  if (point.cut_short) json["cut_short"] = true;
  json["caches"] = name_of(point.caches);
  json["memory"] = point.memory.count;
  json["verification"] = to_json(point.verification);
  if (point.device_state) json["device_state"] = to_json(*point.device_state);
  // A point that failed before its first sample has no times: they are left out, not zero.
  if (!point.whole.samples.empty()) json["whole"] = to_json(point.whole);
  json["steps"] = Json::array();
  for (const StepResult& step : point.steps) json["steps"].push_back(to_json(step));
  if (point.credit) json["credit"] = to_json(*point.credit);
  if (!point.readings.empty()) json["readings"] = Json::array();
  for (const ReadingResult& reading : point.readings) json["readings"].push_back(to_json(reading));
  if (point.host) json["host"] = to_json(*point.host);
  if (point.predicted) json["predicted"] = to_json(*point.predicted);
  json["warnings"] = point.warnings;
  return json;
}

LoopResult loop_result_from(const JsonView& view) {
  view.only({"name", "entered", "rounds"});
  return {.name = view.at("name").text(),
          .entered = view.at("entered").count(),
          .rounds = quantity_from_json(view.at("rounds"))};
}

Quantity time_from_json(const JsonView& view) {
  Quantity time = quantity_from_json(view);
  if (time.value < 0)
    view.at("value").refuse(fmt::format("a time of {} s: times are not negative", time.value));
  return time;
}

StepResult step_result_from(const JsonView& view) {
  view.only({"name", "bytes", "flops", "launches", "moved", "loops", "time", "outliers"});
  StepResult step{.name = view.at("name").text(),
                  .bytes = Bytes{view.at("bytes").count()},
                  .flops = Flops{view.at("flops").number()},
                  .launches = view.at("launches").count(),
                  .time = time_from_json(view.at("time")),
                  .outliers = {}};
  if (view.has("moved")) step.moved = Bytes{view.at("moved").count()};
  if (view.has("loops")) {
    for (const JsonView& item : view.at("loops").list())
      step.loops.push_back(loop_result_from(item));
  }
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

ReadingResult reading_result_from(const JsonView& view) {
  view.only({"name", "unit", "values", "expected", "columns"});
  ReadingResult reading{.name = view.at("name").text(),
                        .unit = view.at("unit").text(),
                        .values = view.at("values").numbers()};
  if (view.has("expected")) reading.expected = view.at("expected").numbers();
  if (reading.values.empty()) view.at("values").refuse("expected at least one value");
  reading.columns = view.count_or("columns", 0);
  if (reading.columns > 0 && reading.values.size() % reading.columns != 0)
    view.at("columns").refuse(
        fmt::format("{} values do not make whole rows", reading.values.size()));
  if (!reading.expected.empty() && reading.expected.size() != reading.values.size())
    view.at("expected").refuse(fmt::format("expected {} values", reading.values.size()));
  return reading;
}

// What a workload says of its point beside the times.
void read_workload_parts(const JsonView& view, Point& point) {
  point.roof = view.flag_or("roof", false);
  if (view.has("labels")) point.labels = named_texts_from_json(view.at("labels"));
  if (view.has("compilers")) point.compilers = named_texts_from_json(view.at("compilers"));
  if (view.has("credit")) point.credit = credit_from_json(view.at("credit"));
  if (view.has("readings")) {
    for (const JsonView& item : view.at("readings").list())
      point.readings.push_back(reading_result_from(item));
  }
  if (view.has("host")) point.host = time_from_json(view.at("host"));
}

Point point_from(const JsonView& view) {
  view.only({"workload", "settings",     "roof",         "labels",    "compilers",
             "status",   "reason",       "max_noise",    "cut_short", "caches",
             "memory",   "verification", "device_state", "whole",     "steps",
             "credit",   "readings",     "host",         "predicted", "warnings"});
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
  point.settings = named_texts_from_json(view.at("settings"));
  read_workload_parts(view, point);
  if (view.has("max_noise")) point.max_noise = view.at("max_noise").number();
  point.cut_short = view.flag_or("cut_short", false);
  if (view.has("device_state"))
    point.device_state = device_state_from_json(view.at("device_state"));
  if (view.has("whole")) point.whole = time_from_json(view.at("whole"));
  for (const JsonView& item : view.at("steps").list())
    point.steps.push_back(step_result_from(item));
  if (view.has("predicted")) point.predicted = predicted_point_from_json(view.at("predicted"));
  for (const JsonView& item : view.at("warnings").list()) point.warnings.push_back(item.text());
  return point;
}

}  // namespace

std::string name_of(Status status) { return name_in(status_names, status); }
std::string name_of(CacheState state) { return name_in(cache_names, state); }

Json to_json(const Result& result) {
  Json json = {{"schema", result_schema}, {"provenance", to_json(result.provenance)}};
  json["points"] = Json::array();
  for (const Point& point : result.points) json["points"].push_back(to_json(point));
  const auto add = [&](const char* member, const auto& things) {
    for (const auto& thing : things) json[member].push_back(to_json(thing));
  };
  add("layouts", result.layouts);
  add("published", result.published);
  add("races", result.races);
  add("further_devices", result.further_devices);
  return json;
}

Result result_from_json(const JsonView& view) {
  view.require_schema(result_schema);
  view.only({"schema", "provenance", "points", "layouts", "published", "races", "further_devices"});
  Result result{.provenance = provenance_from_json(view.at("provenance")), .points = {}};
  const auto read = [&](const char* member, auto& things, const auto& from_json) {
    if (!view.has(member)) return;
    for (const JsonView& item : view.at(member).list()) things.push_back(from_json(item));
  };
  (void)view.at("points");
  read("points", result.points, point_from);
  read("layouts", result.layouts, layout_from_json);
  read("published", result.published, published_row_from_json);
  read("races", result.races, race_result_from_json);
  read("further_devices", result.further_devices, device_from_json);
  return result;
}

CreditedWork credited_work(const Point& point) {
  CreditedWork sum;
  const std::size_t first = first_credited(point.credit, point.steps.size());
  for (std::size_t i = first; i < point.steps.size(); ++i) {
    const StepResult& step = point.steps[i];
    sum.samples.resize(step.time.samples.size());
    for (std::size_t n = 0; n < sum.samples.size(); ++n) sum.samples[n] += step.time.samples[n];
    sum.seconds += step.time.value;
    sum.flops += step.flops.count;
    sum.bytes += static_cast<double>(step.bytes.count);
  }
  if (!point.credit) return sum;
  const auto iterations = static_cast<double>(point.credit->iterations);
  for (double& sample : sum.samples) sample /= iterations;
  sum.seconds /= iterations;
  sum.flops = point.credit->flops.count / iterations;
  sum.bytes = static_cast<double>(point.credit->bytes.count) / iterations;
  return sum;
}

const ReadingResult* reading_named(const Point& point, std::string_view name) {
  const auto found = std::ranges::find(point.readings, name, &ReadingResult::name);
  return found == point.readings.end() ? nullptr : &*found;
}

}  // namespace plumb
