// plumb/report/result_tables.cpp - which tables a result has; statistics, pairs and races.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/result_tables.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "plumb/base/statistics.h"
#include "plumb/records/verdict.h"

namespace plumb {
namespace {

// Settings that identify the same work on both sides.
NamedTexts without(NamedTexts settings, const NamedTexts& names) {
  std::erase_if(settings,
                [&](const auto& pair) { return text_named(names, pair.first) != nullptr; });
  return settings;
}

void add_side(std::vector<Cell>& row, const Point& point) {
  if (!has_times(point)) {
    row.insert(row.end(), {Missing{point.reason}, Missing{point.reason}});
    return;
  }
  row.emplace_back(point.steps.back().launches);
  row.emplace_back(significant(credited_work(point).seconds * 1e6, 4));
}

}  // namespace

std::vector<const Point*> shown_points(const Result& result, const NamedTexts& where) {
  std::vector<const Point*> points;
  for (const Point& point : result.points) {
    if (!point.roof && has_all(point.settings, where)) points.push_back(&point);
  }
  return points;
}

Cell setting_cell(const Point& point, const std::string& name) {
  const std::string* text = text_named(point.settings, name);
  if (text == nullptr) text = text_named(point.labels, name);
  if (text == nullptr) return Missing{};
  constexpr std::size_t most_digits = 18;
  const bool number = !text->empty() && text->size() <= most_digits &&
                      text->find_first_not_of("0123456789") == std::string::npos;
  return number ? Cell(std::stoull(*text)) : Cell(*text);
}

Table statistics_table(const Result& result, const TableLayout& layout) {
  const std::string unit = layout.columns.empty() ? "MFLOPS" : layout.columns.front().unit;
  const double scale = unit == "GFLOPS" ? 1e-9 : 1e-6;
  std::vector<double> rates;
  for (const Point* point : shown_points(result, layout.where)) {
    if (has_times(*point) && credited_work(*point).flops > 0)
      rates.push_back(credited_work(*point).flops_per_second() * scale);
  }
  Table table{.title = layout.title, .columns = {{"samples"}}};
  for (const char* name : {"min", "HM", "GM", "AM", "max", "sd"})
    table.columns.push_back({name, unit});
  if (rates.empty()) return table;
  const auto n = static_cast<double>(rates.size());
  double inverse = 0, logarithms = 0, sum = 0, squares = 0;
  for (const double rate : rates) {
    inverse += 1 / rate;
    logarithms += std::log(rate);
    sum += rate;
  }
  for (const double rate : rates) squares += (rate - sum / n) * (rate - sum / n);
  table.rows.push_back({rates.size(), significant(*std::ranges::min_element(rates), 4),
                        significant(n / inverse, 4), significant(std::exp(logarithms / n), 4),
                        significant(sum / n, 4), significant(*std::ranges::max_element(rates), 4),
                        significant(std::sqrt(squares / n), 4)});
  table.notes = layout.notes;
  return table;
}

Table beside_table(const Result& result, const TableLayout& layout) {
  Table table{.title = layout.title, .notes = layout.notes};
  for (const ColumnLayout& column : layout.columns) table.columns.push_back({column.title});
  for (const std::string& side : layout.sides) {
    table.columns.push_back({side + " passes"});
    table.columns.push_back({side + " time", "us"});
  }
  table.columns.push_back({fmt::format("{} / {}s", layout.sides.front(), layout.sides.back())});
  const std::vector<const Point*> others = shown_points(result, layout.against);
  for (const Point* point : shown_points(result, layout.where)) {
    const NamedTexts wanted = without(point->settings, layout.where);
    const auto other = std::ranges::find_if(others, [&](const Point* candidate) {
      return without(candidate->settings, layout.against) == wanted;
    });
    if (other == others.end()) continue;  // interrupted between the two
    std::vector<Cell> row;
    for (const ColumnLayout& column : layout.columns)
      row.push_back(setting_cell(*point, column.name));
    add_side(row, *point);
    add_side(row, **other);
    row.push_back(
        has_times(*point) && has_times(**other)
            ? significant(credited_work(*point).seconds / credited_work(**other).seconds, 3)
            : Cell(Missing{"only one of them ran"}));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table race_table(const RaceResult& race) {
  const bool flops = race.unit == "flop";
  Table table{.title = race.title,
              .columns = {{"configuration"},
                          {"time", "us"},
                          flops ? Column{"rate", "GFLOPS"} : Column{"bandwidth", "GB/s"},
                          {"samples"},
                          {"race"}},
              .notes = race.notes};
  for (const RacedCandidate& candidate : race.candidates) {
    std::vector<Cell> row{candidate_name(candidate.settings), Missing{candidate.refused}, Missing{},
                          Missing{}, candidate.standing};
    if (!candidate.times.empty()) {
      const double time = median(candidate.times);
      row[1] = significant(time * 1e6, 4);
      row[2] = significant(race.work / time * 1e-9, 4);
      row[3] = candidate.times.size();
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::vector<Table> result_tables(const Result& result) {
  std::vector<Table> tables;
  for (const RaceResult& race : result.races) tables.push_back(race_table(race));
  for (const TableLayout& layout : result.layouts) {
    switch (layout.kind) {
      case TableKind::rows:
        tables.push_back(rows_table(result, layout));
        break;
      case TableKind::statistics:
        tables.push_back(statistics_table(result, layout));
        break;
      case TableKind::beside:
        tables.push_back(beside_table(result, layout));
        break;
    }
  }
  if (tables.empty()) tables.push_back(points_table(result.points));
  return tables;
}

}  // namespace plumb
