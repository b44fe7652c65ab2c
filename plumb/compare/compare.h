// plumb/compare/compare.h - two groups of measured runs, step by step: same, faster, slower
// or ambiguous.
//
//   const ComparedSide before = read_side("before/");   // a folder, or files separated by commas
//   const ComparedSide after = read_side("after.json");
//   for (const RunComparison& comparison : compare(before, {&after, 1}, {}))
//     fmt::print("{}", render(comparison_table(comparison), Format::text));
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "plumb/compare/judge.h"
#include "plumb/compare/match.h"
#include "plumb/records/measured_run.h"

namespace plumb {

// Separate runs of the same program.
struct ComparedSide {
  std::string name;  // as it was given
  std::vector<MeasuredRun> runs;
};

struct CompareOptions {
  MatchOptions match = {};
  // The probability that the comparison of equal programs reports any change: shared by all rows.
  double false_alarms = 0.01;
  double same_within = JudgeOptions{}.same_within;
  double run_scatter = assumed_scatter;
};

struct ComparedStep {
  NamedTexts settings;
  std::string step;
  double first = 0;  // s, the median of the runs' medians
  double second = 0;
  std::size_t first_runs = 0;
  std::size_t second_runs = 0;
  bool few_samples = false;  // a run says nothing about the scatter of its samples
  Judgement judgement;
};

struct RunComparison {
  std::string first;  // names of the sides
  std::string second;
  std::vector<ComparedStep> steps;
  std::vector<std::string> only_first;
  std::vector<std::string> only_second;
  std::vector<std::string> notes;
  double confidence = 0;  // of each interval
  CompareOptions options;
};

// FILE, FILE,FILE,... or FOLDER, which stands for its .json files. Refused: what holds no times, an
// empty folder.
ComparedSide read_side(const std::string& word);

// Each of `others` against `first`. Refused: a run that occurs twice, sides without a common step.
std::vector<RunComparison> compare(const ComparedSide& first, std::span<const ComparedSide> others,
                                   const CompareOptions& options);

}  // namespace plumb
