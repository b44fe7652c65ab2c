// cli/trace_points.cpp - one point after the other, the record written after each.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/trace_points.h"

#include <nlohmann/json.hpp>

#include "plumb/base/json.h"

namespace plumb::cli {
namespace {

TracedPoint failed_point(const PlannedPoint& planned, const Error& error) {
  TracedPoint point;
  point.workload = planned.label.substr(0, planned.label.find(' '));
  point.failure = explain(error);
  return point;
}

}  // namespace

std::optional<ErrorKind> trace_points(std::span<const PlannedPoint> plan,
                                      const TracePointsOptions& options, Trace& trace) {
  std::optional<ErrorKind> failure;
  const auto fail = [&](const Error& error) {
    options.report(error);
    if (!failure) failure = kind_of(error);
  };
  std::string path = options.path;
  for (const PlannedPoint& planned : plan) {
    if (options.interrupted()) break;
    try {
      trace.points.push_back(options.trace(planned));
    } catch (const Error& error) {
      fail(error);
      trace.points.push_back(failed_point(planned, error));
    }
    trace.points.back().label = planned.label;
    try {
      if (!path.empty()) write_whole(path, to_text(to_json(trace)));
    } catch (const Error& error) {
      fail(error);
      path.clear();  // reported once; the tables still show everything
    }
  }
  return failure;
}

}  // namespace plumb::cli
