// plumb/study/run_points.h - planned points run one after another, and the exit code they give.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "plumb/base/error.h"
#include "plumb/device/device.h"
#include "plumb/records/result.h"
#include "plumb/study/crash_record.h"
#include "plumb/study/measure_options.h"
#include "plumb/study/plan.h"

namespace plumb::study {

struct Outcome {
  std::optional<ErrorKind> failure;  // the first: of a point, or of the file
  bool interrupted = false;
  // For a kernel whose damage shows later: held until the points are printed.
  std::shared_ptr<CrashRecord> until_printed = nullptr;
};

// Appends one Point per finished or failed point to `result`, with the plan's layouts, and writes
// it to `path` (if not empty) after each, so that nothing finished is lost. Stops at an interrupt;
// a point that fails is reported and does not stop the others. In a suite that shows shares of the
// copy it is measured after the first point of each precision; a point that is refused is a row of
// the suite, and a failure only where all are.
Outcome run_points(device::Device& device, const Plan& plan, const RunOptions& options,
                   const Watch& watch, Result& result, const std::string& path);

// 130 interrupted, else the first failure's kind, else 1 for a wrong result, else 4 for one
// of which a row is noisy or that was cut short if `strict`, else 0.
int exit_code(const Outcome& outcome, const Result& result, bool strict);

}  // namespace plumb::study
