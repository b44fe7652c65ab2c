// plumb/records/answers.cpp - answers of a prediction as JSON (schemas/prediction.json).
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/answers.h"

#include <array>
#include <cmath>

#include <nlohmann/json.hpp>

#include "plumb/records/names.h"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 4> choice_names{"port", "stay", "too_close", "unknown"};

Choice choice_from_name(std::string_view name) {
  return value_in<Choice>(choice_names, name, "choice");
}

Json to_json(const AgainstVerdict& verdict) {
  const Decision& decision = verdict.decision;
  Json json = Json::object();
  if (verdict.known) {
    json["against_seconds"] = verdict.known->count();
  } else {
    json["against"] = verdict.against;
  }
  json["choice"] = name_in(choice_names, decision.choice);
  json["text"] = verdict.text;
  if (!decision.model.empty()) json["model"] = decision.model;
  if (decision.choice != Choice::unknown) json["probability"] = decision.probability;
  if (decision.ratio > 0) json["ratio"] = decision.ratio;
  if (!decision.reason.empty()) json["reason"] = decision.reason;
  if (decision.in_place_of_plumbline) json["in_place_of_plumbline"] = true;
  return json;
}

double positive(const JsonView& view) {
  const double value = view.number();
  if (!(value >= 0)) view.refuse("expected zero or more");
  return value;
}

AgainstVerdict verdict_from(const JsonView& view) {
  view.only({"against", "against_seconds", "choice", "text", "model", "probability", "ratio",
             "reason", "in_place_of_plumbline"});
  (void)view.at("choice");
  AgainstVerdict verdict{
      .against = view.text_or("against", ""),
      .known = {},
      .decision = {.choice = named_or(view, "choice", choice_from_name, Choice::unknown),
                   .model = view.text_or("model", ""),
                   .ratio = view.has("ratio") ? positive(view.at("ratio")) : 0,
                   .probability = view.has("probability") ? positive(view.at("probability")) : 0,
                   .reason = view.text_or("reason", ""),
                   .in_place_of_plumbline = view.flag_or("in_place_of_plumbline", false)},
      .text = view.at("text").text()};
  if (view.has("against_seconds")) verdict.known = Seconds{positive(view.at("against_seconds"))};
  return verdict;
}

Json to_json(const SplitAnswer& split) {
  Json json = {{"text", split.text}};
  if (!split.model.empty()) json["model"] = split.model;
  if (!split.fraction) return json;
  json["fraction"] = *split.fraction;
  json["time"] = split.time.count();
  json["gain"] = split.gain;
  json["least_gain"] = split.least_gain;
  return json;
}

SplitAnswer split_from(const JsonView& view) {
  view.only({"text", "model", "fraction", "time", "gain", "least_gain"});
  SplitAnswer split{.text = view.at("text").text(), .model = view.text_or("model", "")};
  if (!view.has("fraction")) return split;
  split.fraction = positive(view.at("fraction"));
  split.time = Seconds{positive(view.at("time"))};
  split.gain = positive(view.at("gain"));
  split.least_gain = positive(view.at("least_gain"));
  return split;
}

Saving saving_from(const JsonView& view) {
  view.only({"change", "share"});
  return {view.at("change").text(), positive(view.at("share"))};
}

BestCheck best_check_from(const JsonView& view) {
  view.only({"loop", "every", "time", "taken", "time_as_it_stands"});
  return {.loop = view.at("loop").text(),
          .every = view.at("every").count(),
          .time = Seconds{positive(view.at("time"))},
          .taken = view.at("taken").count(),
          .time_as_it_stands = Seconds{positive(view.at("time_as_it_stands"))}};
}

BestChunks chunks_from(const JsonView& view) {
  view.only({"parameter", "count", "time"});
  return {view.at("parameter").text(), view.at("count").count(),
          Seconds{positive(view.at("time"))}};
}

}  // namespace

void add_answers(Json& point, const Answers& answers) {
  if (answers.verdict) point["verdict"] = to_json(*answers.verdict);
  for (const Saving& saving : answers.savings)
    point["savings"].push_back({{"change", saving.change}, {"share", saving.share}});
  if (const auto& chunks = answers.best_chunks)
    point["best_chunks"] = {
        {"parameter", chunks->parameter}, {"count", chunks->count}, {"time", chunks->time.count()}};
  for (const BestCheck& check : answers.best_checks)
    point["best_checks"].push_back({{"loop", check.loop},
                                    {"every", check.every},
                                    {"time", check.time.count()},
                                    {"taken", check.taken},
                                    {"time_as_it_stands", check.time_as_it_stands.count()}});
  if (answers.best_split) point["best_split"] = to_json(*answers.best_split);
  if (!answers.notes.empty()) point["notes"] = answers.notes;
}

Answers answers_from(const JsonView& point) {
  Answers answers;
  if (point.has("verdict")) answers.verdict = verdict_from(point.at("verdict"));
  if (point.has("savings")) {
    for (const JsonView& item : point.at("savings").list())
      answers.savings.push_back(saving_from(item));
  }
  if (point.has("best_chunks")) answers.best_chunks = chunks_from(point.at("best_chunks"));
  if (point.has("best_checks")) {
    for (const JsonView& item : point.at("best_checks").list())
      answers.best_checks.push_back(best_check_from(item));
  }
  if (point.has("best_split")) answers.best_split = split_from(point.at("best_split"));
  if (point.has("notes")) {
    for (const JsonView& item : point.at("notes").list()) answers.notes.push_back(item.text());
  }
  return answers;
}

Json to_json(const BreakEvenAnswer& answer) {
  Json json = {{"text", answer.text}};
  if (answer.parameter.empty()) return json;
  json["parameter"] = answer.parameter;
  json["first"] = answer.first;
  json["last"] = answer.last;
  json["model"] = answer.model;
  if (answer.at) json["at"] = *answer.at;
  if (!answer.before.empty()) json["faster_before"] = answer.before;
  if (!answer.after.empty()) json["faster_after"] = answer.after;
  json["changes"] = answer.changes;
  json["refused"] = answer.refused;
  return json;
}

BreakEvenAnswer break_even_from_json(const JsonView& view) {
  view.only({"text", "parameter", "first", "last", "model", "at", "faster_before", "faster_after",
             "changes", "refused"});
  BreakEvenAnswer answer{.text = view.at("text").text()};
  if (!view.has("parameter")) return answer;
  answer.parameter = view.at("parameter").text();
  answer.first = view.at("first").count();
  answer.last = view.at("last").count();
  answer.model = view.at("model").text();
  if (view.has("at")) answer.at = view.at("at").count();
  answer.before = view.text_or("faster_before", "");
  answer.after = view.text_or("faster_after", "");
  answer.changes = view.at("changes").count();
  answer.refused = view.at("refused").count();
  return answer;
}

}  // namespace plumb
