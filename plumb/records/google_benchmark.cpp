// plumb/records/google_benchmark.cpp - reads the JSON of Google Benchmark, version 1.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/google_benchmark.h"

#include <array>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumb {
namespace {

constexpr std::uint64_t known_version = 1;
constexpr std::array<std::pair<std::string_view, double>, 4> time_units{
    {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}}};

// What the entries of one benchmark say.
struct BenchmarkEntries {
  std::string name;
  std::vector<double> samples = {};               // s
  std::map<std::string, double> aggregates = {};  // s, by name: mean, median, stddev
  std::uint64_t repetitions = 0;
};

double seconds_in(const JsonView& entry) {
  const std::string unit = entry.text_or("time_unit", "ns");
  for (const auto& [name, seconds] : time_units) {
    if (name == unit) return entry.at("real_time").number() * seconds;
  }
  entry.at("time_unit").refuse(fmt::format("unknown unit '{}'; known are ns, us, ms, s", unit));
}

// Files of before 1.5 do not say what an entry is; their aggregates end in _mean and the like.
std::string aggregate_in(const JsonView& entry, const std::string& name) {
  if (entry.has("run_type")) {
    if (entry.at("run_type").text() != "aggregate") return {};
    return entry.text_or("aggregate_name", "unnamed");
  }
  for (const char* aggregate : {"mean", "median", "stddev", "cv", "BigO", "RMS"}) {
    if (name.ends_with(fmt::format("_{}", aggregate))) return aggregate;
  }
  return {};
}

std::string benchmark_of(const JsonView& entry, const std::string& name,
                         const std::string& aggregate) {
  if (entry.has("run_name")) return entry.at("run_name").text();
  const std::string end = "_" + aggregate;
  return !aggregate.empty() && name.ends_with(end) ? name.substr(0, name.size() - end.size())
                                                   : name;
}

bool was_left_out(const JsonView& entry, const std::string& name, MeasuredRun& run) {
  const bool failed = entry.has("error_occurred") && entry.at("error_occurred").flag();
  const bool skipped = entry.has("skipped");
  if (failed || skipped) {
    const char* const message = failed ? "error_message" : "skip_message";
    run.left_out.push_back(
        fmt::format("{}: {}", name, entry.text_or(message, failed ? "an error" : "skipped")));
  }
  return failed || skipped;
}

void read_entry(const JsonView& entry, BenchmarkEntries& benchmark, const std::string& aggregate,
                MeasuredRun& run) {
  if (!aggregate.empty()) {
    // A cv is a ratio; the fit of a complexity has coefficients in the place of times.
    if (aggregate == "cv" || !entry.has("real_time")) return;
    benchmark.aggregates[aggregate] = seconds_in(entry);
    benchmark.repetitions = entry.count_or("repetitions", 0);
    return;
  }
  const double time = seconds_in(entry);
  if (!std::isfinite(time) || time < 0) {
    entry.at("real_time").refuse(fmt::format("a time of {} s", time));
  } else if (time == 0) {
    run.left_out.push_back(benchmark.name + ": a time of zero");
  } else {
    benchmark.samples.push_back(time);
  }
}

void add_benchmark(BenchmarkEntries benchmark, MeasuredRun& run) {
  MeasuredStep step{.settings = {{"benchmark", benchmark.name}}, .step = "", .averaged = true};
  if (!benchmark.samples.empty()) {
    step.samples = std::move(benchmark.samples);
  } else {
    const auto& aggregates = benchmark.aggregates;
    const auto centre =
        aggregates.contains("median") ? aggregates.find("median") : aggregates.find("mean");
    if (centre == aggregates.end() || !std::isfinite(centre->second) || centre->second <= 0) {
      if (!aggregates.empty()) run.left_out.push_back(benchmark.name + ": neither median nor mean");
      return;
    }
    const auto deviation = aggregates.find("stddev");
    step.summary = TimeSummary{.centre = centre->second, .samples = benchmark.repetitions};
    if (deviation != aggregates.end() && std::isfinite(deviation->second) && deviation->second >= 0)
      step.summary->deviation = deviation->second / centre->second;
  }
  run.steps.push_back(std::move(step));
}

}  // namespace

MeasuredRun google_benchmark_from_json(const JsonView& view, std::string file) {
  MeasuredRun run{.file = std::move(file), .program = "Google Benchmark", .device = ""};
  if (view.has("context")) {
    const JsonView context = view.at("context");
    const std::uint64_t version = context.count_or("json_schema_version", known_version);
    if (version != known_version) {
      context.at("json_schema_version")
          .refuse(fmt::format("version {} is not known, {} is; write the file with a Google "
                              "Benchmark of that version or use a newer plumb",
                              version, known_version));
    }
    if (context.has("library_version")) run.program += " " + context.at("library_version").text();
    run.device = context.text_or("host_name", "");
  }
  std::vector<BenchmarkEntries> benchmarks;
  std::map<std::string, std::size_t> places;
  for (const JsonView& entry : view.at("benchmarks").list()) {
    const std::string name = entry.at("name").text();
    if (was_left_out(entry, name, run)) continue;
    const std::string aggregate = aggregate_in(entry, name);
    const std::string benchmark = benchmark_of(entry, name, aggregate);
    const auto [place, added] = places.emplace(benchmark, benchmarks.size());
    if (added) benchmarks.push_back({.name = benchmark});
    read_entry(entry, benchmarks[place->second], aggregate, run);
  }
  for (BenchmarkEntries& benchmark : benchmarks) add_benchmark(std::move(benchmark), run);
  return run;
}

}  // namespace plumb
