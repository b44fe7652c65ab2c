// plumb/report/html/roofline.cpp - rates over arithmetic intensity below the limits of the device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "plumb/report/html/device_limits.h"
#include "plumb/report/html/sections.h"

namespace plumb {
namespace {

constexpr double giga = 1e-9;

// min(peak, intensity x bandwidth), flop/s over flop/B.
ChartSeries roof_line(const std::string& name, double bandwidth, double peak, double low,
                      double high) {
  ChartSeries series{.name = name};
  const double ridge = peak / bandwidth;
  for (const double intensity : {low, ridge, high}) {
    if (intensity < low || intensity > high) continue;
    series.points.push_back({.x = intensity, .y = std::min(peak, intensity * bandwidth) * giga});
  }
  return series;
}

// Cache levels whose reading bandwidth was found: roofs above the memory's.
std::vector<std::pair<std::string, double>> cache_roofs(const Profile& profile) {
  std::vector<std::pair<std::string, double>> roofs;
  for (const Finding& finding : profile.parameters) {
    const std::string& name = finding.name;
    const bool reads = name.starts_with("bandwidth.private.read.level") ||
                       name.starts_with("bandwidth.shared.read.level");
    if (!reads) continue;
    const char* const whose = name.find(".shared.") == std::string::npos ? "own" : "shared";
    roofs.emplace_back(fmt::format("{} cache, level {}", whose, name.back()), finding.value.value);
  }
  return roofs;
}

Chart roofline_of(const ReportedProfile& profile, const std::string& title,
                  const std::vector<const RatedPoint*>& points) {
  const DeviceLimits limits = limits_of(profile.profile);
  Chart chart{.title = fmt::format("Roofline of {}", title),
              .source = "paper 000, section 5.1, bounds the time the same way",
              .x = {"intensity", "flop/B", AxisScale::log10},
              .y = {"rate", "GFLOP/s", AxisScale::log10}};
  double low = 0.05;
  double high = 2 * limits.single / limits.memory;
  for (const RatedPoint* one : points) {
    if (one->work.flops <= 0 || one->bytes <= 0) continue;
    low = std::min(low, one->work.flops / one->bytes / 2);
    high = std::max(high, one->work.flops / one->bytes * 2);
  }
  chart.series.push_back(roof_line("memory, single", limits.memory, limits.single, low, high));
  if (limits.twice > 0)
    chart.series.push_back(roof_line("memory, double", limits.memory, limits.twice, low, high));
  for (const auto& [name, bandwidth] : cache_roofs(profile.profile))
    chart.series.push_back(roof_line(name, bandwidth, limits.single, low, high));
  for (const RatedPoint* one : points) {
    if (one->work.flops <= 0 || one->bytes <= 0) continue;
    const std::string& workload = one->point->workload;
    auto series = std::ranges::find(chart.series, workload, &ChartSeries::name);
    if (series == chart.series.end())
      series = chart.series.insert(chart.series.end(), {workload, SeriesStyle::points});
    series->points.push_back({.x = one->work.flops / one->bytes,
                              .y = one->work.flops_per_second() * giga,
                              .label = one->name});
  }
  return chart;
}

Cell share_cell(const LimitShare& near) {
  if (!(near.share > 0)) return Missing{};
  return near.share < 1 ? Cell(significant(100 * near.share, 3)) : Cell(limit_text(near));
}

Table share_table(const ReportInputs& inputs, const std::vector<RatedPoint>& rated) {
  Table table{.title = "how near the points come to the limit",
              .columns = {{"point"},
                          {"device"},
                          {"time", "us"},
                          {"bandwidth", "GB/s"},
                          {"arithmetic", "GFLOP/s"},
                          {"intensity", "flop/B"},
                          {"of the limit", "%"},
                          {"limit"}}};
  const auto known = [](double amount, const Number& shown) {
    return amount > 0 ? Cell(shown) : Cell(Missing{});
  };
  for (const RatedPoint& one : rated) {
    const CreditedWork& work = one.work;
    table.rows.push_back(
        {one.name, run_title(inputs, *one.from), significant(work.seconds * 1e6, 4),
         known(work.bytes, significant(work.bytes_per_second() * giga, 4)),
         known(work.flops, significant(work.flops_per_second() * giga, 4)),
         known(one.bytes > 0 ? work.flops : 0, significant(work.flops / one.bytes, 3)),
         share_cell(one.near),
         one.near.limit == LimitKind::unknown ? Cell(Missing{}) : Cell(name_of(one.near.limit))});
  }
  table.notes = {
      "time, bytes and flops are those of one iteration of what the workload credits",
      "of the limit: of the fastest bandwidth that the probes found with as much data as the point "
      "allocates, or of the fma rate, whichever is nearer; bytes count at most once for each "
      "launch, here and in the intensity",
      "cache: the probes found more than memory's bandwidth with so much data; at limit: as fast "
      "as the probes; beyond: they were disturbed, or a cache that they did not see holds the "
      "data"};
  return table;
}

}  // namespace

Section roofline_section(const ReportInputs& inputs) {
  Section section{.id = "roofline", .title = "Roofline"};
  const std::vector<RatedPoint> rated = rated_points(inputs);
  if (rated.empty()) return section;
  for (const ReportedProfile& profile : inputs.profiles) {
    std::vector<const RatedPoint*> points;
    for (const RatedPoint& one : rated) {
      if (profile_of(inputs, *one.from) == &profile) points.push_back(&one);
    }
    const DeviceLimits limits = limits_of(profile.profile);
    if (!points.empty() && limits.memory > 0 && limits.single > 0)
      section.blocks.emplace_back(roofline_of(profile, run_title(inputs, profile), points));
  }
  section.blocks.push_back(table_block(share_table(inputs, rated)));
  return section;
}

}  // namespace plumb
