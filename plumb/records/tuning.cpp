// plumb/records/tuning.cpp - tunings as JSON (schemas/tuning.json).
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/tuning.h"

#include <nlohmann/json.hpp>

namespace plumb {
namespace {

constexpr std::string_view tuning_schema = "plumbline.tuning/1";

}  // namespace

const std::string& Tuning::variant() const { return *text_named(settings, "variant"); }

Json to_json(const Tuning& tuning) {
  return {{"schema", tuning_schema},
          {"provenance", to_json(tuning.provenance)},
          {"workload", tuning.workload},
          {"problem", json_of(tuning.problem)},
          {"settings", json_of(tuning.settings)},
          {"rate", tuning.rate},
          {"unit", tuning.unit}};
}

namespace {

// The first files were of Himeno alone, whose problem is a size and a precision.
Tuning first_tuning_from(const JsonView& view) {
  view.only({"schema", "provenance", "workload", "size", "precision", "settings", "rate"});
  return {.provenance = provenance_from_json(view.at("provenance")),
          .workload = view.at("workload").text(),
          .problem = {{"size", view.at("size").text()}, {"precision", view.at("precision").text()}},
          .settings = named_texts_from_json(view.at("settings")),
          .rate = view.at("rate").number(),
          .unit = "flop/s"};
}

Tuning today_tuning_from(const JsonView& view) {
  view.only({"schema", "provenance", "workload", "problem", "settings", "rate", "unit"});
  return {.provenance = provenance_from_json(view.at("provenance")),
          .workload = view.at("workload").text(),
          .problem = named_texts_from_json(view.at("problem")),
          .settings = named_texts_from_json(view.at("settings")),
          .rate = view.at("rate").number(),
          .unit = view.at("unit").text()};
}

}  // namespace

Tuning tuning_from_json(const JsonView& view) {
  view.require_schema(tuning_schema);
  const bool first_form = view.has("size") && !view.has("problem");
  Tuning tuning = first_form ? first_tuning_from(view) : today_tuning_from(view);
  if (!(tuning.rate > 0)) view.at("rate").refuse("expected a rate above zero");
  if (tuning.unit != "flop/s" && tuning.unit != "B/s")
    view.at("unit").refuse("expected flop/s or B/s");
  (void)view.at("settings").at("variant");
  return tuning;
}

}  // namespace plumb
