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

Tuning tuning_from_json(const JsonView& view) {
  view.require_schema(tuning_schema);
  view.only({"schema", "provenance", "workload", "problem", "settings", "rate", "unit"});
  Tuning tuning{.provenance = provenance_from_json(view.at("provenance")),
                .workload = view.at("workload").text(),
                .problem = named_texts_from_json(view.at("problem")),
                .settings = named_texts_from_json(view.at("settings")),
                .rate = view.at("rate").number(),
                .unit = view.at("unit").text()};
  if (!(tuning.rate > 0)) view.at("rate").refuse("expected a rate above zero");
  if (tuning.unit != "flop/s" && tuning.unit != "B/s")
    view.at("unit").refuse("expected flop/s or B/s");
  (void)view.at("settings").at("variant");
  return tuning;
}

}  // namespace plumb
