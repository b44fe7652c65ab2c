// plumb/compare/judge.h - whether two groups of runs took the same time, and how sure that is.
//
// Samples of one run agree with each other better than runs do: code and data lie elsewhere in
// memory, clocks and neighbours differ. results/README.md has the figures: steps whose samples
// settle to 0.1 % differ by 10 % in one run of 15. So runs are compared, each by its median, and
// not samples.
//
//   enough runs   the shift of the logarithms of the runs' medians with the interval of Mann and
//                 Whitney's test, which assumes no distribution
//   fewer         Student's interval. The scatter between runs starts from an assumption, as if it
//                 had been seen in `assumed_weight` + 1 runs, and grows to what the runs show;
//                 where the runs of the sides overlap, it shows no change.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "plumb/base/statistics.h"
#include "plumb/base/units.h"
#include "plumb/records/measured_run.h"

namespace plumb {

// Between runs of one program on one machine, where too few runs show it; relative.
inline constexpr double assumed_scatter = 0.025;
// And in time, of samples that are single executions: between runs a launch waits differently long
// for the device to wake up, however short the kernel is.
inline constexpr Seconds assumed_jump{3e-6};
// Of runs that have fewer than five samples and say nothing about their scatter.
inline constexpr double unknown_scatter = 0.05;
inline constexpr double assumed_weight = 8;
// Of Student's limit, beside those of the runs: the jumps between runs are bounded, and with a
// normal limit single runs gave false alarms in less than 1 % of pairs (results/README.md).
inline constexpr double assumed_degrees = 30;

enum class Change { same, faster, slower, ambiguous };
enum class ChangeTest { mann_whitney, student };

std::string name_of(Change change);
std::string name_of(ChangeTest test);

struct JudgeOptions {
  double confidence = 0.99;   // of the interval
  double same_within = 0.01;  // a ratio whose interval lies within 1 +- this is the same
  double run_scatter = assumed_scatter;
};

struct Judgement {
  double ratio = 1;  // of the times, second over first
  Interval interval;
  Change change = Change::ambiguous;
  ChangeTest test = ChangeTest::student;
};

// The times of the same step in the runs of both sides, at least one each.
Judgement judge(std::span<const MeasuredStep* const> first,
                std::span<const MeasuredStep* const> second, const JudgeOptions& options);

// The scatter of the samples of a run over their centre, as a standard deviation: from the 5 % and
// the 95 % quantile, because a run whose samples lie at two levels may settle at either.
double sample_scatter(const MeasuredStep& times);

// How many runs of each side make Mann and Whitney's interval possible at this confidence.
std::size_t runs_needed(double confidence);

}  // namespace plumb
