// cli/run_points.h - the points that a command line asks for, run one after another.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/progress.h"
#include "plumb/base/error.h"
#include "plumb/device/device.h"
#include "plumb/records/program.h"
#include "plumb/records/reference.h"
#include "plumb/records/result.h"
#include "plumb/run/run_program.h"
#include "plumb/workloads/workload.h"

namespace plumb::cli {

// Made when its turn comes, so that a long plan does not hold every program.
struct PlannedPoint {
  std::string label;
  std::function<Program()> program;
  std::function<Reference()> reference;
};

// `application` is a workload's name, an application file (.toml) or a program file (.json).
// Settings come as "NAME=VALUE,VALUE" and as "--NAME", "VALUE,VALUE"; several values of several
// parameters give all combinations.
std::vector<PlannedPoint> plan_points(const std::string& application, Suits suits,
                                      std::span<const std::string> settings,
                                      std::span<const std::string> words);

struct Outcome {
  std::optional<ErrorKind> failure;  // of the first point that failed
  bool interrupted = false;
};

// Appends one Point per finished or failed point to `result` and writes it to `path` (if not empty)
// after each, so that nothing finished is lost. Stops at an interrupt; a failed point is told on
// stderr and does not stop the others.
Outcome run_points(device::Device& device, std::span<const PlannedPoint> plan,
                   const RunOptions& options, Progress& progress, Result& result,
                   const std::string& path);

// 130 interrupted, else the first failure's kind, else 1 for a wrong result, else 4 for an
// unreliable one if `strict`, else 0.
int exit_code(const Outcome& outcome, std::span<const Point> points, bool strict);

}  // namespace plumb::cli
