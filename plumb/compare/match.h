// plumb/compare/match.h - which steps of two groups of runs are the same work: those with the same
// settings.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "plumb/records/measured_run.h"

namespace plumb {

// The same step in the runs of both sides that have it.
struct MatchedStep {
  NamedTexts settings;  // those that were compared, the workload first
  std::string step;
  std::vector<const MeasuredStep*> first = {};
  std::vector<const MeasuredStep*> second = {};
};

struct Matching {
  std::vector<MatchedStep> steps;       // in the order of the first side
  std::vector<std::string> only_first;  // "stream elements=65536 precision=f32: copy"
  std::vector<std::string> only_second;
  std::vector<std::string> notes;
};

struct MatchOptions {
  std::vector<std::string> ignored = {};  // settings that may differ
  bool whole = false;                     // also the host's times of whole executions
};

// A setting that the points of a workload have on one side alone (a newer program has more of them)
// is left out, and a note says so. Refused: points of one run that differ in nothing else. The runs
// must outlive the matching.
Matching match_steps(std::span<const MeasuredRun> first, std::span<const MeasuredRun> second,
                     const MatchOptions& options);

}  // namespace plumb
