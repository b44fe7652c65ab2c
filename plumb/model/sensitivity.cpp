// plumb/model/sensitivity.cpp - profiles of devices that are better in one respect.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/sensitivity.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace plumb {
namespace {

constexpr double more = 1.1;
constexpr double half = 0.5;
constexpr double twice = 2;

constexpr std::array<std::pair<DeviceChange, std::string_view>, 4> changes{
    {{DeviceChange::bandwidth, "10 % more bandwidth"},
     {DeviceChange::loads, "loads in half the time"},
     {DeviceChange::launches, "launches in half the time"},
     {DeviceChange::threads, "twice the threads"}}};

void scale(Quantity& quantity, double factor) {
  quantity.value *= factor;
  quantity.low *= factor;
  quantity.high *= factor;
}

// One work-item's bytes per second follow from the latency, not from the bandwidth.
bool is_of_one_item(std::string_view name) { return name.ends_with(".per_item"); }

double factor_of(const Finding& finding, DeviceChange change) {
  const std::string_view name = finding.name;
  switch (change) {
    case DeviceChange::bandwidth:
      return finding.value.unit == "B/s" && !is_of_one_item(name) ? more : 1;
    case DeviceChange::loads:
      if (is_of_one_item(name)) return twice;
      return name.starts_with("latency.") || name == "barrier.kernel.time" ||
                     (name.starts_with("images.") && name.ends_with(".latency"))
                 ? half
                 : 1;
    case DeviceChange::launches:
      return name.starts_with("launch.") ? half : 1;
    case DeviceChange::threads:
      return name == "threads.resident_groups" ? twice : 1;
  }
  return 1;
}

// What moves bytes: those of launches in a batch are held against those of elements.
bool is_of_bytes(std::string_view curve) {
  constexpr std::array<std::string_view, 4> begun{"elements.", "transfer.", "launch.batch.elements",
                                                  "patterns."};
  return std::ranges::any_of(begun, [&](auto name) { return curve.starts_with(name); });
}

// y is scaled above the shortest time by `above`, and the whole lowered by `less` of that time.
void bend(Curve& curve, double above, double less) {
  const double shortest = std::ranges::min_element(curve.points, {}, [](const CurvePoint& p) {
                            return p.y.value;
                          })->y.value;
  for (CurvePoint& point : curve.points) {
    for (double* y : {&point.y.value, &point.y.low, &point.y.high})
      *y = shortest + (*y - shortest) * above - less * shortest;
  }
}

void change_curve(Curve& curve, DeviceChange change) {
  if (curve.points.empty()) return;
  const std::string& unit = curve.points.front().y.unit;
  const bool times = unit == "s" && is_of_bytes(curve.name);
  if (change == DeviceChange::bandwidth && times) bend(curve, 1 / more, 0);
  if (change == DeviceChange::bandwidth && unit == "B/s") {
    for (CurvePoint& point : curve.points) scale(point.y, more);
  }
  if (change == DeviceChange::launches && curve.name.starts_with("elements.")) bend(curve, 1, half);
}

}  // namespace

Profile with_change(Profile profile, DeviceChange change) {
  for (Finding& finding : profile.parameters) scale(finding.value, factor_of(finding, change));
  for (Curve& curve : profile.curves) change_curve(curve, change);
  if (auto& abilities = profile.provenance.device.abilities;
      abilities && change == DeviceChange::threads) {
    abilities->unit_local_memory.count *= 2;
    abilities->unit_registers *= 2;
  }
  return profile;
}

std::vector<Saving> savings(const Profile& profile, const PredictedPoint& own,
                            const std::function<PredictedPoint(const Profile&)>& predict) {
  const auto plumbline_of = [](const PredictedPoint& point) {
    const auto found = std::ranges::find(point.predictions, "plumbline", &Prediction::model);
    return found != point.predictions.end() && found->reason.empty() ? &*found : nullptr;
  };
  const Prediction* before = plumbline_of(own);
  std::vector<Saving> all;
  if (before == nullptr || before->total() <= Seconds{}) return all;
  for (const auto& [change, name] : changes) {
    const PredictedPoint point = predict(with_change(profile, change));
    const Prediction* after = plumbline_of(point);
    if (after == nullptr) continue;
    all.push_back({std::string(name), std::max(0.0, 1 - after->total() / before->total())});
  }
  return all;
}

}  // namespace plumb
