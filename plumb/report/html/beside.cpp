// plumb/report/html/beside.cpp - several devices, and several runs of the same points.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/compare/compare.h"
#include "plumb/records/verdict.h"
#include "plumb/report/comparison_table.h"
#include "plumb/report/html/device_limits.h"
#include "plumb/report/html/sections.h"
#include "plumb/report/profile_tables.h"

namespace plumb {
namespace {

// A column for each profile, a row for each line of their summaries.
Table devices_beside(const ReportInputs& inputs,
                     const std::vector<const ReportedProfile*>& profiles) {
  Table table{.title = "devices", .columns = {{"what"}}};
  std::vector<std::string> rows;
  std::map<std::pair<std::string, std::size_t>, std::string> values;
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    const Profile& profile = profiles[i]->profile;
    table.columns.push_back({run_title(inputs, *profiles[i]), "", Alignment::right});
    const Table summary = summary_table(profile);
    for (const std::vector<Cell>& row : summary.rows) {
      const std::string what = std::get<std::string>(row[0].value);
      if (std::ranges::find(rows, what) == rows.end()) rows.push_back(what);
      values[{what, i}] = std::get<std::string>(row[1].value);
    }
  }
  for (const std::string& what : rows) {
    std::vector<Cell>& row = table.rows.emplace_back();
    row.emplace_back(what);
    for (std::size_t i = 0; i < profiles.size(); ++i) {
      const auto found = values.find({what, i});
      row.push_back(found == values.end() ? Cell(Missing{}) : Cell(found->second));
    }
  }
  return table;
}

// One curve of every device in one chart.
Chart curves_beside(const ReportInputs& inputs, const std::vector<const ReportedProfile*>& profiles,
                    const char* name, const char* title, const char* source) {
  Chart chart{.title = title, .source = source};
  double largest = 0;
  for (const ReportedProfile* one : profiles)
    for (const Curve& curve : one->profile.curves)
      if (curve.name == name)
        for (const CurvePoint& point : curve.points) largest = std::max(largest, point.y.value);
  for (const ReportedProfile* one : profiles) {
    const auto curve = std::ranges::find(one->profile.curves, name, &Curve::name);
    if (curve == one->profile.curves.end() || curve->points.empty()) continue;
    const std::string& unit_name = curve->points.front().y.unit;
    const ShownUnit unit = shown_unit(unit_name, largest);
    chart.x = {curve->x_name, curve->x_unit, AxisScale::log2};
    chart.y = {unit_name == "s" ? "time" : "bandwidth", unit.name, AxisScale::log10};
    ChartSeries& series = chart.series.emplace_back(ChartSeries{run_title(inputs, *one)});
    for (const CurvePoint& point : curve->points)
      series.points.push_back(point_at(point.x, point.y, unit));
  }
  return chart;
}

using PointKey = std::pair<std::string, NamedTexts>;

// Points that occur in several files, with their times side by side.
Table runs_beside(const ReportInputs& inputs) {
  Table table{.title = "the same points in several files", .columns = {{"point"}}};
  std::map<PointKey, std::map<std::size_t, double>> times;
  std::map<PointKey, std::string> names;
  for (std::size_t i = 0; i < inputs.results.size(); ++i) {
    const ReportedResult& one = inputs.results[i];
    const std::vector<std::string> short_ones = short_names(one.result.points);
    for (std::size_t j = 0; j < short_ones.size(); ++j) {
      const Point& point = one.result.points[j];
      if (point.roof || !has_times(point)) continue;
      const PointKey key{point.workload, point.settings};
      times[key].try_emplace(i, credited_work(point).seconds);
      names.try_emplace(key, short_ones[j]);
    }
  }
  std::erase_if(times, [](const auto& entry) { return entry.second.size() < 2; });
  if (times.empty()) return table;
  std::vector<std::size_t> files;
  for (const auto& [key, by_file] : times)
    for (const auto& [file, seconds] : by_file)
      if (std::ranges::find(files, file) == files.end()) files.push_back(file);
  std::ranges::sort(files);
  for (const std::size_t file : files) table.columns.push_back({inputs.results[file].file, "us"});
  table.columns.push_back({"last / first"});
  for (const auto& [key, by_file] : times) {
    std::vector<Cell>& row = table.rows.emplace_back();
    row.emplace_back(names[key]);
    for (const std::size_t file : files) {
      const auto found = by_file.find(file);
      row.push_back(found == by_file.end() ? Cell(Missing{})
                                           : Cell(significant(found->second * 1e6, 4)));
    }
    row.emplace_back(significant(by_file.rbegin()->second / by_file.begin()->second, 3));
  }
  table.notes = {"times of one iteration"};
  return table;
}

bool have_a_point_in_common(const Result& a, const Result& b) {
  return std::ranges::any_of(a.points, [&](const Point& one) {
    return !one.roof && has_times(one) && std::ranges::any_of(b.points, [&](const Point& other) {
      return !other.roof && has_times(other) && one.workload == other.workload &&
             one.settings == other.settings;
    });
  });
}

// Every file against the first before it that has a point of it: what `plumb compare` says.
std::vector<Table> judged_beside(const std::vector<ReportedResult>& results) {
  std::vector<Table> tables;
  for (auto later = results.begin(); later != results.end(); ++later) {
    const auto first = std::find_if(results.begin(), later, [&](const ReportedResult& one) {
      return have_a_point_in_common(one.result, later->result);
    });
    if (first == later) continue;
    const auto side = [](const ReportedResult& one) {
      return ComparedSide{one.file, {measured_run_of(one.result, one.file)}};
    };
    const ComparedSide second = side(*later);
    try {
      for (const RunComparison& comparison : compare(side(*first), {&second, 1}, {}))
        tables.push_back(comparison_table(comparison));
    } catch (const Error& error) {  // one run twice, say: the rest of the page stands
      if (kind_of(error) != ErrorKind::input) throw;
      tables.push_back({.title = fmt::format("{} -> {}", first->file, later->file),
                        .columns = {{"not compared"}},
                        .rows = {{explain(error)}}});
    }
  }
  return tables;
}

}  // namespace

Section beside_section(const ReportInputs& inputs) {
  Section section{.id = "beside", .title = "Side by side"};
  std::vector<const ReportedProfile*> probed;
  for (const ReportedProfile& one : inputs.profiles)
    if (!one.profile.parameters.empty()) probed.push_back(&one);
  if (probed.size() > 1) {
    section.blocks.emplace_back(devices_beside(inputs, probed));
    for (Chart& chart : std::vector<Chart>{
             curves_beside(inputs, probed, "latency.random", "latency of every device",
                           "paper 001, figure 4"),
             curves_beside(inputs, probed, "bandwidth.private.triad",
                           "bandwidth of every device, triad", "paper 001, figures 1 and 3")}) {
      if (chart.series.size() > 1) section.blocks.emplace_back(std::move(chart));
    }
  }
  Table runs = runs_beside(inputs);
  if (!runs.rows.empty()) section.blocks.push_back(table_block(std::move(runs)));
  for (Table& judged : judged_beside(inputs.results))
    section.blocks.push_back(table_block(std::move(judged)));
  return section;
}

}  // namespace plumb
