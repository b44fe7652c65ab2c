// cli/report_inputs.cpp - reading records by their schema.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/report_inputs.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/report_timelines.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/report/html/device_limits.h"
#include "plumb/report/html/timeline_file.h"
#include "plumb/report/read_tables.h"
#include "plumb/study/explain_result.h"
#include "plumb/workloads/workload.h"

namespace plumb::cli {
namespace {

constexpr const char* shown_records =
    "reports show plumbline.profile, .result, .prediction, .trace, .timeline and .allocation, and "
    "files of benchmarks";

// "result", of "plumbline.result/1"; a version of any number, so that a newer one is refused by its
// reader, which says so.
std::string kind_of_record(const JsonView& view) {
  std::string schema = view.text_or("schema", "");
  constexpr std::string_view prefix = "plumbline.";
  const std::size_t slash = schema.find('/');
  if (!schema.starts_with(prefix) || slash == std::string::npos) return schema;
  return schema.substr(prefix.size(), slash - prefix.size());
}

void add_record(ReportInputs& inputs, const std::string& file, const JsonView& view) {
  const std::string kind = kind_of_record(view);
  if (kind == "profile") {
    inputs.profiles.push_back({file, profile_from_json(view)});
  } else if (kind == "result") {
    inputs.results.push_back({.file = file, .result = result_from_json(view)});
  } else if (kind == "prediction") {
    inputs.predictions.push_back({file, predictions_from_json(view)});
  } else if (kind == "trace") {
    inputs.traces.push_back({file, trace_from_json(view)});
  } else if (kind == "timeline") {
    inputs.timelines.push_back(timeline_from_json(view, file));
  } else if (kind == "allocation") {
    inputs.allocations.push_back({file, allocation_from_json(view)});
  } else if (kind.empty() && view.has("table") && view.has("provenance")) {
    inputs.benchmarks.push_back(
        {file, provenance_from_json(view.at("provenance")), tables_from_json(view.at("table"))});
  } else {
    view.refuse(kind.empty() ? fmt::format("not a record: it has no schema; {}", shown_records)
                             : fmt::format("a record '{}' has no place in a report; {}", kind,
                                           shown_records));
  }
}

void add_charts(ReportedResult& one) {
  std::vector<std::string> seen;
  for (const Point& point : one.result.points) {
    if (std::ranges::find(seen, point.workload) != seen.end()) continue;
    seen.push_back(point.workload);
    const auto known = std::ranges::find(catalogue(), point.workload, &Workload::name);
    if (known == catalogue().end() || known->charts == nullptr) continue;
    for (ChartLayout& layout : known->charts())
      one.charts.push_back({point.workload, std::move(layout)});
  }
}

// The prediction that the result keeps, else one from the profile of its device.
void add_explanations(const ReportInputs& inputs, ReportedResult& one, bool predict_now) {
  const bool kept = std::ranges::any_of(
      one.result.points, [](const Point& point) { return point.predicted.has_value(); });
  study::ExplainOptions options{.look_for_rates = false};
  const ReportedProfile* profile = profile_of(inputs, one);
  if (kept && profile != nullptr) options.rates = profile->profile;
  if (!kept) {
    if (profile == nullptr || !predict_now) return;
    options.profile = profile->profile;
  }
  one.explanations = study::explain_result(one.result, options);
}

struct NamedDevice {
  std::string file;
  std::string device;
};

std::vector<NamedDevice> devices_of(const ReportInputs& inputs) {
  std::vector<NamedDevice> devices;
  for (const ReportedProfile& one : inputs.profiles)
    devices.push_back({one.file, device_title(one.profile.provenance.device)});
  for (const ReportedResult& one : inputs.results)
    devices.push_back({one.file, device_title(one.result.provenance.device)});
  for (const ReportedTrace& one : inputs.traces)
    devices.push_back({one.file, device_title(one.trace.provenance.device)});
  for (const ReportedTimeline& one : inputs.timelines)
    if (one.provenance) devices.push_back({one.file, device_title(one.provenance->device)});
  for (const ReportedTables& one : inputs.benchmarks)
    devices.push_back({one.file, device_title(one.provenance.device)});
  return devices;
}

// Those of the folder; where it has none, those of the folders in it, as a survey of all devices
// leaves them.
std::vector<std::string> records_in(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> here;
  std::vector<std::string> below;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".json") here.push_back(entry.path().string());
    std::error_code unreadable;
    for (const auto& inner : std::filesystem::directory_iterator(entry.path(), unreadable))
      if (inner.path().extension() == ".json") below.push_back(inner.path().string());
  }
  if (error)
    throw Error(ErrorKind::input, fmt::format("reading folder '{}': {}", folder, error.message()));
  std::vector<std::string>& found = here.empty() ? below : here;
  if (found.empty())
    throw Error(ErrorKind::input, fmt::format("folder '{}' holds no records (.json)", folder));
  std::ranges::sort(found);
  return found;
}

}  // namespace

std::vector<std::string> files_of(std::span<const std::string> words) {
  std::vector<std::string> files;
  for (const std::string& word : words) {
    std::error_code error;
    if (!std::filesystem::is_directory(word, error)) {
      files.push_back(word);
      continue;
    }
    std::ranges::move(records_in(word), std::back_inserter(files));
  }
  return files;
}

ReportInputs read_report_inputs(std::span<const std::string> files) {
  ReportInputs inputs;
  for (const std::string& file : files) {
    if (holds_events(file)) {
      inputs.timelines.push_back(timeline_of_events(file));
      continue;
    }
    const Json json = parse_json(read_text_file(file), file);
    add_record(inputs, file, JsonView(json, file));
  }
  return inputs;
}

void complete(ReportInputs& inputs, bool predict_now) {
  for (ReportedResult& one : inputs.results) {
    add_charts(one);
    during(one.file, [&] { add_explanations(inputs, one, predict_now); });
  }
}

void require_one_device(const ReportInputs& inputs) {
  const std::vector<NamedDevice> devices = devices_of(inputs);
  for (const NamedDevice& other : devices) {
    if (other.device == devices.front().device) continue;
    throw Error(
        ErrorKind::input,
        fmt::format("records of two devices: '{}' is of {}, '{}' of {}; without "
                    "--one-device they stand side by side",
                    devices.front().file, devices.front().device, other.file, other.device));
  }
}

}  // namespace plumb::cli
