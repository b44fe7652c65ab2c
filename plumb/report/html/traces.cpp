// plumb/report/html/traces.cpp - stamped kernels and timelines.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "plumb/report/html/sections.h"
#include "plumb/report/trace_times.h"

namespace plumb {
namespace {

// Above this many a timeline shows no more: its lanes' table still counts all of them.
constexpr std::size_t most_bars = 100000;

// Median cycles of every stamp, with the interval of the median.
Chart stamp_chart(const TracedPoint& point) {
  Chart chart{.form = ChartForm::bars,
              .title = fmt::format("cycles between stamps: {}", point.label),
              .source = "paper 002",
              .x = {.name = "stamp", .scale = AxisScale::category},
              .y = {"time", "cycles"},
              .series = {{"", SeriesStyle::bars}}};
  for (const TracedStamp& stamp : point.stamps) {
    if (stamp.time.samples.empty()) continue;
    const auto position = static_cast<double>(chart.x.categories.size());
    chart.x.categories.push_back(fmt::format("{}", chart.x.categories.size() + 1));
    chart.series[0].points.push_back(point_at(position, stamp.time, {"cycles", 1}));
  }
  return chart;
}

Chart timeline_chart(const ReportedTimeline& one) {
  Chart chart{.form = ChartForm::timeline,
              .title = one.title,
              .source = "paper 002",
              .note = one.note,
              .x = {"time", one.unit},
              .y = {.name = "lane", .scale = AxisScale::category, .categories = one.lanes},
              .series = {{"bars", SeriesStyle::bars}}};
  if (!one.cut.empty())
    chart.note += fmt::format("{}not complete: {}", one.note.empty() ? "" : "; ", one.cut);
  const std::size_t shown = std::min(one.bars.size(), most_bars);
  if (shown < one.bars.size())
    chart.note += fmt::format("{}the first {} of {} bars", chart.note.empty() ? "" : "; ", shown,
                              one.bars.size());
  std::vector<ChartPoint>& points = chart.series[0].points;
  points.reserve(shown);
  for (std::size_t i = 0; i < shown; ++i) {
    const TimelineBar& bar = one.bars[i];
    if (bar.lane >= one.lanes.size()) continue;
    points.push_back({.x = bar.start,
                      .y = static_cast<double>(bar.lane),
                      .value = bar.length,
                      .label = bar.label});
  }
  return chart;
}

}  // namespace

Section trace_section(const ReportInputs& inputs) {
  Section section{.id = "traces", .title = "Inside the kernels"};
  for (const ReportedTrace& one : inputs.traces) {
    section.blocks.emplace_back(
        Sentence{fmt::format("{}: {}", one.file, one.trace.provenance.command)});
    for (const TracedPoint& point : one.trace.points) {
      if (Chart chart = stamp_chart(point); !chart.x.categories.empty())
        section.blocks.emplace_back(std::move(chart));
    }
    for (Table& table : trace_tables(one.trace))
      section.blocks.push_back(table_block(std::move(table)));
  }
  for (const ReportedTimeline& one : inputs.timelines)
    section.blocks.emplace_back(timeline_chart(one));
  return section;
}

}  // namespace plumb
