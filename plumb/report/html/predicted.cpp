// plumb/report/html/predicted.cpp - predictions beside measurements, part by part.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "plumb/report/explanation_table.h"
#include "plumb/report/html/device_limits.h"
#include "plumb/report/html/sections.h"
#include "plumb/report/prediction_table.h"

namespace plumb {
namespace {

constexpr double to_milliseconds = 1e3;

ChartPoint predicted_point(Seconds measured, Seconds predicted,
                           const std::optional<TimeInterval>& interval, std::string label) {
  ChartPoint point{.x = measured.count() * to_milliseconds,
                   .y = predicted.count() * to_milliseconds,
                   .label = std::move(label)};
  if (interval)
    point.interval = {interval->low.count() * to_milliseconds,
                      interval->high.count() * to_milliseconds};
  return point;
}

ChartSeries& series_named(Chart& chart, const std::string& name) {
  const auto found = std::ranges::find(chart.series, name, &ChartSeries::name);
  if (found != chart.series.end()) return *found;
  return chart.series.emplace_back(ChartSeries{name, SeriesStyle::points});
}

// The line on which a prediction is right.
void add_diagonal(Chart& chart) {
  double low = 0, high = 0;
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) {
      low = low > 0 ? std::min({low, point.x, point.y}) : std::min(point.x, point.y);
      high = std::max({high, point.x, point.y});
    }
  }
  chart.series.insert(chart.series.begin(),
                      {"as predicted",
                       SeriesStyle::reference,
                       {{.x = low / 2, .y = low / 2}, {.x = 2 * high, .y = 2 * high}}});
}

Chart empty_scatter(const char* title) {
  return {.title = title,
          .source = "paper 000, section 6",
          .note = "upright lines: the interval that holds the measured time in 9 of 10 cases",
          .x = {"measured", "ms", AxisScale::log10},
          .y = {"predicted", "ms", AxisScale::log10}};
}

Chart points_chart(const std::vector<ExplainedPoint>& explained) {
  Chart chart = empty_scatter("Predicted against measured, whole points");
  for (const ExplainedPoint& one : explained) {
    series_named(chart, one.point->workload)
        .points.push_back(
            predicted_point(one.why->measured, one.why->predicted, one.why->interval, one.name));
  }
  add_diagonal(chart);
  return chart;
}

Chart parts_chart(const std::vector<ExplainedPoint>& explained) {
  Chart chart = empty_scatter("Predicted against measured, part by part");
  for (const ExplainedPoint& one : explained) {
    const bool whole_is_right = is_as_predicted(*one.why);
    for (const ExplainedPart& part : one.why->parts) {
      if (!(part.measured > Seconds{} && part.predicted > Seconds{})) continue;
      // Where the whole is as predicted no term is to blame.
      const std::string term = part.wrong == Term::none ? "within the interval"
                               : whole_is_right         ? "off, but not the whole"
                                                        : name_of(part.wrong);
      series_named(chart, term)
          .points.push_back(predicted_point(part.measured, part.predicted, part.interval,
                                            fmt::format("{}: {}", one.name, part.name)));
    }
  }
  add_diagonal(chart);
  chart.note += "; colours: the term that the explanation blames";
  return chart;
}

// Of predictions that stand alone: T by every model.
Table alone_table(const ReportedPredictions& one) {
  Table table{.title = fmt::format("predicted only: {}", one.file),
              .columns = {{"application"},
                          {"settings"},
                          {"profile"},
                          {"model"},
                          {"T", "ms"},
                          {"limited by"},
                          {"share", "%"}}};
  for (const PredictedPoint& point : one.predictions.points) {
    std::string settings;
    for (const auto& [name, value] : point.settings)
      settings += fmt::format("{}{} {}", settings.empty() ? "" : ", ", name, value);
    for (const Prediction& prediction : point.predictions) {
      std::vector<Cell> row{point.application, settings, point.profile, prediction.model};
      if (prediction.reason.empty()) {
        const LimitingPath limit = limiting_path(prediction);
        row.insert(row.end(),
                   {milliseconds(prediction.total()), limit.name, fixed(100 * limit.share, 0)});
      } else {
        row.insert(row.end(), {Missing{prediction.reason}, Missing{}, Missing{}});
      }
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

}  // namespace

Section prediction_section(const ReportInputs& inputs) {
  Section section{.id = "predicted", .title = "Predicted against measured"};
  const std::vector<ExplainedPoint> explained = explained_points(inputs);
  if (!explained.empty()) {
    section.blocks.emplace_back(points_chart(explained));
    section.blocks.emplace_back(parts_chart(explained));
  }
  for (const ReportedResult& one : inputs.results) {
    if (one.explanations.empty()) continue;
    Table all = explanations_table(one.explanations);
    all.title = fmt::format("explained: {}", one.file);
    section.blocks.push_back(table_block(std::move(all)));
  }
  Folded parts{fmt::format("part by part ({} points)", explained.size()), {}};
  for (const ExplainedPoint& one : explained) {
    parts.tables.push_back(explanation_table(*one.why));
    parts.tables.back().title = one.name;
  }
  if (!explained.empty()) section.blocks.emplace_back(std::move(parts));
  for (const ReportedPredictions& one : inputs.predictions) {
    section.blocks.push_back(table_block(alone_table(one)));
    constexpr std::size_t shown_in_parts = 8;
    if (one.predictions.points.size() > shown_in_parts) continue;
    Folded each{fmt::format("part by part: {}", one.file), {}};
    for (const PredictedPoint& point : one.predictions.points)
      each.tables.push_back(parts_table(point));
    section.blocks.emplace_back(std::move(each));
  }
  return section;
}

}  // namespace plumb
