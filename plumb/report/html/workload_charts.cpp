// plumb/report/html/workload_charts.cpp - results: the charts that their workloads declare, and
// their tables.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "plumb/records/verdict.h"
#include "plumb/report/html/device_limits.h"
#include "plumb/report/html/sections.h"
#include "plumb/report/result_tables.h"

namespace plumb {
namespace {

std::string setting_text(const Point& point, const std::string& name) {
  const std::string* text = text_named(point.settings, name);
  if (text == nullptr) text = text_named(point.labels, name);
  return text == nullptr ? "" : *text;
}

// "L f32", of the settings called `names`; those that are the same everywhere are left out.
std::string joined_settings(const Point& point, const std::vector<std::string>& names,
                            const std::vector<const Point*>& points) {
  std::string joined;
  for (const std::string& name : names) {
    const std::string own = setting_text(point, name);
    const bool differs = std::ranges::any_of(
        points, [&](const Point* other) { return setting_text(*other, name) != own; });
    if (differs) joined += fmt::format("{}{}", joined.empty() ? "" : " ", own);
  }
  return joined;
}

// The value of a column as a number; nothing where there is none.
std::optional<double> column_value(const Result& result, const Point& point,
                                   const ColumnLayout& column) {
  const Cell cell = column_cell(result, point, column);
  if (const auto* number = std::get_if<Number>(&cell.value)) {
    if (std::isfinite(number->value)) return number->value;
    return std::nullopt;
  }
  if (const auto* whole = std::get_if<std::int64_t>(&cell.value))
    return static_cast<double>(*whole);
  if (const auto* whole = std::get_if<std::uint64_t>(&cell.value))
    return static_cast<double>(*whole);
  return std::nullopt;
}

ChartSeries& series_of(Chart& chart, const std::string& name, SeriesStyle style) {
  const auto found = std::ranges::find(chart.series, name, &ChartSeries::name);
  if (found != chart.series.end()) return *found;
  return chart.series.emplace_back(ChartSeries{name, style});
}

double category_position(std::vector<std::string>& categories, const std::string& name) {
  const auto found = std::ranges::find(categories, name);
  const auto position = static_cast<double>(found - categories.begin());
  if (found == categories.end()) categories.push_back(name);
  return position;
}

Chart chart_frame(const ChartLayout& layout) {
  return {.form = layout.kind == ChartKind::bars ? ChartForm::bars : ChartForm::plot,
          .title = layout.title,
          .source = layout.source,
          .x = {.name = fmt::format("{}", fmt::join(layout.across, ", "))},
          .y = {layout.value.title, layout.value.unit,
                layout.logarithmic ? AxisScale::log10 : AxisScale::linear}};
}

// What a paper printed for the same rungs, as further bars.
void add_published(Chart& chart, const Result& result, const ChartLayout& layout) {
  for (const std::string& device : layout.published) {
    for (const PublishedRow& row : result.published) {
      const std::string* rung = text_named(row.settings, layout.across.front());
      const auto value =
          std::ranges::find(row.values, device, &std::pair<std::string, double>::first);
      if (rung == nullptr || value == row.values.end()) continue;
      if (std::ranges::find(chart.x.categories, *rung) == chart.x.categories.end()) continue;
      series_of(chart, device, SeriesStyle::bars)
          .points.push_back(
              {.x = category_position(chart.x.categories, *rung), .y = value->second});
    }
  }
}

Chart bar_chart(const Result& result, const std::vector<const Point*>& points,
                const ChartLayout& layout) {
  Chart chart = chart_frame(layout);
  chart.x.scale = AxisScale::category;
  for (const Point* point : points) {
    const std::optional<double> value = column_value(result, *point, layout.value);
    if (!value) continue;
    std::string place = joined_settings(*point, layout.across, points);
    if (place.empty()) place = setting_text(*point, layout.across.front());
    ChartSeries& series =
        series_of(chart, joined_settings(*point, layout.by, points), SeriesStyle::bars);
    const double x = category_position(chart.x.categories, place);
    if (std::ranges::find(series.points, x, &ChartPoint::x) == series.points.end())
      series.points.push_back({.x = x, .y = *value});
  }
  add_published(chart, result, layout);
  return chart;
}

// "256x256" counts by its first number.
std::optional<double> leading_number(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end == text.data()) return std::nullopt;
  return number;
}

Chart steps_chart(const std::vector<const Point*>& points, const ChartLayout& layout) {
  Chart chart = chart_frame(layout);
  chart.form = ChartForm::bars;
  chart.x = {.name = "step", .scale = AxisScale::category};
  for (const Point* point : points) {
    for (const StepResult& step : point->steps) {
      if (step.bytes.count == 0 || !(step.time.value > 0)) continue;
      const double x = category_position(chart.x.categories, step.name);
      const Quantity rate = rate_of(static_cast<double>(step.bytes.count), step.time, "B/s");
      ChartSeries& series =
          series_of(chart, joined_settings(*point, layout.by, points), SeriesStyle::bars);
      if (std::ranges::find(series.points, x, &ChartPoint::x) == series.points.end())
        series.points.push_back(point_at(x, rate, {"GB/s", 1e-9}));
    }
  }
  return chart;
}

Chart curve_of_settings(const Result& result, const std::vector<const Point*>& points,
                        const ChartLayout& layout) {
  Chart chart = chart_frame(layout);
  chart.x.scale = AxisScale::log2;
  for (const Point* point : points) {
    const std::optional<double> value = column_value(result, *point, layout.value);
    const std::optional<double> x = leading_number(setting_text(*point, layout.across.front()));
    if (!value || !x || *x <= 0) continue;
    series_of(chart, joined_settings(*point, layout.by, points), SeriesStyle::line)
        .points.push_back({.x = *x, .y = *value});
  }
  for (ChartSeries& series : chart.series)
    std::ranges::sort(series.points, {},
                      [](const ChartPoint& point) { return std::pair(point.x, point.y); });
  return chart;
}

Chart series_chart(const std::vector<const Point*>& points, const ChartLayout& layout) {
  Chart chart = chart_frame(layout);
  for (const Point* point : points) {
    const ReadingResult* found = reading_named(*point, layout.value.name);
    if (found == nullptr || found->values.size() < 2) continue;
    ChartSeries& series =
        series_of(chart, joined_settings(*point, layout.by, points), SeriesStyle::line);
    if (!series.points.empty()) continue;  // what tells them apart is not among `by`
    for (std::size_t i = 0; i < found->values.size(); ++i) {
      // A logarithmic axis has no place for what has vanished.
      if (layout.logarithmic && !(found->values[i] > 0)) continue;
      series.points.push_back({.x = static_cast<double>(i), .y = found->values[i]});
    }
  }
  return chart;
}

// Places from 0 to 1 along the sides of the plane.
Chart plane_chart(const std::vector<const Point*>& points, const ChartLayout& layout) {
  Chart chart = chart_frame(layout);
  chart.form = ChartForm::heat;
  chart.by_magnitude = layout.logarithmic;
  for (const Point* point : points) {
    const ReadingResult* found = reading_named(*point, layout.value.name);
    if (found == nullptr || found->columns == 0) continue;
    const std::string which = joined_settings(*point, layout.by, points);
    if (!which.empty()) chart.title += fmt::format(" ({})", which);
    const std::size_t columns = found->columns;
    const std::size_t rows = found->values.size() / columns;
    const auto places = [](std::size_t count) {
      std::vector<std::string> names;
      for (std::size_t i = 0; i < count; ++i)
        names.push_back(
            fmt::format("{:.2f}", (static_cast<double>(i) + 0.5) / static_cast<double>(count)));
      return names;
    };
    chart.x = {.name = "x", .scale = AxisScale::category, .categories = places(columns)};
    chart.y = {.name = "y", .scale = AxisScale::category, .categories = places(rows)};
    std::ranges::reverse(chart.y.categories);
    ChartSeries& series = chart.series.emplace_back(ChartSeries{layout.value.title});
    for (std::size_t i = 0; i < found->values.size(); ++i) {
      const std::size_t row = i / columns;
      series.points.push_back({.x = static_cast<double>(i % columns),
                               .y = static_cast<double>(row),
                               .value = found->values[i]});
    }
    break;
  }
  return chart;
}

std::size_t drawn_points(const Chart& chart) {
  std::size_t points = 0;
  for (const ChartSeries& series : chart.series) points += series.points.size();
  return points;
}

// The chart of a layout; nothing where fewer than two points have its value.
std::optional<Chart> laid_out_chart(const Result& result, const std::vector<const Point*>& points,
                                    const ChartLayout& layout) {
  Chart chart = layout.kind == ChartKind::bars    ? bar_chart(result, points, layout)
                : layout.kind == ChartKind::steps ? steps_chart(points, layout)
                : layout.kind == ChartKind::curve ? curve_of_settings(result, points, layout)
                : layout.kind == ChartKind::plane ? plane_chart(points, layout)
                                                  : series_chart(points, layout);
  if (drawn_points(chart) < 2) return std::nullopt;
  return chart;
}

Section section_of(const ReportInputs& inputs, const ReportedResult& one, std::size_t number) {
  const Result& result = one.result;
  const std::string workload = result.points.empty() ? "" : result.points.front().workload;
  Section section{
      .id = fmt::format("result-{}", number),
      .title = fmt::format("{}{}", workload.empty() ? "Result" : workload, on_device(inputs, one))};
  section.blocks.emplace_back(Sentence{fmt::format("{}: {}", one.file, result.provenance.command)});
  std::map<std::string, std::vector<const Point*>> measured;
  for (const Point& point : result.points)
    if (!point.roof && has_times(point)) measured[point.workload].push_back(&point);
  for (const WorkloadChart& declared : one.charts) {
    const auto points = measured.find(declared.workload);
    if (points == measured.end()) continue;
    if (std::optional<Chart> chart = laid_out_chart(result, points->second, declared.layout))
      section.blocks.emplace_back(std::move(*chart));
  }
  for (Table& table : result_tables(result))
    section.blocks.push_back(table_block(std::move(table)));
  return section;
}

// Results of one workload on one device are called by their files as well.
void name_apart(std::vector<Section>& sections, const ReportInputs& inputs) {
  std::map<std::string, int> titles;
  for (const Section& section : sections) ++titles[section.title];
  for (std::size_t i = 0; i < sections.size(); ++i)
    if (titles[sections[i].title] > 1)
      sections[i].title += fmt::format(": {}", inputs.results[i].file);
}

}  // namespace

std::vector<Section> workload_sections(const ReportInputs& inputs) {
  std::vector<Section> sections;
  for (const ReportedResult& one : inputs.results)
    sections.push_back(section_of(inputs, one, sections.size() + 1));
  name_apart(sections, inputs);
  for (const ReportedTables& one : inputs.benchmarks) {
    Section section{.id = fmt::format("benchmark-{}", sections.size() + 1),
                    .title = fmt::format("Benchmark: {}", one.file)};
    section.blocks.emplace_back(Sentence{one.provenance.command});
    for (const Table& table : one.tables) section.blocks.push_back(table_block(table));
    sections.push_back(std::move(section));
  }
  return sections;
}

}  // namespace plumb
