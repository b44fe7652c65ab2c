// plumb/report/sweep_tables.cpp - points of a sweep; one device against another, or against a time.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/sweep_tables.h"

#include <algorithm>

#include <fmt/format.h>

namespace plumb {
namespace {

// T1, I T2, T3 and T, or T alone for a model without transfers.
void add_columns(Table& table, const std::string& model, bool moves) {
  if (moves) {
    table.columns.insert(
        table.columns.end(),
        {{fmt::format("{} T1", model), "ms"}, {"I T2", "ms"}, {"T3", "ms"}, {"T", "ms"}});
  } else {
    table.columns.push_back({fmt::format("{} T", model), "ms"});
  }
  table.columns.push_back({"limited by"});
}

void add_cells(std::vector<Cell>& row, const Prediction& prediction, bool moves) {
  const auto part = [](const std::optional<PartPrediction>& moved) {
    return moved ? milliseconds(moved->cost.time) : Cell(Missing{"nothing is moved"});
  };
  if (!prediction.reason.empty()) {
    row.emplace_back(Missing{prediction.reason});
    row.insert(row.end(), moves ? 4 : 1, Missing{});
    return;
  }
  if (moves) {
    row.insert(row.end(),
               {part(prediction.transfer_in), milliseconds(prediction.whole_passes().time),
                part(prediction.transfer_out)});
  }
  row.insert(row.end(), {milliseconds(prediction.total()), limiting_path(prediction).name});
}

std::string reason_of(const Prediction& prediction) {
  if (!prediction.reason.empty()) return prediction.reason;
  return prediction.total() > Seconds{} ? "" : "it takes no time";
}

Cell time_cell(Seconds time, const std::string& reason) {
  return reason.empty() ? Cell(milliseconds(time)) : Cell(Missing{reason});
}

// Of a share that is never certain.
std::string percent_text(double probability) {
  return probability >= 0.995 ? std::string(">99 %") : fmt::format("{:.0f} %", 100 * probability);
}

// What a model that the rival's profile is not made for says.
Prediction of_model(const PredictedPoint& point, const std::string& model) {
  const auto found = std::ranges::find(point.predictions, model, &Prediction::model);
  if (found != point.predictions.end()) return *found;
  Prediction none;
  none.model = model;
  none.reason = fmt::format("{} was not probed", point.profile);
  return none;
}

constexpr std::string_view is_faster = " is faster";

// `decided`, `undecided`: whether some comparison has a verdict, or has none.
std::string ratio_note(bool decided, bool undecided) {
  std::string note = "ratio: the second time over the first";
  if (!decided) return note;
  note +=
      "; the verdict is that of the first model that predicts both, with the probability that its "
      "intervals give it";
  return undecided ? note + "; where plumbline abstains there is none" : note;
}

// The others differ in numbers alone.
constexpr std::size_t most_reasons = 3;

std::string choice_text(const Decision& decision, const std::string& first,
                        const std::string& second) {
  const double likelier = std::max(decision.probability, 1 - decision.probability);
  switch (decision.choice) {
    case Choice::port:
      return fmt::format("{}, {}", first, percent_text(likelier));
    case Choice::stay:
      return fmt::format("{}, {}", second, percent_text(likelier));
    case Choice::too_close:
      return fmt::format("too close to call, {} with {}",
                         decision.probability >= 0.5 ? first : second, percent_text(likelier));
    case Choice::unknown:
      break;
  }
  return {};
}

// "g80" or "port": whoever wins without a probability.
std::string name_alone(const std::string& phrase) {
  return phrase.ends_with(is_faster) ? phrase.substr(0, phrase.size() - is_faster.size()) : phrase;
}

}  // namespace

std::string verdict_text(const Decision& decision, const std::string& first,
                         const std::string& second) {
  if (decision.choice == Choice::unknown)
    return "no verdict: " + (decision.reason.empty() ? "no model predicts both" : decision.reason);
  if (!decision.reason.empty())
    return fmt::format("{}: {}", name_alone(decision.choice == Choice::port ? first : second),
                       decision.reason);
  return choice_text(decision, first, second) +
         (decision.in_place_of_plumbline ? fmt::format(" (by {}, not by plumbline)", decision.model)
                                         : "");
}

AgainstVerdict against_verdict(const PredictedPoint& point, const PredictedPoint& rival,
                               const Decision& decision) {
  return {.against = rival.profile,
          .known = {},
          .decision = decision,
          .text = verdict_text(decision, fmt::format("{}{}", point.profile, is_faster),
                               fmt::format("{}{}", rival.profile, is_faster))};
}

AgainstVerdict against_verdict(Seconds known, const Decision& decision) {
  return {.against = {},
          .known = known,
          .decision = decision,
          .text = verdict_text(decision, "port", "stay")};
}

std::vector<Cell> SettingColumns::cells(const PredictedPoint& point) {
  if (source_.empty()) {
    source_ = fmt::format("profile {}, paths {}", point.profile, point.paths);
    for (const auto& [name, value] : point.settings) settings_.push_back({name, value, false});
  }
  std::vector<Cell> cells;
  for (Setting& setting : settings_) {
    const auto found = std::ranges::find(point.settings, setting.name,
                                         &std::pair<std::string, std::string>::first);
    const std::string value = found == point.settings.end() ? "" : found->second;
    setting.varies = setting.varies || value != setting.value;
    cells.emplace_back(value);
  }
  return cells;
}

void SettingColumns::finish(Table& table) const {
  std::vector<Column> columns;
  for (const Setting& setting : settings_) {
    if (setting.varies) columns.push_back({setting.name, "", Alignment::right});
  }
  table.columns.insert(table.columns.begin(), columns.begin(), columns.end());
  for (std::vector<Cell>& row : table.rows) {
    for (std::size_t i = settings_.size(); i-- > 0;) {
      if (!settings_[i].varies) row.erase(row.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
}

std::string SettingColumns::origin() const {
  std::string text = source_;
  for (const Setting& setting : settings_) {
    if (!setting.varies) text += fmt::format(", {} {}", setting.name, setting.value);
  }
  return text;
}

void SweepTable::add(const PredictedPoint& point) {
  if (table_.rows.empty()) {
    table_.title = point.application;
    for (const Prediction& prediction : point.predictions) {
      moves_.push_back(prediction.transfer_in || prediction.transfer_out);
      add_columns(table_, prediction.model, moves_.back());
    }
  }
  std::vector<Cell> row = settings_.cells(point);
  for (std::size_t i = 0; i < moves_.size(); ++i) add_cells(row, point.predictions[i], moves_[i]);
  table_.rows.push_back(std::move(row));
}

Table SweepTable::finish() && {
  settings_.finish(table_);
  table_.notes.push_back(settings_.origin());
  return std::move(table_);
}

void AgainstTable::begin(const std::string& title, const std::string& own,
                         const std::string& other) {
  if (!table_.rows.empty()) return;
  table_.title = title;
  table_.columns = {{"model"}, {own, "ms"}, {other, "ms"}, {"ratio"}, {"verdict"}};
}

void AgainstTable::add_verdict(const AgainstVerdict& verdict, std::size_t rows) {
  if (rows == 0) return;
  const auto begin = table_.rows.end() - static_cast<std::ptrdiff_t>(rows);
  const auto is_of_model = [&](const std::vector<Cell>& row) {
    const auto* model = std::get_if<std::string>(&row.end()[-5].value);
    return model != nullptr && *model == verdict.decision.model;
  };
  const auto found = std::find_if(begin, table_.rows.end(), is_of_model);
  const bool decided = verdict.decision.choice != Choice::unknown;
  decided_ = decided_ || decided;
  (found == table_.rows.end() ? *begin : *found).back() = decided ? verdict.text : "no verdict";
  if (!decided && std::ranges::count(undecided_, verdict.text) == 0)
    undecided_.push_back(verdict.text);
}

void AgainstTable::add(const PredictedPoint& point, const PredictedPoint& rival,
                       const Decision& decision) {
  begin(fmt::format("{} against {}", point.profile, rival.profile),
        fmt::format("T on {}", point.profile), fmt::format("T on {}", rival.profile));
  for (const Prediction& own : point.predictions) {
    const Prediction other = of_model(rival, own.model);
    const std::string own_reason = reason_of(own);
    const std::string other_reason = reason_of(other);
    std::vector<Cell> row = settings_.cells(point);
    row.insert(row.end(), {own.model, time_cell(own.total(), own_reason),
                           time_cell(other.total(), other_reason), Missing{}, Missing{}});
    if (own_reason.empty() && other_reason.empty())
      row.end()[-2] = significant(other.total() / own.total(), 3);
    table_.rows.push_back(std::move(row));
  }
  add_verdict(against_verdict(point, rival, decision), point.predictions.size());
}

void AgainstTable::add(const PredictedPoint& point, Seconds known, const Decision& decision) {
  begin(fmt::format("{} against {}", point.profile, to_text(known)),
        fmt::format("T on {}", point.profile), "now");
  for (const Prediction& prediction : point.predictions) {
    std::vector<Cell> row = settings_.cells(point);
    const std::string reason = reason_of(prediction);
    row.insert(row.end(), {prediction.model, time_cell(prediction.total(), reason),
                           milliseconds(known), Missing{}, Missing{}});
    if (reason.empty()) row.end()[-2] = significant(known / prediction.total(), 3);
    table_.rows.push_back(std::move(row));
  }
  add_verdict(against_verdict(known, decision), point.predictions.size());
}

Table AgainstTable::finish() && {
  settings_.finish(table_);
  const std::size_t shown = std::min(undecided_.size(), most_reasons);
  const std::size_t others = undecided_.size() - shown;
  table_.notes = {ratio_note(decided_, !undecided_.empty())};
  table_.notes.insert(table_.notes.end(), undecided_.begin(),
                      undecided_.begin() + static_cast<std::ptrdiff_t>(shown));
  if (others > 0)
    table_.notes.push_back(
        fmt::format("{} more reason{} for no verdict", others, others == 1 ? "" : "s"));
  return std::move(table_);
}

}  // namespace plumb
