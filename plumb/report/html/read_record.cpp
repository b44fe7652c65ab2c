// plumb/report/html/read_record.cpp - records by their schema, and the devices they are of.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/html/read_record.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/report/html/timeline_file.h"
#include "plumb/report/read_tables.h"

namespace plumb {
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

}  // namespace

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

namespace {

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

}  // namespace

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

}  // namespace plumb
