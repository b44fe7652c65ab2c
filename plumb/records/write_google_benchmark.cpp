// plumb/records/write_google_benchmark.cpp - a result in the form of Google Benchmark, version 1.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/statistics.h"
#include "plumb/records/google_benchmark.h"

namespace plumb {
namespace {

constexpr double nanoseconds = 1e9;  // in a second

Json context_json(const Provenance& provenance) {
  const auto mhz = std::llround(provenance.device.clock.value * 1e-6);
  return {{"date", provenance.time},
          {"host_name", provenance.host.name},
          {"executable", provenance.command},
          {"num_cpus", provenance.host.cores},
          {"mhz_per_cpu", mhz},
          {"cpu_scaling_enabled", false},
          {"caches", Json::array()},
          {"load_avg", Json::array()},
          {"library_version", "plumb " + provenance.version},
          {"library_build_type", "release"},
          {"device", provenance.device.name},
          {"driver", provenance.device.driver},
          {"json_schema_version", 1U}};
}

// "stream/elements:65536/precision:f32/copy": all settings, so that names agree between files.
std::string benchmark_name(const MeasuredStep& step) {
  std::string name = step.settings.front().second;
  for (std::size_t i = 1; i < step.settings.size(); ++i)
    name += fmt::format("/{}:{}", step.settings[i].first, step.settings[i].second);
  return fmt::format("{}/{}", name, step.step);
}

struct EntryWriter {
  std::string name;
  std::size_t family = 0;
  std::size_t repetitions = 0;
  Json& entries;

  [[nodiscard]] Json start(const std::string& suffix, const char* run_type) const {
    return {{"name", name + suffix}, {"family_index", family}, {"per_family_instance_index", 0},
            {"run_name", name},      {"run_type", run_type},   {"repetitions", repetitions}};
  }

  void add_times(Json entry, double seconds) const {
    entry["real_time"] = seconds * nanoseconds;
    entry["cpu_time"] = seconds * nanoseconds;  // the tools ask for both; the device has one clock
    entry["time_unit"] = "ns";
    entries.push_back(std::move(entry));
  }

  void add_sample(std::size_t index, double seconds) const {
    Json entry = start("", "iteration");
    entry["repetition_index"] = index;
    entry["threads"] = 1;
    entry["iterations"] = 1;
    add_times(std::move(entry), seconds);
  }

  void add_aggregate(const std::string& aggregate, const char* unit, double value) const {
    Json entry = start("_" + aggregate, "aggregate");
    entry["threads"] = 1;
    entry["aggregate_name"] = aggregate;
    entry["aggregate_unit"] = unit;
    entry["iterations"] = repetitions;
    // A ratio stands where the times stand and is not scaled to the unit.
    add_times(std::move(entry), std::string_view(unit) == "time" ? value : value / nanoseconds);
  }
};

void add_entries(const MeasuredStep& step, std::size_t family, Json& entries) {
  const EntryWriter writer{.name = benchmark_name(step),
                           .family = family,
                           .repetitions = step.samples.size(),
                           .entries = entries};
  for (std::size_t i = 0; i < step.samples.size(); ++i) writer.add_sample(i, step.samples[i]);
  const auto count = static_cast<double>(step.samples.size());
  if (step.samples.size() < 2) return;  // as Google Benchmark does
  const double mean = std::accumulate(step.samples.begin(), step.samples.end(), 0.0) / count;
  double squares = 0;
  for (const double sample : step.samples) squares += (sample - mean) * (sample - mean);
  const double deviation = std::sqrt(squares / (count - 1));
  writer.add_aggregate("mean", "time", mean);
  writer.add_aggregate("median", "time", median(step.samples));
  writer.add_aggregate("stddev", "time", deviation);
  writer.add_aggregate("cv", "percentage", deviation / mean);
}

}  // namespace

Json google_benchmark_json(const Result& result) {
  Json json = {{"context", context_json(result.provenance)}, {"benchmarks", Json::array()}};
  const MeasuredRun run = measured_run_of(result, "the result");
  for (std::size_t i = 0; i < run.steps.size(); ++i)
    add_entries(run.steps[i], i, json["benchmarks"]);
  return json;
}

}  // namespace plumb
