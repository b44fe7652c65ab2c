// plumb/records/check_findings.cpp - what names demand of units, and values of themselves.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/check_findings.h"

#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace plumb {
namespace {

struct DemandedUnit {
  std::string_view start;
  std::string_view end;
  std::string_view unit;
};

// The first row that fits a name decides; a name that none fits may have any unit.
constexpr std::array<DemandedUnit, 22> demanded_units{
    {{"", ".cycles", "cycles"},    {"", ".latency", "s"},    {"", ".time", "s"},
     {"", ".penalty", "s"},        {"", ".reach", "B"},      {"", ".bandwidth", "B/s"},
     {"", ".per_item", "B/s"},     {"", ".most", "B/s"},     {"", ".exponent", "1"},
     {"", ".sharpness", "1"},      {"", "gain", "1"},        {"bandwidth.", "", "B/s"},
     {"capacity.", "", "B"},       {"launch.", "", "s"},     {"barrier.", "", "s"},
     {"latency.", "", "s"},        {"atomic.", "", "s"},     {"patterns.atomic.", "", "op/s"},
     {"patterns.side.", "", "1"},  {"patterns.", "", "B/s"}, {"streams.", "", "B/s"},
     {"threads.resident", "", "1"}}};

// Of curves, whose names may be those of parameters with another unit.
constexpr std::array<DemandedUnit, 9> demanded_of_curves{{{"elements.", "", "s"},
                                                          {"transfer.", "", "s"},
                                                          {"launch.", "", "s"},
                                                          {"latency.", "", "s"},
                                                          {"atomic.", "", "s"},
                                                          {"overlap.", "", "s"},
                                                          {"bandwidth.", "", "B/s"},
                                                          {"streams.", "", "B/s"},
                                                          {"threads.", "", "B/s"}}};

// A difference of two times, which noise may turn round.
bool may_be_negative(std::string_view name) { return name.starts_with("translation."); }

// Models read between their points.
bool needs_two_points(std::string_view name) {
  return name.starts_with("elements.") || name.starts_with("transfer.") ||
         name.starts_with("atomic.") || name == "launch.group";
}

// The probe that finds it: the first word of most names.
std::string_view probe_of(std::string_view name) {
  const std::string_view first = name.substr(0, name.find('.'));
  if (first == "capacity" || first == "translation") return "latency";
  if (name == "bandwidth.private.rows") return "compute";
  return first == "atomic" ? "barrier" : first;
}

[[noreturn]] void refuse(const JsonView& view, std::string_view name, const std::string& why) {
  view.refuse(
      fmt::format("'{}' {}; plumb probe --only {} measures it again", name, why, probe_of(name)));
}

template <std::size_t rows>
void check_unit(const std::array<DemandedUnit, rows>& demanded, std::string_view name,
                const std::string& unit, const JsonView& view) {
  for (const DemandedUnit& row : demanded) {
    if (!name.starts_with(row.start) || !name.ends_with(row.end)) continue;
    if (unit != row.unit)
      refuse(view, name, fmt::format("is in '{}', and its name demands '{}'", unit, row.unit));
    return;
  }
}

void check_value(std::string_view name, const Quantity& quantity, const JsonView& view) {
  if (!std::isfinite(quantity.value)) refuse(view, name, "is not finite");
  if (quantity.value < 0 && !may_be_negative(name))
    refuse(view, name,
           fmt::format("is {:.4g} {}, which is below zero", quantity.value, quantity.unit));
  const bool is_rate = quantity.unit.ends_with("/s");
  if (is_rate && !(quantity.value > 0))
    refuse(view, name, "is zero, and a rate must be larger than zero");
}

}  // namespace

void check_finding(const Finding& parameter, const JsonView& view) {
  check_unit(demanded_units, parameter.name, parameter.value.unit, view.at("value"));
  check_value(parameter.name, parameter.value, view.at("value"));
}

void check_curve(const Curve& curve, const JsonView& view) {
  const JsonView points = view.at("points");
  if (needs_two_points(curve.name) && curve.points.size() == 1)
    refuse(points, curve.name, "has one point, and nothing can be read between points");
  if (curve.points.empty()) return;
  check_unit(demanded_of_curves, curve.name, curve.points.front().y.unit, view);
  const auto refuse_at = [&](std::size_t i, const std::string& why) {
    refuse(points.list()[i], curve.name, why);
  };
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const CurvePoint& point = curve.points[i];
    if (!std::isfinite(point.x))
      refuse_at(i, fmt::format("is at {} {}, which is not finite", curve.x_name, point.x));
    if (i > 0 && !(point.x > curve.points[i - 1].x))
      refuse_at(i, fmt::format("has {} {:.6g} behind {:.6g}: it must rise from point to point",
                               curve.x_name, point.x, curve.points[i - 1].x));
    if (!std::isfinite(point.y.value) || point.y.value < 0)
      refuse_at(i, fmt::format("is {:.4g} {} at {} {:.6g}, which no probe finds", point.y.value,
                               point.y.unit, curve.x_name, point.x));
  }
}

}  // namespace plumb
