// plumb/report/html/nameplate.cpp - a device as its probes saw it: curves, costs, patterns.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "plumb/report/html/device_limits.h"
#include "plumb/report/html/sections.h"
#include "plumb/report/profile_tables.h"

namespace plumb {
namespace {

// What a group of curves shows, by the first word of their names; in the order of the page.
struct CurveGroup {
  std::string_view name;
  const char* title;
  const char* source;
};
constexpr std::array<CurveGroup, 8> curve_groups{{
    {"bandwidth", "bandwidth by footprint", "paper 001, figures 1 and 3"},
    {"latency", "latency of dependent loads", "paper 001, figure 4"},
    {"transfer", "time of a transfer", "paper 000, section 5.3"},
    {"threads", "bandwidth by work-items", "paper 001, figures 2 and 6"},
    {"streams", "bandwidth of several streams", "paper 001, figure 5"},
    {"elements", "time of elementwise kernels", ""},
    {"mix", "cached reads beside streamed ones", ""},
    {"overlap", "arithmetic beside streamed data", "paper 000, section 5.1"},
}};

std::string first_word(const std::string& name) { return name.substr(0, name.find('.')); }

std::string after_first_word(const std::string& name) {
  const std::size_t dot = name.find('.');
  return dot == std::string::npos ? name : name.substr(dot + 1);
}

const CurveGroup* group_named(const std::string& name) {
  const auto found = std::ranges::find(curve_groups, name, &CurveGroup::name);
  return found == curve_groups.end() ? nullptr : found;
}

struct ValueRange {
  double low = 0;
  double high = 0;
};
ValueRange range_of(const std::vector<const Curve*>& curves) {
  ValueRange range;
  for (const Curve* curve : curves) {
    for (const CurvePoint& point : curve->points) {
      range.low = range.high > 0 ? std::min(range.low, point.y.value) : point.y.value;
      range.high = std::max(range.high, point.y.value);
    }
  }
  return range;
}

// The levels that were found, where they end.
void mark_levels(const Profile& profile, Chart& chart) {
  for (int level = 1; level <= 9; ++level) {
    const Finding* size = finding_named(profile, fmt::format("capacity.level{}", level));
    if (size == nullptr) break;
    chart.marks.push_back({.at = size->value.value,
                           .label = fmt::format("level {}: {}", level, readable(size->value))});
  }
}

constexpr double decade = 10;

bool spans_decades(const Curve& curve) {
  return !curve.points.empty() && curve.points.front().x > 0 &&
         curve.points.back().x > decade * curve.points.front().x;
}

// One chart for the curves of a group that share their axes.
Chart curve_chart(const Profile& profile, const std::vector<const Curve*>& curves) {
  const Curve& first = *curves.front();
  const std::string group = first_word(first.name);
  const CurveGroup* known = group_named(group);
  const ValueRange range = range_of(curves);
  const std::string unit_name = first.points.empty() ? "" : first.points.front().y.unit;
  const ShownUnit unit = shown_unit(unit_name, range.high);
  const bool rates = unit_name == "B/s";
  Chart chart{
      .title = known != nullptr ? known->title : group,
      .source = known != nullptr ? known->source : "",
      .x = {first.x_name, first.x_unit == "1" ? "" : first.x_unit,
            spans_decades(first) ? AxisScale::log2 : AxisScale::linear},
      .y = {rates ? "bandwidth" : "time", unit.name,
            rates || range.high < decade * range.low ? AxisScale::linear : AxisScale::log10}};
  if (curves.size() == 1)
    chart.title += fmt::format(": {}", after_first_word(first.name));
  else if (first.x_name.find("compute unit") != std::string::npos)
    chart.title += ", each compute unit its own data";
  for (const Curve* curve : curves) {
    ChartSeries series{.name = after_first_word(curve->name)};
    for (const CurvePoint& point : curve->points)
      series.points.push_back(point_at(point.x, point.y, unit));
    chart.series.push_back(std::move(series));
  }
  if (first.name == "latency.random") {
    mark_levels(profile, chart);
    chart.note = "dashed: where the levels that were found end";
  }
  return chart;
}

// Groups in the order of the list above, unknown ones behind.
std::vector<Chart> curve_charts(const Profile& profile) {
  std::vector<std::vector<const Curve*>> groups;
  for (const Curve& curve : profile.curves) {
    if (curve.points.empty()) continue;
    const auto same = std::ranges::find_if(groups, [&](const auto& group) {
      return first_word(group.front()->name) == first_word(curve.name) &&
             group.front()->x_name == curve.x_name &&
             group.front()->points.front().y.unit == curve.points.front().y.unit;
    });
    if (same == groups.end())
      groups.push_back({&curve});
    else
      same->push_back(&curve);
  }
  const auto rank = [](const std::vector<const Curve*>& group) {
    const auto known =
        std::ranges::find(curve_groups, first_word(group.front()->name), &CurveGroup::name);
    return std::pair(known - curve_groups.begin(), group.front());  // curves lie in one vector
  };
  std::ranges::sort(groups, {}, rank);
  std::vector<Chart> charts;
  for (const auto& group : groups) charts.push_back(curve_chart(profile, group));
  return charts;
}

Chart launch_chart(const Profile& profile) {
  constexpr std::array<std::pair<const char*, const char*>, 8> costs{
      {{"launch and wait", "launch.sync"},
       {"call", "launch.call"},
       {"one more, same kernel", "launch.same"},
       {"another kernel", "launch.switch"},
       {"new arguments", "launch.arguments"},
       {"on the device", "launch.gap"},
       {"recorded batch", "launch.batch"},
       {"barrier", "barrier.time"}}};
  Chart chart{.form = ChartForm::bars,
              .title = "cost of a launch",
              .source = "paper 000, section 5.3",
              .x = {.name = "what", .scale = AxisScale::category},
              .y = {"time", "us"},
              .series = {{"", SeriesStyle::bars}}};
  for (const auto& [label, name] : costs) {
    const Finding* found = finding_named(profile, name);
    if (found == nullptr) continue;
    const auto position = static_cast<double>(chart.x.categories.size());
    chart.x.categories.emplace_back(label);
    chart.series[0].points.push_back(point_at(position, found->value, {"us", 1e6}));
  }
  return chart;
}

// "row.k4.16B.memory" into "row.k4" and "16 B, memory"; nothing where it is not of that form.
struct PatternName {
  std::string pattern;
  std::string width_and_place;
};
std::optional<PatternName> pattern_name(const std::string& rest) {
  const std::size_t place = rest.rfind('.');
  if (place == std::string::npos || place == 0) return std::nullopt;
  const std::string level = rest.substr(place + 1);
  const std::size_t width = rest.rfind('.', place - 1);
  if ((level != "cache" && level != "memory") || width == std::string::npos) return std::nullopt;
  const std::string bytes = rest.substr(width + 1, place - width - 1);
  if (bytes.size() < 2 || bytes.back() != 'B') return std::nullopt;
  return PatternName{rest.substr(0, width),
                     fmt::format("{} B, {}", bytes.substr(0, bytes.size() - 1), level)};
}

std::size_t position_of(std::vector<std::string>& names, const std::string& name) {
  const auto found = std::ranges::find(names, name);
  const auto position = static_cast<std::size_t>(found - names.begin());
  if (found == names.end()) names.push_back(name);
  return position;
}

Chart pattern_chart(const Profile& profile) {
  Chart chart{.form = ChartForm::heat,
              .title = "bandwidth by the pattern of access",
              .source = "paper 000, table 7",
              .note = "bytes that the kernel asks for: caches make some exceed the memory's rate",
              .x = {.name = "element", .scale = AxisScale::category},
              .y = {.name = "pattern", .unit = "GB/s", .scale = AxisScale::category},
              .value_name = "bandwidth",
              .series = {{"bandwidth"}}};
  for (const Finding& finding : profile.parameters) {
    if (first_word(finding.name) != "patterns" || finding.value.unit != "B/s") continue;
    const std::optional<PatternName> name = pattern_name(after_first_word(finding.name));
    if (!name) continue;
    const auto x = static_cast<double>(position_of(chart.x.categories, name->width_and_place));
    const auto y = static_cast<double>(position_of(chart.y.categories, name->pattern));
    chart.series[0].points.push_back({.x = x, .y = y, .value = finding.value.value * 1e-9});
  }
  return chart;
}

Section nameplate_of(const ReportInputs& inputs, const ReportedProfile& one, std::size_t number) {
  const Profile& profile = one.profile;
  Section section{.id = fmt::format("device-{}", number),
                  .title = fmt::format("Device: {}", run_title(inputs, one))};
  Table summary = summary_table(profile);
  if (!summary.rows.empty()) section.blocks.emplace_back(std::move(summary));
  for (Chart& chart : curve_charts(profile)) section.blocks.emplace_back(std::move(chart));
  if (Chart launches = launch_chart(profile); !launches.x.categories.empty())
    section.blocks.emplace_back(std::move(launches));
  if (Chart patterns = pattern_chart(profile); !patterns.series[0].points.empty())
    section.blocks.emplace_back(std::move(patterns));
  if (!profile.paths.empty()) section.blocks.emplace_back(paper_table(profile, {}));
  section.blocks.emplace_back(Folded{fmt::format("every parameter ({})", profile.parameters.size()),
                                     probe_tables(profile)});
  return section;
}

}  // namespace

std::vector<Section> nameplate_sections(const ReportInputs& inputs) {
  std::vector<Section> sections;
  for (const ReportedProfile& one : inputs.profiles)
    sections.push_back(nameplate_of(inputs, one, sections.size() + 1));
  return sections;
}

}  // namespace plumb
