// plumb/records/nvbench.cpp - reads the JSON of nvbench, version 1.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/nvbench.h"

#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumb {
namespace {

constexpr std::uint64_t known_major = 1;

// Where a state's time stands, the best first.
struct TimeTags {
  const char* step;
  const char* mean;
  const char* deviation;  // of one sample, relative; null: none is written
  const char* samples;
};
constexpr std::array<TimeTags, 4> time_tags{{
    {"isolated, GPU time", "nv/cold/time/gpu/mean", "nv/cold/time/gpu/stdev/relative",
     "nv/cold/sample_size"},
    {"batch, GPU time", "nv/batch/time/gpu/mean", nullptr, "nv/batch/sample_size"},
    {"isolated, CPU time", "nv/cold/time/cpu/mean", "nv/cold/time/cpu/stdev/relative",
     "nv/cold/sample_size"},
    {"CPU time", "nv/cpu_only/time/cpu/mean", "nv/cpu_only/time/cpu/stdev/relative",
     "nv/cpu_only/sample_size"},
}};

// Absent members and null alike: nvbench writes null for an empty list.
bool has_list(const JsonView& view, std::string_view member) {
  return view.has(member) && !view.at(member).is_null();
}

// Numbers are written as texts, so that no digit is lost.
std::optional<double> number_in(const JsonView& value) {
  if (value.is_number()) return value.number();
  if (!value.is_text()) return std::nullopt;  // null: not a number
  const std::string text = value.text();
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size())
    value.refuse(fmt::format("'{}' is not a number", text));
  return number;
}

// The values of a state's summaries by tag.
std::map<std::string, JsonView> values_by_tag(const JsonView& state) {
  std::map<std::string, JsonView> values;
  if (!has_list(state, "summaries")) return values;
  for (const JsonView& summary : state.at("summaries").list()) {
    if (!summary.has("tag") || !has_list(summary, "data")) continue;
    for (const JsonView& item : summary.at("data").list()) {
      if (item.text_or("name", "") == "value" && item.has("value"))
        values.emplace(summary.at("tag").text(), item.at("value"));
    }
  }
  return values;
}

std::string text_of(const JsonView& value) {
  if (value.is_text()) return value.text();
  return fmt::format("{}", value.number());
}

NamedTexts settings_in(const JsonView& state, const std::string& benchmark, bool several_devices) {
  NamedTexts settings{{"benchmark", benchmark}};
  if (has_list(state, "axis_values")) {
    for (const JsonView& axis : state.at("axis_values").list())
      settings.emplace_back(axis.at("name").text(), text_of(axis.at("value")));
  }
  if (several_devices && has_list(state, "device"))
    settings.emplace_back("device", text_of(state.at("device")));
  return settings;
}

std::optional<TimeSummary> summary_in(const std::map<std::string, JsonView>& values,
                                      const TimeTags& tags) {
  const auto mean = values.find(tags.mean);
  if (mean == values.end()) return std::nullopt;
  const std::optional<double> seconds = number_in(mean->second);
  if (!seconds) return std::nullopt;
  if (!std::isfinite(*seconds) || *seconds < 0)
    mean->second.refuse(fmt::format("a time of {} s", *seconds));
  TimeSummary summary{.centre = *seconds, .deviation = {}};
  const auto number_tagged = [&](const char* tag) -> std::optional<double> {
    const auto found = tag == nullptr ? values.end() : values.find(tag);
    const auto number = found == values.end() ? std::nullopt : number_in(found->second);
    return number && std::isfinite(*number) && *number >= 0 ? number : std::nullopt;
  };
  summary.deviation = number_tagged(tags.deviation);
  const std::optional<double> samples = number_tagged(tags.samples);
  if (samples && *samples < 1e15) summary.samples = static_cast<std::uint64_t>(*samples);
  return summary;
}

void read_state(const JsonView& state, const std::string& benchmark, bool several_devices,
                MeasuredRun& run) {
  const std::string name = fmt::format("{} {}", benchmark, state.text_or("name", ""));
  if (state.flag_or("is_skipped", false)) {
    run.left_out.push_back(fmt::format("{}: {}", name, state.text_or("skip_reason", "skipped")));
    return;
  }
  const std::map<std::string, JsonView> values = values_by_tag(state);
  for (const TimeTags& tags : time_tags) {
    std::optional<TimeSummary> summary = summary_in(values, tags);
    if (!summary) continue;
    if (summary->centre == 0) {
      run.left_out.push_back(name + ": a time of zero");
      return;
    }
    run.steps.push_back({.settings = settings_in(state, benchmark, several_devices),
                         .step = tags.step,
                         .averaged = tags.deviation == nullptr,
                         .summary = summary});
    return;
  }
  run.left_out.push_back(name + ": no time");
}

void require_known_version(const JsonView& view, MeasuredRun& run) {
  if (!view.at("meta").has("version")) return;
  const JsonView version = view.at("meta").at("version");
  const JsonView format = version.at("json");
  if (format.at("major").count() != known_major) {
    format.refuse(
        fmt::format("version {} is not known, {} is; write the file with an nvbench of "
                    "that version or use a newer plumb",
                    format.text_or("string", "?"), known_major));
  }
  if (version.has("nvbench")) run.program += " " + version.at("nvbench").text_or("string", "");
}

// Of the states of a file, which may have run on several devices.
bool has_several_devices(const JsonView& view) {
  std::set<std::string> devices;
  for (const JsonView& benchmark : view.at("benchmarks").list()) {
    if (!has_list(benchmark, "states")) continue;
    for (const JsonView& state : benchmark.at("states").list()) {
      if (has_list(state, "device")) devices.insert(text_of(state.at("device")));
    }
  }
  return devices.size() > 1;
}

std::string device_names(const JsonView& view) {
  std::string names;
  if (!has_list(view, "devices")) return names;
  for (const JsonView& device : view.at("devices").list())
    names += (names.empty() ? "" : ", ") + device.text_or("name", "?");
  return names;
}

}  // namespace

MeasuredRun nvbench_from_json(const JsonView& view, std::string file) {
  MeasuredRun run{.file = std::move(file), .program = "nvbench", .device = device_names(view)};
  require_known_version(view, run);
  const bool several_devices = has_several_devices(view);
  for (const JsonView& benchmark : view.at("benchmarks").list()) {
    if (!has_list(benchmark, "states")) continue;
    const std::string name = benchmark.at("name").text();
    for (const JsonView& state : benchmark.at("states").list())
      read_state(state, name, several_devices, run);
  }
  join_repeated_steps(run);
  return run;
}

}  // namespace plumb
