// plumb/records/tuning.cpp - tunings as JSON (schemas/tuning.json).
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/tuning.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace plumb {
namespace {

constexpr std::string_view schema = "plumbline.tuning/1";

}  // namespace

const std::string& Tuning::variant() const {
  return std::ranges::find(settings, "variant", &std::pair<std::string, std::string>::first)
      ->second;
}

Json to_json(const Tuning& tuning) {
  Json settings = Json::object();
  for (const auto& [name, value] : tuning.settings) settings[name] = value;
  return {{"schema", schema},
          {"provenance", to_json(tuning.provenance)},
          {"workload", tuning.workload},
          {"size", tuning.size},
          {"precision", tuning.precision},
          {"settings", std::move(settings)},
          {"rate", tuning.rate.value}};
}

Tuning tuning_from_json(const JsonView& view) {
  view.require_schema(schema);
  view.only({"schema", "provenance", "workload", "size", "precision", "settings", "rate"});
  Tuning tuning{.provenance = provenance_from_json(view.at("provenance")),
                .workload = view.at("workload").text(),
                .size = view.at("size").text(),
                .precision = view.at("precision").text(),
                .settings = {},
                .rate = {view.at("rate").number()}};
  if (!(tuning.rate.value > 0)) view.at("rate").refuse("expected a rate above zero");
  const JsonView settings = view.at("settings");
  (void)settings.at("variant");
  for (const std::string& name : settings.member_names())
    tuning.settings.emplace_back(name, settings.at(name).text());
  return tuning;
}

}  // namespace plumb
