// plumb/report/measured_table.cpp - what was measured beside what was predicted.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/measured_table.h"

#include <algorithm>

#include <fmt/format.h>

namespace plumb {
namespace {

// One row: a top-level step, or all transfers in one direction, which a prediction sums.
struct Measured {
  std::string label;
  std::string step;  // empty: transfers
  double seconds = 0;
};

std::vector<Measured> measured_rows(const Program& program, const Point& point) {
  std::vector<Measured> rows;
  for (std::size_t i = 0; i < point.steps.size() && i < program.steps.size(); ++i) {
    const auto* moved = std::get_if<Transfer>(&program.steps[i].action);
    std::string label = program.steps[i].name;
    std::string step = label;
    if (moved != nullptr && moved->direction != Direction::within) {
      label = moved->direction == Direction::in ? "transfer in" : "transfer out";
      step.clear();
    }
    auto row = std::ranges::find(rows, label, &Measured::label);
    if (row == rows.end()) row = rows.insert(rows.end(), {label, step, 0});
    row->seconds += point.steps[i].time.value;
  }
  return rows;
}

std::optional<Seconds> predicted_for(const Prediction& prediction, const Measured& row) {
  if (row.step.empty()) {
    const auto& moved =
        row.label == "transfer in" ? prediction.transfer_in : prediction.transfer_out;
    if (!moved) return std::nullopt;
    return moved->cost.time;
  }
  Seconds sum{};
  for (const PartPrediction& part : prediction.passes) {
    if (part.step == row.step) sum += part.cost.time;
  }
  return sum;
}

}  // namespace

Table measured_table(const Program& program, const Point& measured, const PredictedPoint& predicted,
                     const std::string& note) {
  Table table{.title = fmt::format("{}: measured and predicted", predicted.application),
              .columns = {{"step"}, {"measured", "ms"}}};
  for (const Prediction& prediction : predicted.predictions) {
    table.columns.insert(table.columns.end(), {{prediction.model, "ms"}, {"error", "%"}});
  }
  for (const Measured& row : measured_rows(program, measured)) {
    std::vector<Cell> cells{row.label, milliseconds(Seconds{row.seconds})};
    for (const Prediction& prediction : predicted.predictions) {
      const std::optional<Seconds> time =
          prediction.reason.empty() ? predicted_for(prediction, row) : std::nullopt;
      if (!time) {
        const std::string reason =
            prediction.reason.empty() ? fmt::format("{} does not model transfers", prediction.model)
                                      : prediction.reason;
        cells.insert(cells.end(), {Missing{reason}, Missing{}});
        continue;
      }
      cells.emplace_back(milliseconds(*time));
      cells.emplace_back(row.seconds > 0
                             ? Cell(fixed(100 * prediction_error(*time, Seconds{row.seconds}), 1))
                             : Cell(Missing{"the time is below the timer's resolution"}));
    }
    table.rows.push_back(std::move(cells));
  }
  if (!predicted.profile.empty()) {
    table.notes.push_back(fmt::format("profile {}, paths {}; error: predicted over measured - 1",
                                      predicted.profile, predicted.paths));
  }
  if (!note.empty()) table.notes.push_back(note);
  return table;
}

}  // namespace plumb
