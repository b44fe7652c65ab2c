// plumb/study/trace_points.cpp - one point after the other, the record written after each.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/trace_points.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/base/json.h"

namespace plumb::study {
namespace {

TracedPoint failed_point(const PlannedPoint& planned, const Error& error) {
  TracedPoint point;
  point.workload = planned.name;
  point.failure = explain(error);
  return point;
}

}  // namespace

Outcome trace_points(const Plan& plan, const TracePoint& trace_point, const Watch& watch,
                     Trace& trace, const std::string& path) {
  Outcome outcome;
  const auto fail = [&](const Error& error) {
    watch.failed(error);
    if (!outcome.failure) outcome.failure = kind_of(error);
  };
  std::string target = path;
  for (const PlannedPoint& planned : plan.points) {
    outcome.interrupted = watch.interrupted();
    if (outcome.interrupted) break;
    try {
      trace.points.push_back(trace_point(planned, fail));
    } catch (const Error& error) {
      fail(error);
      trace.points.push_back(failed_point(planned, error));
    }
    trace.points.back().label = planned.label;
    outcome.interrupted = trace.points.back().interrupted;
    try {
      if (!target.empty()) write_whole(target, to_text(to_json(trace)));
    } catch (const Error& error) {
      fail(error);
      target.clear();  // reported once; the tables still show everything
    }
  }
  watch.progress("");
  return outcome;
}

Outcome trace_points(device::Device& device, const Plan& plan, const trace::CollectOptions& options,
                     const Watch& watch, Trace& trace, const std::string& path) {
  (void)trace::architecture_of(device.info());
  const auto trace_point = [&](const PlannedPoint& planned, const Failed& failed) {
    trace::CollectOptions collecting = options;
    collecting.interrupted = watch.interrupted;
    collecting.failed = failed;
    collecting.progress = [&](std::string_view phase) {
      watch.progress(fmt::format("{}: {}", planned.label, phase));
    };
    if (options.events) {
      collecting.events = [&](const TracedPoint& part, std::span<const TraceEvent> events,
                              std::span<const LaneAddresses> addresses) {
        TracedPoint labelled = part;
        labelled.label = planned.label;
        options.events(labelled, events, addresses);
      };
    }
    return trace::collect(device, program_of(planned), collecting);
  };
  return trace_points(plan, trace_point, watch, trace, path);
}

int exit_code(const Outcome& outcome, const Trace& trace) {
  if (outcome.interrupted) return static_cast<int>(ErrorKind::interrupted);
  if (outcome.failure) return static_cast<int>(*outcome.failure);
  return std::ranges::all_of(trace.points, is_sound) ? 0
                                                     : static_cast<int>(ErrorKind::check_failed);
}

}  // namespace plumb::study
