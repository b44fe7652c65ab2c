// plumb/records/chart_layout.h - how the points of a result become a chart: data, which a workload
// declares in its folder and whoever draws needs no more than.
//
//   ChartLayout ladder{.title = "rate of each rung"};
//   ladder.across = {"variant"};
//   ladder.value = {"rate", ColumnKind::rate, "", "GFLOPS", 4};
//   ladder.by = {"size", "precision"};
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plumb/records/layout.h"

namespace plumb {

// bars: one for each point. steps: one for each step of every point, its bandwidth. curve: over a
// setting that is a number. series: over the positions in a reading that has several values. plane:
// a reading whose values lie in one, of the first point that has it.
enum class ChartKind { bars, steps, curve, series, plane };

struct ChartLayout {
  ChartKind kind = ChartKind::bars;
  std::string title;
  // Settings or labels along the axis; of a curve one. Of a series what its positions are.
  std::vector<std::string> across = {};
  ColumnLayout value = {};                  // its title names the axis
  std::vector<std::string> by = {};         // settings whose values part the points into lines
  std::vector<std::string> published = {};  // devices of a paper that are drawn beside, by bars
  std::string source = {};                  // "paper 001, figure 7"; empty: ours
  bool logarithmic = false;                 // the axis of the value
};

// A chart that a workload declares for its points.
struct WorkloadChart {
  std::string workload;
  ChartLayout layout;
};

}  // namespace plumb
