// plumb/report/html/chart.h - a chart as data: what the page's script draws, and the table that
// says the same without a script.
//
//   Chart chart{.title = "latency", .x = {"footprint", "B", AxisScale::log2}, .y = {"time", "ns"}};
//   chart.series.push_back({"H200", SeriesStyle::line, {{.x = 4096, .y = 17.2}}});
//   section.blocks.emplace_back(chart);
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plumb/base/json.h"
#include "plumb/records/quantity.h"
#include "plumb/report/table.h"

namespace plumb {

enum class AxisScale { linear, log10, log2, category };

struct ChartAxis {
  std::string name;
  std::string unit = {};
  AxisScale scale = AxisScale::linear;
  std::vector<std::string> categories = {};  // of a category axis; coordinates are positions in it
};

// Ends of an interval around y.
struct ChartInterval {
  double low = 0;
  double high = 0;
};

struct ChartPoint {
  double x = 0;
  double y = 0;
  double value = 0;  // heat: of the cell; timeline: the length from x on
  std::optional<ChartInterval> interval = {};
  std::string label = {};
};

// reference: a line to compare with, which is not measured.
enum class SeriesStyle { line, points, bars, reference };

struct ChartSeries {
  std::string name;
  SeriesStyle style = SeriesStyle::line;
  std::vector<ChartPoint> points = {};
};

// A line across the chart.
struct ChartMark {
  double at = 0;
  std::string label;
  bool on_x = true;
};

// plot: lines and points. bars: x is a category axis. heat: both are. timeline: bars of a length in
// lanes, y is a category axis, their labels are what they are coloured by.
enum class ChartForm { plot, bars, heat, timeline };

struct Chart {
  ChartForm form = ChartForm::plot;
  std::string title = {};
  std::string source = {};  // "paper 000, table 4"; empty: no paper
  std::string note = {};    // a sentence below: how to read it
  ChartAxis x = {};
  ChartAxis y = {};
  std::string value_name = {};  // heat
  bool by_magnitude = true;     // heat: colours by the logarithm of a value, not by the value
  std::vector<ChartSeries> series = {};
  std::vector<ChartMark> marks = {};
};

// For the page's script, numbers to six digits.
Json to_json(const Chart& chart);

// The same numbers: of a timeline the lanes with what they hold, of any other chart every point
// but those of lines to compare with.
Table chart_table(const Chart& chart);

// A unit of records in the size that suits `largest`: 4.2e12 B/s is 4.2 TB/s.
struct ShownUnit {
  std::string name;
  double factor = 1;  // from the unit of the records
};
ShownUnit shown_unit(const std::string& unit, double largest);

// A quantity at x, in a unit that is shown.
ChartPoint point_at(double x, const Quantity& quantity, const ShownUnit& unit);

}  // namespace plumb
