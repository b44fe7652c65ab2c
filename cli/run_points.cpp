// cli/run_points.cpp - running points one after another and keeping what is finished.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/run_points.h"

#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/json.h"

namespace plumb::cli {
namespace {

// A point that failed: what was asked for, and why there are no times.
Point failed_point(const PlannedPoint& planned, const RunOptions& options,
                   const std::exception& error) {
  Point point;
  point.workload = planned.label.substr(0, planned.label.find(' '));
  point.status = Status::error;
  point.reason = explain(error);
  point.caches = options.caches;
  try {
    point.settings = planned.program().settings;
  } catch (const Error&) {
    point.settings.clear();  // the program itself could not be made: the reason says so
  }
  return point;
}

}  // namespace

Outcome run_points(device::Device& device, std::span<const PlannedPoint> plan,
                   const RunOptions& options, Progress& progress, Result& result,
                   const std::string& path) {
  Outcome outcome;
  const auto fail = [&](const Error& error) {
    progress.clear();
    fmt::print(stderr, "error: {}\n{}", explain(error), details(error));
    if (!outcome.failure) outcome.failure = kind_of(error);
  };
  bool writing = !path.empty();
  for (std::size_t i = 0; i < plan.size(); ++i) {
    RunOptions watched = options;
    watched.progress = [&](std::string_view phase) {
      progress.show(fmt::format("[{}/{}] {}: {}", i + 1, plan.size(), plan[i].label, phase));
    };
    try {
      result.points.push_back(run_program(device, plan[i].program(), plan[i].reference(), watched));
    } catch (const Error& error) {
      if (kind_of(error) == ErrorKind::interrupted) {
        progress.clear();
        fmt::print(stderr, "interrupted; {} of {} points are finished and kept\n", i, plan.size());
        outcome.interrupted = true;
        return outcome;
      }
      fail(error);
      result.points.push_back(failed_point(plan[i], options, error));
    }
    try {
      if (writing) write_whole(path, to_text(to_json(result)));
    } catch (const Error& error) {
      fail(error);
      writing = false;  // said once; the table still shows everything
    }
  }
  progress.clear();
  return outcome;
}

int exit_code(const Outcome& outcome, std::span<const Point> points, bool strict) {
  if (outcome.interrupted) return static_cast<int>(ErrorKind::interrupted);
  if (outcome.failure) return static_cast<int>(*outcome.failure);
  int code = 0;
  for (const Point& point : points) {
    if (point.status == Status::wrong) return static_cast<int>(ErrorKind::check_failed);
    if (point.status == Status::unreliable && strict)
      code = static_cast<int>(ErrorKind::unreliable);
  }
  return code;
}

}  // namespace plumb::cli
