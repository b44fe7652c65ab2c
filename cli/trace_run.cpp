// cli/trace_run.cpp - plumb trace run: how long the memory accesses of a program take.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/run_points.h"
#include "cli/suits.h"
#include "cli/trace.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/open.h"
#include "plumb/report/trace_times.h"
#include "plumb/trace/collect/collect.h"

namespace plumb::cli {
namespace {

struct TraceRequest {
  std::string application;
  Options options;
  trace::CollectOptions collecting;
  std::vector<std::string> settings;  // --set NAME=VALUES
  std::vector<std::string> rest;      // --NAME VALUES of the workload
};

TraceRequest read_request(Words words) {
  CommandLine line("trace");
  TraceRequest request;
  InstrumentWords chosen;
  add_options(line, request.options);
  add_instrument_options(line, chosen);
  line.required_text("application", request.application);
  line.texts("--set", request.settings);
  line.flag("--rotate", request.collecting.rotate);
  line.flag("!--direct", request.collecting.stage);
  request.rest = line.parse_known(words);
  (void)format_from_name(request.options.format);
  require_writable(request.options.output);
  request.collecting.instrument = instrument_options(chosen);
  request.collecting.interrupted = interrupted;
  return request;
}

TracedPoint failed_point(const PlannedPoint& planned, const Error& error) {
  TracedPoint point;
  point.workload = planned.label.substr(0, planned.label.find(' '));
  point.failure = explain(error);
  return point;
}

// Appends one point per traced or failed one and writes the record (if a file was named) after
// each, so that nothing finished is lost. A failure is reported and does not stop the others; the
// first one's kind comes back.
std::optional<ErrorKind> trace_points(device::Device& device, std::span<const PlannedPoint> plan,
                                      const TraceRequest& request, Trace& trace) {
  Progress progress(request.options.quiet);
  std::optional<ErrorKind> failure;
  const auto fail = [&](const Error& error) {
    progress.clear();
    fmt::print(stderr, "error: {}\n{}", explain(error), details(error));
    if (!failure) failure = kind_of(error);
  };
  std::string path = request.options.output;
  for (const PlannedPoint& planned : plan) {
    if (interrupted()) break;
    trace::CollectOptions collecting = request.collecting;
    collecting.progress = [&](std::string_view phase) {
      progress.show(fmt::format("{}: {}", planned.label, phase));
    };
    try {
      trace.points.push_back(trace::collect(device, planned.program(), collecting));
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
  progress.clear();
  return failure;
}

void show(const Options& options, const Trace& trace) {
  const Format format = format_from_name(options.format);
  if (format == Format::json) {
    fmt::print("{}", to_text(to_json(trace)));
    return;
  }
  const std::vector<Table> tables = trace_tables(trace);
  if (tables.empty() || (options.quiet && !options.output.empty())) return;
  fmt::print("{}", tables.size() == 1 ? render(tables.front(), format) : render(tables, format));
}

}  // namespace

int trace_run(Words words) {
  const TraceRequest request = read_request(words);
  const std::unique_ptr<device::Device> device = device::open_device(request.options.device);
  (void)trace::architecture_of(device->info());  // refuses what no point could be traced on
  const std::vector<PlannedPoint> plan =
      plan_points(request.application, suits_of(device->info()), request.settings, request.rest);
  Trace trace{.provenance = provenance(describe(device->info())), .points = {}};
  const std::optional<ErrorKind> failure = trace_points(*device, plan, request, trace);
  show(request.options, trace);
  if (interrupted()) return static_cast<int>(ErrorKind::interrupted);
  if (failure) return static_cast<int>(*failure);
  return std::ranges::all_of(trace.points, is_sound) ? 0
                                                     : static_cast<int>(ErrorKind::check_failed);
}

}  // namespace plumb::cli
