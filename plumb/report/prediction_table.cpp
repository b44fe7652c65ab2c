// plumb/report/prediction_table.cpp - the parts of a predicted point.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/prediction_table.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

namespace plumb {
namespace {

Cell mebibytes(Bytes bytes) { return significant(static_cast<double>(bytes.count) * 0x1p-20, 4); }

std::string origin(const PredictedPoint& point) {
  std::string text = fmt::format("profile {}, paths {}", point.profile, point.paths);
  for (const auto& [name, value] : point.settings) text += fmt::format(", {} {}", name, value);
  return text;
}

std::string label_of(const PartPrediction& part) {
  return part.step.empty() || part.step == part.name ? part.name
                                                     : fmt::format("{}: {}", part.step, part.name);
}

// A row of the table of parts: the same part by every model.
struct PartRow {
  std::string label;
  const PartPrediction* any = nullptr;
  std::vector<const PartPrediction*> models;  // null where a model has no such part
};

std::vector<PartRow> rows_of(const PredictedPoint& point) {
  std::vector<PartRow> rows;
  const std::size_t models = point.predictions.size();
  const auto add = [&](std::size_t model, const std::string& label, const PartPrediction& part) {
    auto row = std::ranges::find(rows, label, &PartRow::label);
    if (row == rows.end()) {
      rows.push_back({label, &part, std::vector<const PartPrediction*>(models, nullptr)});
      row = rows.end() - 1;
    }
    row->models[model] = &part;
  };
  for (std::size_t i = 0; i < models; ++i) {
    const Prediction& prediction = point.predictions[i];
    if (prediction.transfer_in) add(i, "T1 transfer in", *prediction.transfer_in);
    for (const PartPrediction& part : prediction.passes) add(i, label_of(part), part);
    if (prediction.transfer_out) add(i, "T3 transfer out", *prediction.transfer_out);
  }
  return rows;
}

// Launches that wait and the host are parts of plumbline alone.
std::string why_without(const Prediction& prediction, const std::string& label) {
  if (!prediction.reason.empty()) return prediction.reason;
  const bool is_transfer = label.starts_with("T1") || label.starts_with("T3");
  return is_transfer ? fmt::format("{} does not model transfers", prediction.model) : std::string();
}

void add_part_cells(std::vector<Cell>& row, const Prediction& prediction, const std::string& label,
                    const PartPrediction* part) {
  if (part == nullptr) {
    row.insert(row.end(), {Missing{why_without(prediction, label)}, Missing{}, Missing{}});
    return;
  }
  const double total = prediction.total().count();
  row.emplace_back(milliseconds(part->cost.time));
  row.emplace_back(total > 0 ? Cell(fixed(100 * part->cost.time.count() / total, 1))
                             : Cell(Missing{"T is zero"}));
  row.emplace_back(name_of(limit_of(part->cost)));
}

// A term is the largest and yet hidden behind others, if less of it saves nothing.
bool is_hidden(const LimitingPath& limit, const std::vector<Saving>& savings) {
  constexpr double least = 0.25;  // of what it would save alone
  constexpr std::array<std::tuple<std::string_view, std::string_view, double>, 2> tried{
      {{"memory bandwidth", "10 % more bandwidth", 1 - 1 / 1.1},
       {"launches", "launches in half the time", 0.5}}};
  for (const auto& [name, change, saved] : tried) {
    const auto found = std::ranges::find(savings, change, &Saving::change);
    if (limit.name == name && found != savings.end())
      return found->share < least * saved * limit.share;
  }
  return false;
}

// The savings are those of plumbline.
bool has_no_single_limit(const PredictedPoint& point, const Prediction& prediction) {
  return prediction.model == "plumbline" &&
         is_hidden(limiting_path(prediction), point.answers.savings);
}

std::string limit_note(const PredictedPoint& point, const Prediction& prediction) {
  const LimitingPath limit = limiting_path(prediction);
  if (!has_no_single_limit(point, prediction))
    return fmt::format("limited by {}, {:.1f} % of T", limit.name, 100 * limit.share);
  return fmt::format(
      "nothing single limits: {}, the largest term with {:.1f} % of T, is hidden "
      "behind others",
      limit.name, 100 * limit.share);
}

void add_total_cells(std::vector<Cell>& row, const PredictedPoint& point,
                     const Prediction& prediction) {
  if (!prediction.reason.empty()) {
    row.insert(row.end(), {Missing{prediction.reason}, Missing{}, Missing{}});
    return;
  }
  row.insert(row.end(), {milliseconds(prediction.total()), fixed(100, 1),
                         has_no_single_limit(point, prediction) ? "nothing single"
                                                                : limiting_path(prediction).name});
}

// What steps on several queues spend beside each other is taken off again.
void add_overlap(Table& table, const PredictedPoint& point) {
  const auto has = [](const Prediction& one) { return one.overlapped > Seconds{}; };
  if (std::ranges::none_of(point.predictions, has)) return;
  std::vector<Cell> row{"beside each other", Missing{}, Missing{}};
  for (const Prediction& prediction : point.predictions) {
    if (!has(prediction)) {
      row.insert(row.end(), {Missing{}, Missing{}, Missing{}});
      continue;
    }
    row.emplace_back(milliseconds(-1 * prediction.overlapped));
    row.emplace_back(fixed(-100 * (prediction.overlapped / prediction.total()), 1));
    row.emplace_back(Missing{});
  }
  table.rows.push_back(std::move(row));
}

}  // namespace

Table parts_table(const PredictedPoint& point) {
  Table table{.title = point.application, .columns = {{"part"}, {"calls"}, {"data", "MiB"}}};
  for (const Prediction& prediction : point.predictions) {
    table.columns.insert(table.columns.end(),
                         {{prediction.model, "ms"}, {"share", "%"}, {"limited by"}});
  }
  for (const PartRow& part : rows_of(point)) {
    std::vector<Cell> row{part.label, part.any->calls, mebibytes(part.any->bytes)};
    for (std::size_t i = 0; i < part.models.size(); ++i) {
      add_part_cells(row, point.predictions[i], part.label, part.models[i]);
    }
    table.rows.push_back(std::move(row));
  }
  add_overlap(table, point);
  std::vector<Cell> total{"T", Missing{}, Missing{}};
  for (const Prediction& prediction : point.predictions) add_total_cells(total, point, prediction);
  table.rows.push_back(std::move(total));
  table.notes.push_back(origin(point));
  for (const Prediction& prediction : point.predictions) {
    if (!prediction.reason.empty()) continue;
    std::string note = fmt::format("{}: {}", prediction.model, limit_note(point, prediction));
    if (const std::optional<TimeInterval> interval = interval_of(prediction.whole()))
      note +=
          fmt::format("; T lies between {} and {} ms in 9 of 10 cases",
                      to_text(milliseconds(interval->low)), to_text(milliseconds(interval->high)));
    table.notes.push_back(std::move(note));
  }
  if (point.first_use)
    table.notes.push_back(fmt::format(
        "first use: the first run adds about {} ms to T: {} small source{} that no cache has seen, "
        "building included",
        to_text(milliseconds(point.first_use->time)), point.first_use->sources,
        point.first_use->sources == 1 ? "" : "s"));
  return table;
}

}  // namespace plumb
