// plumb/report/points_table.cpp - measured points as a table.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "plumb/records/verdict.h"
#include "plumb/report/result_tables.h"

namespace plumb {
namespace {

// The settings that differ between the points get a column; the others go into a note.
std::vector<std::string> varying_settings(std::span<const Point> points) {
  std::vector<std::string> names;
  std::map<std::string, std::set<std::string>> values;
  for (const Point& point : points) {
    for (const auto& [name, value] : point.settings) {
      if (values[name].empty()) names.push_back(name);
      values[name].insert(value);
    }
  }
  std::erase_if(names, [&](const std::string& name) { return values[name].size() < 2; });
  return names;
}

// A rate that no bytes or flops give is not zero, it does not exist.
Cell rate(double amount, double seconds, const char* what) {
  if (amount <= 0) return Missing{fmt::format("the step counts no {}", what)};
  if (seconds <= 0) return Missing{"the time is below the timer's resolution"};
  return significant(amount / seconds * 1e-9, 4);
}

// A step of transfers alone has the rate of what they move, any other that of its passes.
Bytes rated_bytes(const StepResult& step) { return step.bytes.count > 0 ? step.bytes : step.moved; }

// "12", "12 (9 to 14)" where executions differed, "15 in 2 loops" where it was entered twice.
std::string rounds_text(const LoopResult& loop) {
  std::string text = fmt::format("{}", loop.rounds.value);
  if (const auto [least, most] = std::ranges::minmax(loop.rounds.samples); least != most)
    text += fmt::format(" ({} to {})", least, most);
  if (loop.entered != 1) text += fmt::format(" in {} loops", loop.entered);
  return text;
}

Cell rounds_cell(const StepResult& step) {
  if (step.loops.empty()) return Missing{};
  if (step.loops.size() == 1) return rounds_text(step.loops.front());
  std::string text;
  for (const LoopResult& loop : step.loops)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", loop.name, rounds_text(loop));
  return text;
}

bool has_loops(std::span<const Point> points) {
  return std::ranges::any_of(points, [](const Point& point) {
    return std::ranges::any_of(point.steps,
                               [](const StepResult& step) { return !step.loops.empty(); });
  });
}

std::vector<Cell> time_cells(const std::string& name, const Quantity& time, std::size_t outliers) {
  const double half = (time.high - time.low) / 2;
  return {name, significant(time.value * 1e3, 4),
          time.value > 0 ? Cell(fixed(100 * half / time.value, 1)) : Cell(Missing{}),
          time.samples.size(), outliers};
}

std::vector<Cell> step_cells(const StepResult& step, bool with_rounds) {
  std::vector<Cell> cells = time_cells(step.name, step.time, step.outliers.size());
  if (with_rounds) cells.push_back(rounds_cell(step));
  cells.push_back(rate(static_cast<double>(rated_bytes(step).count), step.time.value, "bytes"));
  cells.push_back(rate(step.flops.count, step.time.value, "flops"));
  return cells;
}

std::string constant_settings(const Point& point, const std::vector<std::string>& varying) {
  std::string text;
  for (const auto& [name, value] : point.settings) {
    if (std::find(varying.begin(), varying.end(), name) != varying.end()) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
  }
  return text;
}

void add_notes(Table& table, std::span<const Point> points,
               const std::vector<std::string>& varying) {
  if (points.empty()) return;
  if (const std::string text = constant_settings(points.front(), varying); !text.empty()) {
    table.notes.push_back(text);
  }
  std::set<std::string> said;
  for (const Point& point : points) {
    std::vector<std::string> notes = point.warnings;
    const bool refused = verdict_of(point) == Verdict::refused;
    const std::string status = refused ? verdict_text(point) : name_of(point.status);
    if (!point.reason.empty()) notes.push_back(status + ": " + point.reason);
    for (const std::string& note : notes) {
      if (said.insert(note).second) table.notes.push_back(note);
    }
  }
}

}  // namespace

Table points_table(std::span<const Point> points) {
  Table table;
  if (!points.empty()) table.title = points.front().workload;
  const std::vector<std::string> varying = varying_settings(points);
  for (const std::string& name : varying) table.columns.push_back({name});
  table.columns.insert(table.columns.end(),
                       {{"step"}, {"time", "ms"}, {"+-", "%"}, {"samples"}, {"outliers"}});
  const bool with_rounds = has_loops(points);
  if (with_rounds) table.columns.push_back({"rounds", "", Alignment::right});
  table.columns.insert(table.columns.end(),
                       {{"bandwidth", "GB/s"}, {"arithmetic", "GFLOP/s"}, {"result"}});
  for (const Point& point : points) {
    std::vector<Cell> settings;
    for (const std::string& name : varying) {
      const std::string* text = text_named(point.settings, name);
      settings.emplace_back(text != nullptr ? *text : std::string());
    }
    for (const StepResult& step : point.steps) {
      std::vector<Cell> row = settings;
      for (Cell& cell : step_cells(step, with_rounds)) row.push_back(std::move(cell));
      row.emplace_back(verdict_text(point));
      table.rows.push_back(std::move(row));
    }
    if (!point.steps.empty()) continue;
    std::vector<Cell> row = settings;
    row.resize(table.columns.size() - 1, Missing{});
    row.emplace_back(verdict_text(point));
    table.rows.push_back(std::move(row));
  }
  add_notes(table, points, varying);
  return table;
}

}  // namespace plumb
