// plumb/records/measured_run.cpp - which kind of file it is; the times of our own results.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/measured_run.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/base/statistics.h"
#include "plumb/records/google_benchmark.h"
#include "plumb/records/nvbench.h"
#include "plumb/records/verdict.h"

namespace plumb {
namespace {

constexpr std::string_view result_schema_name = "plumbline.result/";

std::string point_name(const Point& point) {
  std::string name = point.workload;
  for (const auto& [setting, value] : point.settings) name += fmt::format(" {}={}", setting, value);
  return name;
}

NamedTexts settings_with_workload(const Point& point) {
  NamedTexts settings{{"workload", point.workload}};
  settings.insert(settings.end(), point.settings.begin(), point.settings.end());
  settings.emplace_back("caches", name_of(point.caches));
  return settings;
}

void add_times(MeasuredRun& run, const Point& point, const std::string& step,
               const Quantity& time) {
  const auto lowest = std::ranges::min_element(time.samples);
  const auto refuse = [&](std::string_view why) {
    throw Error(ErrorKind::input,
                fmt::format("{}: step '{}' of {} {}", run.file, step, point_name(point), why));
  };
  if (lowest == time.samples.end()) return;
  if (!std::ranges::all_of(time.samples, [](double sample) { return std::isfinite(sample); }))
    refuse("has a time that is not finite");
  if (*lowest < 0) refuse("has a time below zero");
  if (*lowest == 0) {  // below the resolution of the device's clock
    run.left_out.push_back(fmt::format("step '{}' of {}: a time of zero", step, point_name(point)));
    return;
  }
  run.steps.push_back(
      {.settings = settings_with_workload(point), .step = step, .samples = time.samples});
}

MeasuredRun measured_run_of_plumb(const JsonView& view, std::string file) {
  const std::string schema = view.at("schema").text();
  if (schema.starts_with("plumbline.") && !schema.starts_with(result_schema_name)) {
    view.refuse(fmt::format(
        "schema '{}' holds no measured times; plumb run -o FILE writes a result", schema));
  }
  return measured_run_of(result_from_json(view), std::move(file));
}

}  // namespace

double MeasuredStep::centre() const { return summary ? summary->centre : median(samples); }

std::uint64_t MeasuredStep::count() const { return summary ? summary->samples : samples.size(); }

MeasuredRun measured_run_of(const Result& result, std::string file) {
  MeasuredRun run{.file = std::move(file),
                  .program = "plumb " + result.provenance.version,
                  .device = result.provenance.device.name};
  for (const Point& point : result.points) {
    if (point.roof) continue;
    if (!has_times(point)) {
      run.left_out.push_back(fmt::format("{}: {}", point_name(point),
                                         point.reason.empty() ? "no times" : point.reason));
      continue;
    }
    for (const StepResult& step : point.steps) add_times(run, point, step.name, step.time);
    add_times(run, point, whole_step, point.whole);
  }
  join_repeated_steps(run);
  return run;
}

void join_repeated_steps(MeasuredRun& run) {
  std::map<std::pair<NamedTexts, std::string>, std::size_t> places;
  std::vector<MeasuredStep> joined;
  for (MeasuredStep& step : run.steps) {
    const auto [place, added] = places.emplace(std::pair(step.settings, step.step), joined.size());
    if (added) {
      joined.push_back(std::move(step));
    } else if (step.summary) {
      run.left_out.push_back(fmt::format("{}: measured again; the first summary counts",
                                         step.settings.front().second));
    } else {
      std::ranges::copy(step.samples, std::back_inserter(joined[place->second].samples));
    }
  }
  run.steps = std::move(joined);
}

MeasuredRun measured_run_from_json(const JsonView& view, std::string file) {
  MeasuredRun run;
  if (view.has("schema")) {
    run = measured_run_of_plumb(view, std::move(file));
  } else if (view.has("benchmarks") && view.has("meta")) {
    run = nvbench_from_json(view, std::move(file));
  } else if (view.has("benchmarks")) {
    run = google_benchmark_from_json(view, std::move(file));
  } else {
    view.refuse("neither a result of plumb nor JSON of Google Benchmark or nvbench");
  }
  if (run.steps.empty()) {
    view.refuse(fmt::format("no times to compare{}",
                            run.left_out.empty() ? "" : "; " + run.left_out.front()));
  }
  return run;
}

MeasuredRun read_measured_run(const std::string& path) {
  const std::string text = read_text_file(path);
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    throw Error(ErrorKind::input, fmt::format("'{}' is empty", path));
  const Json json = parse_json(text, path);
  return measured_run_from_json(JsonView(json, path), path);
}

}  // namespace plumb
