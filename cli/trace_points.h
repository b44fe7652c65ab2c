// cli/trace_points.h - tracing point after point and keeping what is finished.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "cli/run_points.h"
#include "plumb/base/error.h"
#include "plumb/records/trace.h"

namespace plumb::cli {

struct TracePointsOptions {
  std::string path;                                       // of the record; empty: none is written
  std::function<TracedPoint(const PlannedPoint&)> trace;  // traces one
  std::function<void(const Error&)> report;               // of a point or of the file
  std::function<bool()> interrupted = [] { return false; };  // asked before each point
};

// Appends one point per traced or failed one and writes the record after each, so that nothing
// finished is lost. A failure does not stop the others; the kind of the first one comes back.
std::optional<ErrorKind> trace_points(std::span<const PlannedPoint> plan,
                                      const TracePointsOptions& options, Trace& trace);

}  // namespace plumb::cli
