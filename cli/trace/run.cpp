// cli/trace/run.cpp - plumb trace run: how long the memory accesses of a program take.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/frame/options.h"
#include "cli/frame/progress.h"
#include "cli/trace/trace.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/open.h"
#include "plumb/device/traits.h"
#include "plumb/records/event_file.h"
#include "plumb/report/trace_times.h"
#include "plumb/study/origin.h"
#include "plumb/study/plan.h"
#include "plumb/study/sweep.h"
#include "plumb/study/trace_points.h"
#include "plumb/trace/collect/collect.h"

namespace plumb::cli {
namespace {

struct TraceRequest {
  std::string application;
  Options options;
  trace::CollectOptions collecting;
  std::string events;      // a file for every event; empty: none
  NamedTexts assignments;  // --NAME VALUES, --set NAME=VALUES
};

// "20us"; absent: not a time.
std::optional<Seconds> time_in(std::string_view text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || !(value >= 0 && value <= 1e9)) return std::nullopt;
  const std::string_view unit(read.ptr, text.data() + text.size());
  if (unit == "us") return Seconds{value * 1e-6};
  if (unit == "ms") return Seconds{value * 1e-3};
  if (unit == "s") return Seconds{value};
  return std::nullopt;
}

// "20us..1.5ms"
std::optional<TimeWindow> window_in(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const std::size_t dots = text.find("..");
  if (dots != std::string_view::npos) {
    const std::optional<Seconds> from = time_in(text.substr(0, dots));
    const std::optional<Seconds> to = time_in(text.substr(dots + 2));
    if (from && to && *from < *to) return TimeWindow{.from = *from, .to = *to};
  }
  throw Error(ErrorKind::input,
              fmt::format("--window {}: expected FROM..TO in us, ms or s since the run began, FROM "
                          "before TO, such as 20us..1.5ms",
                          text));
}

TraceRequest read_request(Arguments arguments) {
  CommandLine line("trace");
  TraceRequest request;
  InstrumentTexts chosen;
  add_options(line, request.options);
  add_instrument_options(line, chosen);
  line.required_text("application", request.application);
  std::vector<std::string> settings;
  line.texts("--set", settings);
  line.text("--events", request.events);
  std::string window;
  line.text("--window", window);
  line.flag("--rotate", request.collecting.rotate);
  line.flag("--first-use", request.collecting.first_use);
  line.flag("!--direct", request.collecting.stage);
  const std::vector<std::string> rest = line.parse_known(arguments);
  request.assignments = study::assignments_from(settings, rest);
  (void)format_from_name(request.options.format);
  require_writable(request.options.output);
  require_writable(request.events);
  request.collecting.window = window_in(window);
  if (request.collecting.first_use && chosen.method == name_of(StampMethod::first_use)) {
    throw Error(ErrorKind::input,
                "--first-use shows stalls beside times; --method first-use stalls alone: one or "
                "the other");
  }
  request.collecting.instrument = instrument_options(
      chosen, request.collecting.rotate ? trace::bounded_cost_of_one : trace::bounded_cost);
  return request;
}

// The file of --events, which appears when everything is in it.
class EventOutput {
 public:
  EventOutput(const std::string& path, const Provenance& provenance) : provenance_(&provenance) {
    if (path.empty()) return;
    file_.emplace(path);
    writer_.emplace([this](std::string_view piece) { file_->write(piece); });
  }

  [[nodiscard]] auto receiver() {
    return [this](const TracedPoint& part, std::span<const TraceEvent> events,
                  std::span<const LaneAddresses> addresses) {
      writer_->begin_part(*provenance_, part);
      writer_->add(events, addresses);
      writer_->end_part(*provenance_, part);
    };
  }

  void finish() {
    if (!file_) return;
    writer_->finish();
    file_->finish();
  }

 private:
  const Provenance* provenance_;
  std::optional<WholeFile> file_;
  std::optional<EventFileWriter> writer_;
};

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

int trace_run(Arguments arguments) {
  const TraceRequest request = read_request(arguments);
  const std::unique_ptr<device::Device> device = device::open_device(request.options.device);
  const study::Plan plan = study::plan_points(
      request.application, device::traits_of(device->info()), request.assignments);
  require_not_input(request.options.output, plan.files);
  require_not_input(request.events, plan.files);
  Trace trace{.provenance = study::provenance(describe(device->info())), .points = {}};
  Progress progress(request.options.quiet);
  EventOutput events(request.events, trace.provenance);
  trace::CollectOptions collecting = request.collecting;
  if (!request.events.empty()) collecting.events = events.receiver();
  const study::Outcome outcome = study::trace_points(*device, plan, collecting, watch_of(progress),
                                                     trace, request.options.output);
  events.finish();
  show(request.options, trace);
  return study::exit_code(outcome, trace);
}

}  // namespace plumb::cli
