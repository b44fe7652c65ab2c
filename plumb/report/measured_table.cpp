// plumb/report/measured_table.cpp - what was measured beside what was predicted.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/measured_table.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "plumb/records/executed_rounds.h"

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

void add_row(Table& table, const std::string& label, double seconds,
             const std::vector<Prediction>& predictions,
             const std::function<std::optional<Seconds>(const Prediction&)>& predicted) {
  std::vector<Cell> cells{label, milliseconds(Seconds{seconds})};
  for (const Prediction& prediction : predictions) {
    const std::optional<Seconds> time =
        prediction.reason.empty() ? predicted(prediction) : std::nullopt;
    if (!time) {
      const std::string reason = prediction.reason.empty()
                                     ? fmt::format("{} does not model transfers", prediction.model)
                                     : prediction.reason;
      cells.insert(cells.end(), {Missing{reason}, Missing{}});
      continue;
    }
    cells.emplace_back(milliseconds(*time));
    cells.emplace_back(seconds > 0 ? Cell(fixed(100 * prediction_error(*time, Seconds{seconds}), 1))
                                   : Cell(Missing{"the time is below the timer's resolution"}));
  }
  table.rows.push_back(std::move(cells));
}

// Which rounds the prediction has, and what the expected ones would give; empty without loops.
std::string rounds_note(const MeasuredBesidePredicted& point) {
  std::string executed;
  std::string expected;
  for (const LoopRounds& loop : loop_rounds(point.program, point.measured)) {
    const char* separator = executed.empty() ? "" : ", ";
    executed += fmt::format("{}{} {}", separator, loop.name, loop.executed);
    expected += fmt::format("{}{} {}", separator, loop.name, loop.expected);
  }
  std::string times;
  for (const Prediction& prediction : point.expected.predictions) {
    if (!prediction.reason.empty()) continue;
    times += fmt::format("{} {} T {} ms", times.empty() ? ":" : ",", prediction.model,
                         to_text(milliseconds(prediction.total())));
  }
  if (executed.empty() || times.empty()) return {};
  return fmt::format(
      "predicted with the rounds that were executed ({}); with those expected ({}){}", executed,
      expected, times);
}

}  // namespace

Table measured_table(const MeasuredBesidePredicted& point) {
  const std::vector<Prediction>& predictions = point.predicted.predictions;
  Table table{.title = fmt::format("{}{}{}: measured and predicted", point.predicted.application,
                                   point.which.empty() ? "" : ", ", point.which),
              .columns = {{"step"}, {"measured", "ms"}}};
  for (const Prediction& prediction : predictions)
    table.columns.insert(table.columns.end(), {{prediction.model, "ms"}, {"error", "%"}});
  for (const Measured& row : measured_rows(point.program, point.measured)) {
    add_row(table, row.label, row.seconds, predictions,
            [&](const Prediction& prediction) { return predicted_for(prediction, row); });
  }
  if (!point.measured.whole.samples.empty()) {
    add_row(table, "T (host time)", point.measured.whole.value, predictions,
            [](const Prediction& prediction) { return std::optional(prediction.total()); });
  }
  if (!point.predicted.profile.empty()) {
    table.notes.push_back(fmt::format("profile {}, paths {}; error: predicted over measured - 1",
                                      point.predicted.profile, point.predicted.paths));
  }
  if (std::string rounds = rounds_note(point); !rounds.empty())
    table.notes.push_back(std::move(rounds));
  if (!point.note.empty()) table.notes.push_back(point.note);
  return table;
}

}  // namespace plumb
