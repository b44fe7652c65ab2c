// plumb/report/html/chart.cpp - charts as JSON, and the units that they are shown in.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/html/chart.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/printable.h"

namespace plumb {
namespace {

// Six digits are more than a screen shows, and half the bytes of all of them.
Json short_number(double value) {
  if (!std::isfinite(value)) return nullptr;
  return std::strtod(fmt::format("{:.6g}", value).c_str(), nullptr);
}

Json safe_text(const std::string& text) { return printable_line(text); }

std::string scale_name(AxisScale scale) {
  constexpr std::array<const char*, 4> names{"linear", "log10", "log2", "category"};
  return names.at(static_cast<std::size_t>(scale));
}

std::string style_name(SeriesStyle style) {
  constexpr std::array<const char*, 4> names{"line", "points", "bars", "reference"};
  return names.at(static_cast<std::size_t>(style));
}

std::string form_name(ChartForm form) {
  constexpr std::array<const char*, 4> names{"plot", "bars", "heat", "timeline"};
  return names.at(static_cast<std::size_t>(form));
}

Json axis_json(const ChartAxis& axis) {
  Json json = {
      {"name", safe_text(axis.name)}, {"unit", axis.unit}, {"scale", scale_name(axis.scale)}};
  if (axis.scale != AxisScale::category) return json;
  json["categories"] = Json::array();
  for (const std::string& name : axis.categories) json["categories"].push_back(safe_text(name));
  return json;
}

// x, y, then low and high where the point has them.
Json plotted_json(const ChartPoint& point) {
  Json json = {short_number(point.x), short_number(point.y)};
  if (point.interval) {
    json.push_back(short_number(point.interval->low));
    json.push_back(short_number(point.interval->high));
  }
  return json;
}

Json series_json(const ChartSeries& series, ChartForm form) {
  Json json = {{"name", safe_text(series.name)}, {"style", style_name(series.style)}};
  Json& points = json["points"] = Json::array();
  Json labels = Json::array();
  bool labelled = false;
  for (const ChartPoint& point : series.points) {
    points.push_back(form == ChartForm::heat ? Json{short_number(point.x), short_number(point.y),
                                                    short_number(point.value)}
                                             : plotted_json(point));
    labels.push_back(safe_text(point.label));
    labelled = labelled || !point.label.empty();
  }
  if (labelled) json["labels"] = std::move(labels);
  return json;
}

// Columns instead of one list per bar, and every label once: a timeline may have 100,000 bars.
Json timeline_json(const ChartSeries& series) {
  std::map<std::string, std::size_t> positions;
  Json json = {{"name", safe_text(series.name)}, {"names", Json::array()}};
  for (const char* column : {"lane", "start", "length", "label"}) json[column] = Json::array();
  for (const ChartPoint& bar : series.points) {
    const auto [found, is_new] = positions.try_emplace(bar.label, positions.size());
    if (is_new) json["names"].push_back(safe_text(bar.label));
    json["lane"].push_back(static_cast<std::int64_t>(bar.y));
    json["start"].push_back(short_number(bar.x));
    json["length"].push_back(short_number(bar.value));
    json["label"].push_back(found->second);
  }
  return json;
}

}  // namespace

Json to_json(const Chart& chart) {
  Json json = {{"form", form_name(chart.form)},
               {"title", safe_text(chart.title)},
               {"x", axis_json(chart.x)},
               {"y", axis_json(chart.y)},
               {"series", Json::array()}};
  if (chart.form == ChartForm::heat && !chart.by_magnitude) json["linear"] = true;
  if (!chart.value_name.empty()) json["value"] = safe_text(chart.value_name);
  for (const ChartSeries& series : chart.series) {
    json["series"].push_back(chart.form == ChartForm::timeline ? timeline_json(series)
                                                               : series_json(series, chart.form));
  }
  for (const ChartMark& mark : chart.marks) {
    json["marks"].push_back({{"at", short_number(mark.at)},
                             {"label", safe_text(mark.label)},
                             {"axis", mark.on_x ? "x" : "y"}});
  }
  return json;
}

ShownUnit shown_unit(const std::string& unit, double largest) {
  struct Known {
    std::string_view unit;
    double least;
    ShownUnit shown;
  };
  static const std::array<Known, 12> known{{
      {"s", 0.1, {"s", 1}},
      {"s", 1e-4, {"ms", 1e3}},
      {"s", 1e-5, {"us", 1e6}},
      {"s", 0, {"ns", 1e9}},
      {"B/s", 1e13, {"TB/s", 1e-12}},
      {"B/s", 0, {"GB/s", 1e-9}},
      {"flop/s", 1e13, {"TFLOP/s", 1e-12}},
      {"flop/s", 0, {"GFLOP/s", 1e-9}},
      {"op/s", 1e12, {"Top/s", 1e-12}},
      {"op/s", 0, {"Gop/s", 1e-9}},
      {"Hz", 0, {"MHz", 1e-6}},
      {"1", 0, {"", 1}},
  }};
  for (const Known& one : known)
    if (one.unit == unit && largest >= one.least) return one.shown;
  return {unit, 1};
}

ChartPoint point_at(double x, const Quantity& quantity, const ShownUnit& unit) {
  ChartPoint point{.x = x, .y = quantity.value * unit.factor};
  if (quantity.low < quantity.high)
    point.interval = {quantity.low * unit.factor, quantity.high * unit.factor};
  return point;
}

}  // namespace plumb
