// plumb/study/trace_points.h - tracing point after point and keeping what is finished.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "plumb/device/device.h"
#include "plumb/records/trace.h"
#include "plumb/study/measure_options.h"
#include "plumb/study/plan.h"
#include "plumb/study/run_points.h"
#include "plumb/trace/collect/collect.h"

namespace plumb::study {

// Traces the points one after another. Appends one per traced or failed point and writes the record
// to `path` (if not empty) after each, so that nothing finished is lost. A failure is reported and
// does not stop the others. Refuses (unavailable) a device that no point could be traced on.
Outcome trace_points(device::Device& device, const Plan& plan, const trace::CollectOptions& options,
                     const Watch& watch, Trace& trace, const std::string& path);

// The same with another way to trace one point; it reports to `failed` what ends a point that keeps
// some of its builds.
using Failed = std::function<void(const Error&)>;
using TracePoint = std::function<TracedPoint(const PlannedPoint&, const Failed& failed)>;
Outcome trace_points(const Plan& plan, const TracePoint& trace_point, const Watch& watch,
                     Trace& trace, const std::string& path);

// 130 interrupted, else the first failure's kind, else 1 where output changed or a stamp is not
// certified, else 0.
int exit_code(const Outcome& outcome, const Trace& trace);

}  // namespace plumb::study
