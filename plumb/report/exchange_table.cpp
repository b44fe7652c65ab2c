// plumb/report/exchange_table.cpp - steps of points with all their numbers.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/exchange_table.h"

#include <algorithm>

#include "plumb/records/measured_run.h"
#include "plumb/records/verdict.h"
#include "plumb/report/result_tables.h"

namespace plumb {
namespace {

constexpr int all_digits = 17;  // a double read back is the same one

std::vector<std::string> all_setting_names(const std::vector<const Point*>& points) {
  std::vector<std::string> names;
  for (const Point* const point : points) {
    for (const auto& [name, value] : point->settings) {
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

std::vector<Cell> first_cells(const Point& point, const std::vector<std::string>& settings) {
  std::vector<Cell> row{point.workload};
  for (const std::string& name : settings) row.push_back(setting_cell(point, name));
  row.emplace_back(name_of(point.caches));
  return row;
}

void add_time(std::vector<Cell>& row, const Quantity& time) {
  for (const double seconds : {time.value, time.low, time.high})
    row.emplace_back(significant(seconds, all_digits));
  row.emplace_back(time.samples.size());
}

}  // namespace

Table exchange_table(const Result& result) {
  const std::vector<const Point*> points = shown_points(result, {});
  const std::vector<std::string> settings = all_setting_names(points);
  Table table{.columns = {{"workload"}}};
  for (const std::string& name : settings) table.columns.push_back({name});
  for (const Column& column :
       {Column{"caches"}, Column{"step"}, Column{"time", "s"}, Column{"low", "s"},
        Column{"high", "s"}, Column{"samples"}, Column{"bytes", "B"}, Column{"flops"},
        Column{"launches"}, Column{"result"}})
    table.columns.push_back(column);
  for (const Point* const point : points) {
    if (!has_times(*point)) {
      std::vector<Cell> row = first_cells(*point, settings);
      row.resize(table.columns.size() - 1, Missing{point->reason});
      row.emplace_back(verdict_text(*point));
      table.rows.push_back(std::move(row));
      continue;
    }
    for (const StepResult& step : point->steps) {
      std::vector<Cell> row = first_cells(*point, settings);
      row.emplace_back(step.name);
      add_time(row, step.time);
      row.insert(row.end(), {step.bytes.count, significant(step.flops.count, all_digits),
                             step.launches, verdict_text(*point, step.time)});
      table.rows.push_back(std::move(row));
    }
    std::vector<Cell> whole = first_cells(*point, settings);
    whole.emplace_back(whole_step);
    add_time(whole, point->whole);
    whole.insert(whole.end(),
                 {Missing{}, Missing{}, Missing{}, verdict_text(*point, point->whole)});
    table.rows.push_back(std::move(whole));
  }
  return table;
}

}  // namespace plumb
