// plumb/report/points_table.cpp - measured points as a table.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "plumb/base/statistics.h"
#include "plumb/records/verdict.h"
#include "plumb/report/result_tables.h"
#include "plumb/report/which_point.h"

namespace plumb {
namespace {

// A rate that no bytes or flops give is not zero, it does not exist.
Cell rate(double amount, double seconds, const std::string& why_none) {
  if (amount <= 0) return Missing{why_none};
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
  const bool is_known = time.value > 0 && has_interval(time);
  return {name, significant(time.value * 1e3, 4),
          is_known ? Cell(fixed(100 * noise_of(time), 1)) : Cell(Missing{}), time.samples.size(),
          outliers};
}

// The host's clock around all steps. It says nothing about bytes and flops: it waits as well.
std::vector<Cell> whole_cells(const Quantity& whole, bool with_rounds) {
  std::vector<Cell> cells = time_cells("whole (host time)", whole, outliers(whole.samples).size());
  cells.insert(cells.end(), with_rounds ? 3 : 2, Missing{});
  return cells;
}

// "step 'copy' counts no flops", "steps 'copy', 'scale', 'add' and 2 more count no flops": all of
// a table in one sentence, which stands once below it.
template <class Amount>
std::string steps_without(std::span<const Point> points, const char* what, Amount amount) {
  constexpr std::size_t most_names = 3;
  std::vector<std::string> names;
  for (const Point& point : points) {
    for (const StepResult& step : point.steps) {
      const std::string name = fmt::format("'{}'", step.name);
      if (amount(step) <= 0 && std::ranges::count(names, name) == 0) names.push_back(name);
    }
  }
  if (names.empty()) return {};
  const std::size_t more = names.size() - std::min(names.size(), most_names);
  names.resize(names.size() - more);
  return fmt::format("step{} {}{} no {}", names.size() > 1 ? "s" : "", fmt::join(names, ", "),
                     more > 0           ? fmt::format(" and {} more count", more)
                     : names.size() > 1 ? " count"
                                        : " counts",
                     what);
}

// Why steps have no rate.
struct WithoutRates {
  std::string bytes;
  std::string flops;
};

WithoutRates without_rates(std::span<const Point> points) {
  return {steps_without(
              points, "bytes",
              [](const StepResult& step) { return static_cast<double>(rated_bytes(step).count); }),
          steps_without(points, "flops", [](const StepResult& step) { return step.flops.count; })};
}

std::vector<Cell> step_cells(const StepResult& step, bool with_rounds,
                             const WithoutRates& without) {
  std::vector<Cell> cells = time_cells(step.name, step.time, step.outliers.size());
  if (with_rounds) cells.push_back(rounds_cell(step));
  cells.push_back(
      rate(static_cast<double>(rated_bytes(step).count), step.time.value, without.bytes));
  cells.push_back(rate(step.flops.count, step.time.value, without.flops));
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

std::vector<std::string> notes_of(const Point& point) {
  std::vector<std::string> notes = point.warnings;
  // On CUDA that is the usual one; where another stood in, its code may be another, too.
  for (const auto& [source, compiler] : point.compilers) {
    if (!compiler.starts_with("NVRTC"))
      notes.push_back(fmt::format("'{}' was compiled by {}", source, compiler));
  }
  const Verdict verdict = verdict_of(point);
  const std::string status = verdict == Verdict::refused ? name_of(verdict) : name_of(point.status);
  if (!point.reason.empty()) notes.push_back(fmt::format("{}: {}", status, point.reason));
  return notes;
}

// Once where it is about all points, else with the point that it is about.
void add_notes(Table& table, std::span<const Point> points,
               const std::vector<std::string>& varying) {
  if (points.empty()) return;
  if (const std::string text = constant_settings(points.front(), varying); !text.empty())
    table.notes.push_back(text);
  std::map<std::string, std::size_t> carriers;
  for (const Point& point : points)
    for (const std::string& note : notes_of(point)) ++carriers[note];
  std::set<std::string> said;
  for (const Point& point : points) {
    for (std::string note : notes_of(point)) {
      const std::string which = which_point(point, varying);
      if (carriers[note] < points.size() && !which.empty())
        note = fmt::format("{}: {}", which, note);
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
  const WithoutRates without = without_rates(points);
  if (with_rounds) table.columns.push_back({"rounds", "", Alignment::right});
  table.columns.insert(table.columns.end(),
                       {{"bandwidth", "GB/s"}, {"arithmetic", "GFLOP/s"}, {"result"}});
  for (const Point& point : points) {
    std::vector<Cell> settings;
    for (const std::string& name : varying) {
      const std::string* text = text_named(point.settings, name);
      settings.emplace_back(text != nullptr ? *text : std::string());
    }
    const auto add_row = [&](const std::vector<Cell>& cells, const std::string& verdict) {
      std::vector<Cell>& row = table.rows.emplace_back(settings);
      row.insert(row.end(), cells.begin(), cells.end());
      row.emplace_back(verdict);
    };
    for (const StepResult& step : point.steps)
      add_row(step_cells(step, with_rounds, without), verdict_text(point, step.time));
    if (!point.whole.samples.empty())
      add_row(whole_cells(point.whole, with_rounds), verdict_text(point, point.whole));
    if (!point.steps.empty()) continue;
    settings.resize(table.columns.size() - 1, Missing{});
    add_row({}, verdict_text(point));
  }
  add_notes(table, points, varying);
  return table;
}

}  // namespace plumb
