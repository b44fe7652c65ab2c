// bench/accuracy/figures.cpp - medians, percentiles, coverage and ranks of errors.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/accuracy/figures.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace plumb::bench {
namespace {

// The value that so many of the sorted values do not exceed.
double percentile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  const auto at =
      static_cast<std::size_t>(std::lround(share * static_cast<double>(sorted.size() - 1)));
  return sorted[at];
}

bool is_far_off(const Judged& point) {
  const double ratio = point.predicted / point.measured;
  return std::max(ratio, 1 / ratio) > 2;
}

// Pairs of variants of one problem that are in the right order, less those that are not.
std::optional<double> kendall(std::span<const Judged> points) {
  std::map<std::string, std::vector<const Judged*>> problems;
  for (const Judged& point : points) {
    if (!point.abstained) problems[point.family + point.problem].push_back(&point);
  }
  double agree = 0;
  double pairs = 0;
  for (const auto& [problem, variants] : problems) {
    for (std::size_t i = 0; i < variants.size(); ++i) {
      for (std::size_t j = i + 1; j < variants.size(); ++j) {
        const double predicted = variants[i]->predicted - variants[j]->predicted;
        const double measured = variants[i]->measured - variants[j]->measured;
        if (predicted == 0 || measured == 0) continue;
        pairs += 1;
        agree += (predicted > 0) == (measured > 0) ? 1 : -1;
      }
    }
  }
  if (pairs == 0) return std::nullopt;
  return agree / pairs;
}

std::vector<Cell> row_of(const std::string& family, const Accuracy& one) {
  const bool any = one.points > one.abstained;
  const auto percent = [&](double share) {
    return any ? Cell(fixed(100 * share, 1)) : Cell(Missing{"the model predicts none of them"});
  };
  return {family,
          one.points,
          one.abstained,
          percent(one.median),
          percent(one.ninth),
          percent(one.worst),
          percent(one.beyond_twice),
          one.half_width > 0 ? Cell(percent(one.coverage))
                             : Cell(Missing{any ? "no interval is stated" : ""}),
          one.half_width > 0 ? Cell(percent(one.half_width)) : Cell(Missing{}),
          one.tau ? Cell(fixed(*one.tau, 2)) : Cell(Missing{"no two variants of one problem"})};
}

}  // namespace

double Judged::error() const { return std::fabs(predicted / measured - 1); }

Accuracy accuracy_of(std::span<const Judged> points) {
  Accuracy result{.points = points.size()};
  std::vector<double> errors;
  std::vector<double> widths;
  double covered = 0;
  for (const Judged& point : points) {
    if (point.abstained) {
      ++result.abstained;
      continue;
    }
    errors.push_back(point.error());
    result.beyond_twice += is_far_off(point) ? 1 : 0;
    if (point.high <= 0) continue;
    widths.push_back((point.high - point.low) / (point.high + point.low));
    covered += point.measured >= point.low && point.measured <= point.high ? 1 : 0;
  }
  std::ranges::sort(errors);
  std::ranges::sort(widths);
  result.median = percentile(errors, 0.5);
  result.ninth = percentile(errors, 0.9);
  result.worst = percentile(errors, 1);
  if (!errors.empty()) result.beyond_twice /= static_cast<double>(errors.size());
  if (!widths.empty()) result.coverage = covered / static_cast<double>(widths.size());
  result.half_width = percentile(widths, 0.5);
  result.tau = kendall(points);
  return result;
}

Table accuracy_table(const std::string& model, std::span<const Judged> points) {
  Table table{.title = model,
              .columns = {{"family"},
                          {"points"},
                          {"abstained"},
                          {"median", "%"},
                          {"P90", "%"},
                          {"worst", "%"},
                          {"beyond 2 x", "%"},
                          {"coverage", "%"},
                          {"half width", "%"},
                          {"tau"}}};
  std::map<std::string, std::vector<Judged>> families;
  for (const Judged& point : points) families[point.family].push_back(point);
  for (const auto& [family, own] : families) table.rows.push_back(row_of(family, accuracy_of(own)));
  table.rows.push_back(row_of("all", accuracy_of(points)));
  return table;
}

Table component_table(std::span<const Explanation> explanations) {
  Table table{.title = "plumbline by component",
              .columns = {{"component"}, {"parts"}, {"median", "%"}, {"P90", "%"}, {"worst", "%"}}};
  std::map<std::string, std::vector<double>> components;
  for (const Explanation& one : explanations) {
    for (const ExplainedPart& part : one.parts) {
      // A part that the measurement does not tell from another has no time of its own.
      if (part.measured <= Seconds{} || part.predicted <= Seconds{}) continue;
      const bool is_kernel = part.name != "transfers" && part.name != "host";
      components[is_kernel ? "kernels" : part.name].push_back(
          std::fabs(part.predicted / part.measured - 1));
    }
  }
  for (auto& [component, errors] : components) {
    std::ranges::sort(errors);
    table.rows.push_back({component, errors.size(), fixed(100 * percentile(errors, 0.5), 1),
                          fixed(100 * percentile(errors, 0.9), 1),
                          fixed(100 * percentile(errors, 1), 1)});
  }
  return table;
}

Table point_table(std::span<const Judged> points, std::span<const JudgedByModel> others) {
  Table table{.title = "points",
              .columns = {{"family"},
                          {"variant"},
                          {"settings"},
                          {"measured", "us"},
                          {"predicted", "us"},
                          {"low", "us"},
                          {"high", "us"}}};
  for (const JudgedByModel& other : others) table.columns.push_back({other.model, "us"});
  const auto microseconds = [](double seconds) { return fixed(1e6 * seconds, 2); };
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Judged& point = points[i];
    std::vector<Cell> row{point.family, point.variant, point.problem, microseconds(point.measured)};
    if (point.abstained) {
      row.insert(row.end(), 3, Cell{Missing{"abstained"}});
    } else {
      for (const double seconds : {point.predicted, point.low, point.high})
        row.emplace_back(microseconds(seconds));
    }
    for (const JudgedByModel& other : others) {
      const Judged& same = other.points[i];
      row.push_back(same.abstained ? Cell{Missing{"abstained"}} : microseconds(same.predicted));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table ablation_table(std::span<const Ablated> rows) {
  Table table{.title = "plumbline without a term",
              .columns = {{"left out"}, {"median", "%"}, {"P90", "%"}, {"beyond 2 x", "%"}}};
  for (const Ablated& row : rows)
    table.rows.push_back({row.term, fixed(100 * row.accuracy.median, 1),
                          fixed(100 * row.accuracy.ninth, 1),
                          fixed(100 * row.accuracy.beyond_twice, 1)});
  return table;
}

}  // namespace plumb::bench
