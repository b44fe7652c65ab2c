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
#include "cli/trace_points.h"
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
  InstrumentTexts chosen;
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

std::optional<ErrorKind> trace_all(device::Device& device, std::span<const PlannedPoint> plan,
                                   const TraceRequest& request, Trace& trace) {
  Progress progress(request.options.quiet);
  TracePointsOptions options;
  options.path = request.options.output;
  options.interrupted = interrupted;
  options.trace = [&](const PlannedPoint& planned) {
    trace::CollectOptions collecting = request.collecting;
    collecting.progress = [&](std::string_view phase) {
      progress.show(fmt::format("{}: {}", planned.label, phase));
    };
    TracedPoint point = trace::collect(device, planned.program(), collecting);
    progress.clear();
    return point;
  };
  options.report = [&](const Error& error) {
    progress.clear();
    fmt::print(stderr, "error: {}\n{}", explain(error), details(error));
  };
  return trace_points(plan, options, trace);
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
  const std::optional<ErrorKind> failure = trace_all(*device, plan, request, trace);
  show(request.options, trace);
  if (interrupted()) return static_cast<int>(ErrorKind::interrupted);
  if (failure) return static_cast<int>(*failure);
  return std::ranges::all_of(trace.points, is_sound) ? 0
                                                     : static_cast<int>(ErrorKind::check_failed);
}

}  // namespace plumb::cli
