// plumb/records/race.cpp - races as JSON (schemas/result.json).
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/race.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumb {

std::string candidate_name(const NamedTexts& settings) {
  std::string name;
  for (const auto& [parameter, value] : settings)
    name += name.empty() ? value : fmt::format(" {} {}", parameter, value);
  return name;
}

Json to_json(const RaceResult& race) {
  Json json = {{"title", race.title}, {"work", race.work}, {"unit", race.unit}};
  json["candidates"] = Json::array();
  for (const RacedCandidate& candidate : race.candidates) {
    Json one = {{"settings", json_of(candidate.settings)},
                {"times", candidate.times},
                {"standing", candidate.standing}};
    if (!candidate.refused.empty()) one["refused"] = candidate.refused;
    json["candidates"].push_back(std::move(one));
  }
  json["notes"] = race.notes;
  return json;
}

RaceResult race_result_from_json(const JsonView& view) {
  // The first files counted the work in flops alone.
  const bool first_form = view.has("flops");
  const char* const work = first_form ? "flops" : "work";
  if (first_form) {
    view.only({"title", "flops", "candidates", "notes"});
  } else {
    view.only({"title", "work", "unit", "candidates", "notes"});
  }
  RaceResult race{.title = view.at("title").text(),
                  .work = view.at(work).number(),
                  .unit = first_form ? "flop" : view.at("unit").text(),
                  .candidates = {}};
  if (race.unit != "flop" && race.unit != "B") view.at("unit").refuse("expected flop or B");
  for (const JsonView& item : view.at("candidates").list()) {
    item.only({"settings", "times", "standing", "refused"});
    race.candidates.push_back({.settings = named_texts_from_json(item.at("settings")),
                               .times = item.at("times").numbers(),
                               .standing = item.at("standing").text(),
                               .refused = item.text_or("refused", "")});
  }
  for (const JsonView& item : view.at("notes").list()) race.notes.push_back(item.text());
  return race;
}

}  // namespace plumb
