// cli/livermore_tables.cpp - the 24 rows, the suite's statistics, the explanation of one kernel.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cli/livermore_points.h"
#include "plumb/workloads/livermore/description.h"

namespace plumb::cli {
namespace {

std::vector<Cell> measured_cells(const LivermorePoint& point, double copy,
                                 const std::string& no_copy) {
  if (!point.reason.empty()) {
    std::vector<Cell> cells(7, Cell(Missing{}));
    cells.front() = Missing{point.reason};  // told once, not for every column
    cells.emplace_back(point.verdict);
    return cells;
  }
  const double seconds = point.time.count();
  return {point.launches,
          significant(seconds * 1e6, 4),
          significant(point.flops / seconds * 1e-6, 4),
          significant(point.bytes / seconds * 1e-9, 3),
          copy > 0 ? fixed(point.bytes / seconds / copy, 2) : Cell(Missing{no_copy}),
          significant(point.host_time.count() / seconds, 3),
          point.digits,
          point.verdict};
}

}  // namespace

Table livermore_table(std::span<const LivermorePoint> points, const std::string& title, double copy,
                      const std::string& no_copy) {
  Table table{.title = title,
              .columns = {{"kernel"},
                          {"name"},
                          {"thesis"},
                          {"ours"},
                          {"technique"},
                          {"span"},
                          {"passes"},
                          {"time", "us"},
                          {"rate", "MFLOPS"},
                          {"bandwidth", "GB/s"},
                          {"of copy"},
                          {"host core"},
                          {"digits"},
                          {"result"}}};
  for (const LivermorePoint& point : points) {
    const livermore::Description& about = livermore::descriptions()[point.kernel - 1];
    std::vector<Cell> row{point.kernel,  about.name,      about.thesis_pattern,
                          about.pattern, about.technique, point.span};
    for (Cell& cell : measured_cells(point, copy, no_copy)) row.push_back(std::move(cell));
    table.rows.push_back(std::move(row));
    if (point.sweeps) {
      table.notes.push_back(
          fmt::format("kernel {} at span {}: {} sweeps{}", point.kernel, point.span, *point.sweeps,
                      point.fell_back ? ", not settled: the sequential order was taken" : ""));
    }
  }
  if (copy > 0) table.notes.push_back(fmt::format("copy {:.4g} GB/s in the same run", copy * 1e-9));
  table.notes.emplace_back(
      "host core: one core's time / time; digits of the strict sum against the host's loop");
  table.notes.emplace_back(
      "patterns: 1 no dependence, 2 several passes, 3 dependence between steps, 4 decided at run "
      "time; s scan, t triangular solve, a scatter, v speculate and verify, w wavefront");
  for (const livermore::Description& about : livermore::descriptions()) {
    const bool shown = std::ranges::any_of(
        points, [&](const LivermorePoint& point) { return point.kernel == about.number; });
    if (shown && !about.reason.empty())
      table.notes.push_back(fmt::format("{}: {} not {}: {}", about.number, about.pattern,
                                        about.thesis_pattern, about.reason));
  }
  return table;
}

Table livermore_beside(std::span<const LivermorePoint> thesis,
                       std::span<const LivermorePoint> ours) {
  Table table{.title = "the thesis's passes beside ours",
              .columns = {{"kernel"},
                          {"name"},
                          {"span"},
                          {"its passes"},
                          {"its time", "us"},
                          {"our passes"},
                          {"our time", "us"},
                          {"its / ours"}}};
  for (std::size_t i = 0; i < std::min(thesis.size(), ours.size()); ++i) {
    const LivermorePoint& its = thesis[i];
    const LivermorePoint& own = ours[i];
    std::vector<Cell> row{its.kernel, livermore::descriptions()[its.kernel - 1].name, its.span};
    for (const LivermorePoint* point : {&its, &own}) {
      const bool ran = point->reason.empty();
      row.push_back(ran ? Cell(point->launches) : Cell(Missing{point->reason}));
      row.push_back(ran ? significant(point->time.count() * 1e6, 4) : Cell(Missing{point->reason}));
    }
    row.push_back(its.reason.empty() && own.reason.empty()
                      ? significant(its.time.count() / own.time.count(), 3)
                      : Cell(Missing{"only one of them ran"}));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table livermore_statistics(std::span<const LivermorePoint> points) {
  std::vector<double> rates;
  for (const LivermorePoint& point : points) {
    if (point.reason.empty() && point.flops > 0)
      rates.push_back(point.flops / point.time.count() * 1e-6);
  }
  Table table{.title = "statistics of the suite",
              .columns = {{"samples"},
                          {"min", "MFLOPS"},
                          {"HM", "MFLOPS"},
                          {"GM", "MFLOPS"},
                          {"AM", "MFLOPS"},
                          {"max", "MFLOPS"},
                          {"sd", "MFLOPS"}}};
  if (rates.empty()) return table;
  const auto n = static_cast<double>(rates.size());
  double inverse = 0, logarithms = 0, sum = 0, squares = 0;
  for (const double rate : rates) {
    inverse += 1 / rate;
    logarithms += std::log(rate);
    sum += rate;
  }
  for (const double rate : rates) squares += (rate - sum / n) * (rate - sum / n);
  table.rows.push_back({rates.size(), significant(*std::ranges::min_element(rates), 4),
                        significant(n / inverse, 4), significant(std::exp(logarithms / n), 4),
                        significant(sum / n, 4), significant(*std::ranges::max_element(rates), 4),
                        significant(std::sqrt(squares / n), 4)});
  table.notes.emplace_back("the suite asks for all of them: no single number describes a machine");
  return table;
}

Table livermore_explanation(unsigned kernel) {
  const livermore::Description& about = livermore::descriptions()[kernel - 1];
  Table table{.title = fmt::format("kernel {}: {}", kernel, about.name),
              .columns = {{"what"}, {"how"}}};
  table.rows = {
      {"loop", about.loop},
      {"dependence", about.dependence},
      {"technique", about.technique},
      {"pattern", fmt::format("{}{}", about.pattern,
                              about.reason.empty() ? "" : ": " + std::string(about.reason))},
      {"thesis", fmt::format("pattern {}: {}", about.thesis_pattern, about.thesis)},
      {"flops", fmt::format("{} per iteration by the official weights", about.flops)}};
  return table;
}

}  // namespace plumb::cli
