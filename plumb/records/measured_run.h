// plumb/records/measured_run.h - the times that one run of a benchmark took, whoever measured them.
//
// plumb compare works on these. They come from a result of plumb, from the JSON of Google Benchmark
// or from that of nvbench; which of them a document is, it says itself.
//
//   const MeasuredRun run = read_measured_run("before.json");
//   for (const MeasuredStep& step : run.steps) fmt::print("{} {}\n", step.step, step.centre());
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plumb/base/json.h"
#include "plumb/records/named_texts.h"
#include "plumb/records/result.h"

namespace plumb {

// What a file says about samples that it does not hold.
struct TimeSummary {
  double centre = 0;                     // s; the median where the file has it, else the mean
  std::optional<double> deviation = {};  // standard deviation of one sample over the centre
  std::uint64_t samples = 0;             // 0: not known
};

// One step of one point.
struct MeasuredStep {
  NamedTexts settings;               // the workload or benchmark first: what points are matched by
  std::string step;                  // empty where a point has no steps
  bool averaged = false;             // each sample is the mean over many executions
  std::vector<double> samples = {};  // s, positive, in the order they were taken
  std::optional<TimeSummary> summary = {};  // in their place

  [[nodiscard]] double centre() const;  // s
  [[nodiscard]] std::uint64_t count() const;
};

struct MeasuredRun {
  std::string file;
  std::string program;                     // "plumb 0.1.0", "Google Benchmark", "nvbench 0.1.0"
  std::string device;                      // empty: the file does not say
  std::vector<MeasuredStep> steps = {};    // no two with the same settings and step
  std::vector<std::string> left_out = {};  // points without times, and why
};

// The host's time of a whole execution, beside the device's of the steps.
inline constexpr const char* whole_step = "whole (host time)";

// Points that failed or are roofs are left out, and so are times of zero.
MeasuredRun measured_run_of(const Result& result, std::string file);

// Any of the three kinds, in a newer version than this reader knows refused with the way out; so is
// a document of another kind, and one without any time.
MeasuredRun measured_run_from_json(const JsonView& view, std::string file);
MeasuredRun read_measured_run(const std::string& path);

// What was measured several times becomes one step with all the samples; of summaries the first
// counts.
void join_repeated_steps(MeasuredRun& run);

}  // namespace plumb
