// plumb/report/html/device_limits.cpp - limits from profiles, shares of them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/html/device_limits.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "plumb/records/copy_precision.h"
#include "plumb/records/verdict.h"
#include "plumb/report/which_point.h"

namespace plumb {
namespace {

// Probes and runs differ by so much on a machine that is shared.
constexpr double probe_noise = 1.1;

double finding_value(const Profile& profile, std::string_view name) {
  const Finding* found = finding_named(profile, name);
  return found == nullptr ? 0 : found->value.value;
}

// Curves over footprints: of each compute unit by itself, or of all together.
void add_footprint_rates(DeviceLimits& limits, const Profile& profile) {
  const auto units =
      static_cast<double>(std::max<std::uint64_t>(profile.provenance.device.compute_units, 1));
  for (const Curve& curve : profile.curves) {
    const bool own = curve.name.starts_with("bandwidth.private.");
    if (!own && !curve.name.starts_with("bandwidth.shared.")) continue;
    for (const CurvePoint& point : curve.points)
      limits.by_footprint.push_back({point.x * (own ? units : 1), point.y.value});
  }
}

// The copy of the run in the point's precision.
double copied_beside(const Result& result, const Point& point) {
  const std::string* precision = text_named(point.settings, "precision");
  for (const Point& roof : result.points) {
    if (!roof.roof || !has_times(roof)) continue;
    const std::string* its = text_named(roof.settings, "precision");
    if (precision == nullptr || its == nullptr || *its == copy_precision(*precision))
      return credited_work(roof).bytes_per_second();
  }
  return 0;
}

std::string point_name_of(const Point& point, const std::vector<std::string>& settings) {
  const std::string which = which_point(point, settings);
  return which.empty() ? point.workload : fmt::format("{}, {}", point.workload, which);
}

std::size_t different_names(std::span<const Point> points,
                            const std::vector<std::string>& settings) {
  std::set<std::string> names;
  for (const Point& point : points)
    if (!point.roof) names.insert(point_name_of(point, settings));
  return names.size();
}

}  // namespace

DeviceLimits limits_of(const Profile& profile) {
  DeviceLimits limits;
  for (const char* name : {"bandwidth.memory.read", "bandwidth.memory.write",
                           "bandwidth.memory.copy", "bandwidth.memory.triad"})
    limits.memory = std::max(limits.memory, finding_value(profile, name));
  limits.single = finding_value(profile, "compute.fma.f32.throughput");
  limits.twice = finding_value(profile, "compute.fma.f64.throughput");
  add_footprint_rates(limits, profile);
  return limits;
}

std::string name_of(LimitKind kind) {
  constexpr std::array<const char*, 4> names{"", "memory", "arithmetic", "cache"};
  return names.at(static_cast<std::size_t>(kind));
}

double necessary_bytes(const Point& point, const CreditedWork& work) {
  double launches = 0;
  for (std::size_t i = first_credited(point.credit, point.steps.size()); i < point.steps.size();
       ++i)
    launches += static_cast<double>(point.steps[i].launches);
  if (point.credit) launches /= static_cast<double>(point.credit->iterations);
  const double touched = launches * static_cast<double>(point.memory.count);
  return touched > 0 ? std::min(work.bytes, touched) : work.bytes;
}

double level_rate(const DeviceLimits& limits, double bytes) {
  double fastest = limits.memory;
  for (const FootprintRate& one : limits.by_footprint)
    if (one.bytes >= bytes) fastest = std::max(fastest, one.rate);
  return fastest;
}

LimitShare limit_share(const Point& point, const CreditedWork& work, const DeviceLimits& limits) {
  if (!(work.seconds > 0)) return {};
  const std::string* precision = text_named(point.settings, "precision");
  const double peak = precision != nullptr && *precision == "f64" ? limits.twice : limits.single;
  const bool stays = point.caches == CacheState::warm && point.memory.count > 0;
  const double level =
      stays ? level_rate(limits, static_cast<double>(point.memory.count)) : limits.memory;
  const double moved = level > 0 ? necessary_bytes(point, work) / work.seconds / level : 0;
  const double computed = peak > 0 ? work.flops_per_second() / peak : 0;
  if (moved <= 0 && computed <= 0) return {};
  if (computed > moved) return {LimitKind::arithmetic, computed, peak};
  if (limits.by_footprint.empty() && moved > probe_noise) return {LimitKind::cache};
  return {level > probe_noise * limits.memory ? LimitKind::cache : LimitKind::memory, moved, level};
}

bool is_beyond(const LimitShare& near) { return near.share > probe_noise; }

std::string limit_text(const LimitShare& near) {
  if (near.limit == LimitKind::unknown) return "-";
  if (!(near.share > 0)) return name_of(near.limit);
  if (near.share < 1) return fmt::format("{:.0f} %", 100 * near.share);
  return is_beyond(near) ? "beyond" : "at limit";
}

DeviceLimits limits_for(const ReportInputs& inputs, const ReportedResult& result,
                        const Point& point) {
  if (const ReportedProfile* profile = profile_of(inputs, result)) {
    DeviceLimits limits = limits_of(profile->profile);
    limits.from = profile->file;
    return limits;
  }
  return {.memory = copied_beside(result.result, point), .from = "the copy in the same run"};
}

std::vector<RatedPoint> rated_points(const ReportInputs& inputs) {
  std::vector<RatedPoint> rated;
  for (const ReportedResult& from : inputs.results) {
    const std::vector<std::string> names = short_names(from.result.points);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Point& point = from.result.points[i];
      if (point.roof || !has_times(point)) continue;
      RatedPoint one{
          .from = &from, .point = &point, .name = names[i], .work = credited_work(point)};
      if (!(one.work.seconds > 0)) continue;
      one.limits = limits_for(inputs, from, point);
      one.near = limit_share(point, one.work, one.limits);
      one.bytes = necessary_bytes(point, one.work);
      rated.push_back(std::move(one));
    }
  }
  return rated;
}

std::vector<std::string> short_names(std::span<const Point> points) {
  std::vector<std::string> settings = varying_settings(points);
  // Later settings often follow from earlier ones: what is not needed to tell points apart goes.
  const std::size_t apart = different_names(points, settings);
  for (std::size_t i = settings.size(); i-- > 0;) {
    std::vector<std::string> fewer = settings;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (different_names(points, fewer) == apart) settings = std::move(fewer);
  }
  std::vector<std::string> names;
  names.reserve(points.size());
  for (const Point& point : points) names.push_back(point_name_of(point, settings));
  return names;
}

std::vector<ExplainedPoint> explained_points(const ReportInputs& inputs) {
  std::vector<ExplainedPoint> explained;
  for (const ReportedResult& from : inputs.results) {
    auto why = from.explanations.begin();
    const std::vector<std::string> names = short_names(from.result.points);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Point& point = from.result.points[i];
      if (point.roof) continue;
      if (why == from.explanations.end()) break;
      if (why->reason.empty() && why->measured > Seconds{} && why->predicted > Seconds{})
        explained.push_back({&from, &point, names[i], &*why});
      ++why;
    }
  }
  return explained;
}

}  // namespace plumb
