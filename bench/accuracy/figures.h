// bench/accuracy/figures.h - how far predictions are from measurements, per family and model.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plumb/records/explanation.h"
#include "plumb/records/prediction.h"
#include "plumb/records/result.h"
#include "plumb/report/table.h"

namespace plumb::bench {

// One point by one model.
struct Judged {
  std::string family;
  std::string variant;
  std::string problem;  // all settings but the variant: within it variants are ranked
  bool abstained = false;
  double predicted = 0;  // seconds
  double measured = 0;
  double low = 0;  // of the interval; 0: none is stated
  double high = 0;
  [[nodiscard]] double error() const;  // |predicted / measured - 1|
};

struct Accuracy {
  std::size_t points = 0;
  std::size_t abstained = 0;
  double median = 0;
  double ninth = 0;  // 90th percentile
  double worst = 0;
  double beyond_twice = 0;         // share of points that are off by more than a factor 2
  double coverage = 0;             // of the intervals
  double half_width = 0;           // median, over the middle of the interval
  std::optional<double> tau = {};  // Kendall's, of variants of one problem
};

Accuracy accuracy_of(std::span<const Judged> points);

// One row per family, and one for all.
Table accuracy_table(const std::string& model, std::span<const Judged> points);

struct JudgedByModel {
  std::string model;
  std::vector<Judged> points;
};

// One row per point, in the order in which they were run, with what other models predict for it.
Table point_table(std::span<const Judged> points, std::span<const JudgedByModel> others);

// Errors of the parts that a measurement tells from each other: kernels, transfers, the host.
Table component_table(std::span<const Explanation> explanations);

struct Ablated {
  std::string term;  // that was left out
  Accuracy accuracy;
};
Table ablation_table(std::span<const Ablated> rows);

}  // namespace plumb::bench
