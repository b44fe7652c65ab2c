// plumb/report/html/origins.cpp - where every number comes from: commands, clocks, noise, papers.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/statistics.h"
#include "plumb/records/verdict.h"
#include "plumb/report/html/device_limits.h"
#include "plumb/report/html/sections.h"

namespace plumb {
namespace {

void add_origin_row(Table& table, const std::string& file, const char* kind,
                    const Provenance& from) {
  const auto known = [](const std::string& text) {
    return text.empty() ? Cell(Missing{}) : Cell(text);
  };
  table.rows.push_back({file, kind, known(device_title(from.device)), known(from.device.driver),
                        known(from.host.processor), known(from.host.system), known(from.version),
                        known(from.time), known(from.command)});
}

Table origins_table(const ReportInputs& inputs) {
  Table table{.title = "records",
              .columns = {{"file"},
                          {"record"},
                          {"device"},
                          {"driver", "", Alignment::left},
                          {"host"},
                          {"system"},
                          {"plumb"},
                          {"time (UTC)"},
                          {"command"}}};
  for (const ReportedProfile& one : inputs.profiles)
    add_origin_row(table, one.file, "profile", one.profile.provenance);
  for (const ReportedResult& one : inputs.results)
    add_origin_row(table, one.file, "result", one.result.provenance);
  for (const ReportedPredictions& one : inputs.predictions)
    add_origin_row(table, one.file, "prediction", one.predictions.provenance);
  for (const ReportedTrace& one : inputs.traces)
    add_origin_row(table, one.file, "trace", one.trace.provenance);
  for (const ReportedTimeline& one : inputs.timelines)
    add_origin_row(table, one.file, "timeline", one.provenance.value_or(Provenance{}));
  for (const ReportedAllocation& one : inputs.allocations)
    add_origin_row(table, one.file, "allocation", one.allocation.provenance);
  for (const ReportedTables& one : inputs.benchmarks)
    add_origin_row(table, one.file, "benchmark", one.provenance);
  return table;
}

struct ClockRange {
  double low = 0;
  double high = 0;
};

// The clocks during the points of a result, in MHz; 0 where none was reported.
ClockRange clock_range(const Result& result) {
  ClockRange range;
  for (const Point& point : result.points) {
    if (!point.device_state || !point.device_state->clock) continue;
    const double clock = point.device_state->clock->value * 1e-6;
    range.low = range.low > 0 ? std::min(range.low, clock) : clock;
    range.high = std::max(range.high, clock);
  }
  return range;
}

Cell clock_cell(const ClockRange& range) {
  if (range.high <= 0) return Missing{"the device reported no clock"};
  if (range.low == range.high) return fmt::format("{:.0f}", range.low);
  return fmt::format("{:.0f} .. {:.0f}", range.low, range.high);
}

std::string slowed_by(const Result& result) {
  std::vector<std::string> reasons;
  for (const Point& point : result.points) {
    if (!point.device_state) continue;
    for (const std::string& reason : point.device_state->slowed_by)
      if (std::ranges::find(reasons, reason) == reasons.end()) reasons.push_back(reason);
  }
  return reasons.empty() ? "nothing" : fmt::format("{}", fmt::join(reasons, ", "));
}

Table conditions_table(const ReportInputs& inputs) {
  Table table{.title = "clocks and noise",
              .columns = {{"file"},
                          {"points"},
                          {"verified"},
                          {"noisy"},
                          {"median noise", "%"},
                          {"largest noise", "%"},
                          {"clock", "MHz"},
                          {"slowed by"},
                          {"warnings"}}};
  for (const ReportedResult& one : inputs.results) {
    std::vector<double> noises;
    std::size_t points = 0, verified = 0, noisy = 0, warnings = 0;
    for (const Point& point : one.result.points) {
      ++points;
      verified += verdict_of(point) == Verdict::right ? 1 : 0;
      warnings += point.warnings.size();
      if (!has_times(point)) continue;
      noisy += is_noisy(point, point.whole) ? 1 : 0;
      if (has_interval(point.whole)) noises.push_back(100 * noise_of(point.whole));
    }
    const bool known = !noises.empty();
    table.rows.push_back(
        {one.file, points, verified, noisy,
         known ? Cell(fixed(median(noises), 2)) : Cell(Missing{"one sample says nothing of noise"}),
         known ? Cell(fixed(*std::ranges::max_element(noises), 2)) : Cell(Missing{}),
         clock_cell(clock_range(one.result)), slowed_by(one.result), warnings});
  }
  table.notes = {"noise: half the 95 % interval of a point's host time over that time"};
  return table;
}

Table papers_table() {
  return {.title = "papers behind the figures",
          .columns = {{"name", "", Alignment::left}, {"paper"}, {"what stands on it"}},
          .rows = {{"paper 000",
                    "S. Ito, F. Ino, K. Hagihara: A Performance Model for Assisting Development of "
                    "GPGPU Applications, 2007",
                    "paths as bandwidth and latency, T = T1 + I T2 + T3, patterns of access"},
                   {"paper 001",
                    "A. Naruse, S. Sumimoto, K. Kumon: Acceleration Technique of Computational "
                    "Fluid Dynamics on GPGPU, 2008",
                    "bandwidth by footprint, work-items and streams, latency curves"},
                   {"paper 002",
                    "H. Kanda and others: An Instrumentation Method for Analyzing Efficiency of "
                    "Memory Access in CUDA Programs, 2012",
                    "stamps inside kernels, timelines"},
                   {"paper 003",
                    "Y. Shinomoto: Numerical Computations on A Commodity Graphics Hardware, 2004",
                    "loops as passes over data, iterative solvers"},
                   {"paper 004",
                    "T. Ikeda and others: An Instruction Allocation Method for Accelerating GPU "
                    "Applications, 2005",
                    "moving work between programs"}}};
}

}  // namespace

Section provenance_section(const ReportInputs& inputs) {
  Section section{.id = "provenance", .title = "Provenance"};
  section.blocks.emplace_back(origins_table(inputs));
  if (!inputs.results.empty()) section.blocks.emplace_back(conditions_table(inputs));
  section.blocks.emplace_back(papers_table());
  return section;
}

}  // namespace plumb
