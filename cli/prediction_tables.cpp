// cli/prediction_tables.cpp - parts of a point, points of a sweep, one device against another.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/prediction_tables.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/model/predict.h"

namespace plumb::cli {
namespace {

// Paper 000, abstract: "a 20% error at the worst case". Nearer than this is no verdict.
constexpr double worst_error = 0.20;

Cell milliseconds(Seconds time) { return significant(time.count() * 1e3, 4); }
Cell mebibytes(Bytes bytes) { return significant(static_cast<double>(bytes.count) * 0x1p-20, 4); }

// The settings of all points that differ somewhere; the others go into a note.
std::vector<std::string> varying(std::span<const PredictedPoint> points) {
  std::vector<std::string> names;
  if (points.empty()) return names;
  for (const auto& [name, value] : points.front().settings) {
    const auto differs = [&](const PredictedPoint& point) {
      return std::ranges::find(point.settings, std::pair(name, value)) == point.settings.end();
    };
    if (std::ranges::any_of(points, differs)) names.push_back(name);
  }
  return names;
}

std::vector<Cell> setting_cells(const PredictedPoint& point,
                                const std::vector<std::string>& names) {
  std::vector<Cell> cells;
  for (const std::string& name : names) {
    for (const auto& [setting, value] : point.settings) {
      if (setting == name) cells.emplace_back(value);
    }
  }
  return cells;
}

std::string origin(const PredictedPoint& point, const std::vector<std::string>& left_out) {
  std::string text = fmt::format("profile {}, paths {}", point.profile, point.paths);
  for (const auto& [name, value] : point.settings) {
    if (std::ranges::find(left_out, name) != left_out.end()) continue;
    text += fmt::format(", {} {}", name, value);
  }
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

void add_part_cells(std::vector<Cell>& row, const Prediction& prediction,
                    const PartPrediction* part) {
  if (part == nullptr) {
    const std::string reason = prediction.reason.empty()
                                   ? fmt::format("{} knows no transfers", prediction.model)
                                   : prediction.reason;
    row.insert(row.end(), {Missing{reason}, Missing{}, Missing{}});
    return;
  }
  const double total = prediction.total().count();
  row.emplace_back(milliseconds(part->cost.time));
  row.emplace_back(total > 0 ? Cell(fixed(100 * part->cost.time.count() / total, 1))
                             : Cell(Missing{"T is zero"}));
  row.emplace_back(name_of(limit_of(part->cost)));
}

void add_total_cells(std::vector<Cell>& row, const Prediction& prediction) {
  if (!prediction.reason.empty()) {
    row.insert(row.end(), {Missing{prediction.reason}, Missing{}, Missing{}});
    return;
  }
  const LimitingPath limit = limiting_path(prediction);
  row.insert(row.end(), {milliseconds(prediction.total()), fixed(100, 1), limit.name});
}

// Who is faster; within the model's own error nobody is.
std::string verdict(const std::string& name, const std::string& rival, double ratio) {
  if (std::max(ratio, 1 / ratio) <= 1 + worst_error) return "too close to call";
  return ratio > 1 ? fmt::format("{} is {:.3g} x faster", name, ratio)
                   : fmt::format("{} is {:.3g} x faster", rival, 1 / ratio);
}

// T1, I T2, T3 and T, or T alone for a model without transfers.
void add_sweep_columns(Table& table, const std::string& model, bool moves) {
  if (moves) {
    table.columns.insert(
        table.columns.end(),
        {{fmt::format("{} T1", model), "ms"}, {"I T2", "ms"}, {"T3", "ms"}, {"T", "ms"}});
  } else {
    table.columns.push_back({fmt::format("{} T", model), "ms"});
  }
  table.columns.push_back({"limited by"});
}

void add_sweep_cells(std::vector<Cell>& row, const Prediction& prediction, bool moves) {
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
      add_part_cells(row, point.predictions[i], part.models[i]);
    }
    table.rows.push_back(std::move(row));
  }
  std::vector<Cell> total{"T", Missing{}, Missing{}};
  for (const Prediction& prediction : point.predictions) add_total_cells(total, prediction);
  table.rows.push_back(std::move(total));
  table.notes.push_back(origin(point, {}));
  for (const Prediction& prediction : point.predictions) {
    if (!prediction.reason.empty()) continue;
    const LimitingPath limit = limiting_path(prediction);
    table.notes.push_back(fmt::format("{}: limited by {}, {:.1f} % of T", prediction.model,
                                      limit.name, 100 * limit.share));
  }
  return table;
}

Table sweep_table(std::span<const PredictedPoint> points) {
  Table table;
  if (points.empty()) return table;
  table.title = points.front().application;
  const std::vector<std::string> names = varying(points);
  for (const std::string& name : names) table.columns.push_back({name, "", Alignment::right});
  std::vector<bool> moves;  // by model: it knows transfers
  for (const Prediction& prediction : points.front().predictions) {
    moves.push_back(prediction.transfer_in || prediction.transfer_out);
    add_sweep_columns(table, prediction.model, moves.back());
  }
  for (const PredictedPoint& point : points) {
    std::vector<Cell> row = setting_cells(point, names);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      add_sweep_cells(row, point.predictions[i], moves[i]);
    }
    table.rows.push_back(std::move(row));
  }
  table.notes.push_back(origin(points.front(), names));
  return table;
}

Table against_table(std::span<const PredictedPoint> points,
                    std::span<const PredictedPoint> rivals) {
  Table table;
  if (points.empty()) return table;
  const std::string& name = points.front().profile;
  const std::string& rival = rivals.front().profile;
  table.title = fmt::format("{} against {}", name, rival);
  const std::vector<std::string> names = varying(points);
  for (const std::string& setting : names) table.columns.push_back({setting, "", Alignment::right});
  table.columns.insert(table.columns.end(), {{"model"},
                                             {fmt::format("T on {}", name), "ms"},
                                             {fmt::format("T on {}", rival), "ms"},
                                             {"ratio"},
                                             {"verdict"}});
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t m = 0; m < points[i].predictions.size(); ++m) {
      const Prediction& own = points[i].predictions[m];
      const Prediction& other = rivals[i].predictions[m];
      std::vector<Cell> row = setting_cells(points[i], names);
      row.emplace_back(own.model);
      if (!own.reason.empty() || !other.reason.empty()) {
        row.emplace_back(Missing{own.reason.empty() ? other.reason : own.reason});
        row.insert(row.end(), 3, Missing{});
      } else if (own.total() <= Seconds{}) {
        row.emplace_back(Missing{"it takes no time"});
        row.insert(row.end(), 3, Missing{});
      } else {
        const double ratio = other.total() / own.total();
        row.insert(row.end(), {milliseconds(own.total()), milliseconds(other.total()),
                               significant(ratio, 3), verdict(name, rival, ratio)});
      }
      table.rows.push_back(std::move(row));
    }
  }
  table.notes.emplace_back(
      "ratio: the second time over the first; within 20 %, the worst error of the paper's model, "
      "it is too close to call");
  return table;
}

Table against_time_table(std::span<const PredictedPoint> points, Seconds known) {
  Table table;
  if (points.empty()) return table;
  const std::string& name = points.front().profile;
  table.title = fmt::format("{} against {}", name, to_text(known));
  const std::vector<std::string> names = varying(points);
  for (const std::string& setting : names) table.columns.push_back({setting, "", Alignment::right});
  table.columns.insert(
      table.columns.end(),
      {{"model"}, {fmt::format("T on {}", name), "ms"}, {"now", "ms"}, {"ratio"}, {"verdict"}});
  for (const PredictedPoint& point : points) {
    for (const Prediction& prediction : point.predictions) {
      std::vector<Cell> row = setting_cells(point, names);
      row.emplace_back(prediction.model);
      if (!prediction.reason.empty()) {
        row.emplace_back(Missing{prediction.reason});
        row.insert(row.end(), 3, Missing{});
      } else if (prediction.total() <= Seconds{}) {
        row.emplace_back(Missing{"it takes no time"});
        row.insert(row.end(), 3, Missing{});
      } else {
        const double ratio = known / prediction.total();
        const bool close = std::max(ratio, 1 / ratio) <= 1 + worst_error;
        const char* port = ratio > 1 ? "port" : "stay";
        row.insert(row.end(), {milliseconds(prediction.total()), milliseconds(known),
                               significant(ratio, 3), close ? "too close to call" : port});
      }
      table.rows.push_back(std::move(row));
    }
  }
  table.notes.emplace_back(
      "ratio: the time now over the predicted one; within 20 %, the worst error of the paper's "
      "model, it is too close to call");
  return table;
}

}  // namespace plumb::cli
