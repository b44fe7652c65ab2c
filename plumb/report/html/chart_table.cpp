// plumb/report/html/chart_table.cpp - the numbers of a chart as a table.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "plumb/report/html/chart.h"

namespace plumb {
namespace {

Cell coordinate_cell(const ChartAxis& axis, double at) {
  if (axis.scale != AxisScale::category) return significant(at, 4);
  const auto position = static_cast<std::size_t>(at);
  return position < axis.categories.size() ? Cell(axis.categories[position]) : Cell(Missing{});
}

bool any_point(const Chart& chart, const auto& has) {
  return std::ranges::any_of(chart.series, [&](const ChartSeries& series) {
    return std::ranges::any_of(series.points, has);
  });
}

// One row per point.
Table plot_rows(const Chart& chart) {
  Table table;
  const bool labelled =
      any_point(chart, [](const ChartPoint& point) { return !point.label.empty(); });
  const bool intervals =
      any_point(chart, [](const ChartPoint& point) { return point.interval.has_value(); });
  if (chart.series.size() > 1) table.columns.push_back({"series"});
  if (labelled) table.columns.push_back({"point"});
  table.columns.push_back({chart.x.name, chart.x.unit});
  table.columns.push_back({chart.y.name, chart.y.unit});
  if (intervals) table.columns.insert(table.columns.end(), {{"low"}, {"high"}});
  for (const ChartSeries& series : chart.series) {
    if (series.style == SeriesStyle::reference) continue;  // says nothing of a record
    for (const ChartPoint& point : series.points) {
      std::vector<Cell>& row = table.rows.emplace_back();
      if (chart.series.size() > 1) row.emplace_back(series.name);
      if (labelled) row.emplace_back(point.label);
      row.push_back(coordinate_cell(chart.x, point.x));
      row.emplace_back(significant(point.y, 4));
      if (!intervals) continue;
      row.push_back(point.interval ? Cell(significant(point.interval->low, 4)) : Cell(Missing{}));
      row.push_back(point.interval ? Cell(significant(point.interval->high, 4)) : Cell(Missing{}));
    }
  }
  return table;
}

// One row per category, a column for each series.
Table bar_rows(const Chart& chart) {
  Table table{.columns = {{chart.x.name}}};
  for (const ChartSeries& series : chart.series)
    table.columns.push_back({series.name.empty() ? chart.y.name : series.name, chart.y.unit});
  for (std::size_t i = 0; i < chart.x.categories.size(); ++i) {
    std::vector<Cell>& row = table.rows.emplace_back();
    row.emplace_back(chart.x.categories[i]);
    for (const ChartSeries& series : chart.series) {
      const auto found = std::ranges::find(series.points, static_cast<double>(i), &ChartPoint::x);
      row.push_back(found == series.points.end() ? Cell(Missing{})
                                                 : Cell(significant(found->y, 4)));
    }
  }
  return table;
}

Table heat_rows(const Chart& chart) {
  Table table{.columns = {{chart.y.name}}};
  for (const std::string& name : chart.x.categories)
    table.columns.push_back({name, chart.y.unit, Alignment::right});
  for (const std::string& name : chart.y.categories) {
    table.rows.emplace_back(table.columns.size(), Cell(Missing{}));
    table.rows.back().front() = name;
  }
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points)
      table.rows.at(static_cast<std::size_t>(point.y)).at(static_cast<std::size_t>(point.x) + 1) =
          significant(point.value, 4);
  }
  return table;
}

// One row for each lane and name; where those are thousands, for each name.
Table lane_rows(const Chart& chart) {
  constexpr std::size_t most_lanes = 256;
  struct Held {
    std::size_t bars = 0;
    double length = 0;
  };
  const bool apart = chart.y.categories.size() <= most_lanes;
  std::map<std::pair<double, std::string>, Held> lanes;
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& bar : series.points) {
      Held& held = lanes[{apart ? bar.y : 0, bar.label}];
      ++held.bars;
      held.length += bar.value;
    }
  }
  Table table{.columns = {{chart.y.name}, {"what"}, {"bars"}, {"time", chart.x.unit}}};
  for (const auto& [key, held] : lanes)
    table.rows.push_back({apart ? coordinate_cell(chart.y, key.first) : Cell("all"), key.second,
                          held.bars, significant(held.length, 4)});
  return table;
}

}  // namespace

Table chart_table(const Chart& chart) {
  switch (chart.form) {
    case ChartForm::plot:
      return plot_rows(chart);
    case ChartForm::bars:
      return bar_rows(chart);
    case ChartForm::heat:
      return heat_rows(chart);
    case ChartForm::timeline:
      break;
  }
  return lane_rows(chart);
}

}  // namespace plumb
