// cli/report_timelines.cpp - event files become timelines.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/report_timelines.h"

#include <array>
#include <fstream>

#include <nlohmann/json.hpp>

#include "plumb/report/html/timeline_file.h"
#include "plumb/trace/export/exporter.h"

namespace plumb::cli {
namespace {

Provenance provenance_of_events(const std::string& path) {
  EventFileReader reader(path);
  return reader.next() == EventFileReader::Found::part ? reader.record().provenance : Provenance{};
}

}  // namespace

bool holds_events(const std::string& path) {
  constexpr std::string_view signature = "plumbline.trace/";
  std::array<char, signature.size()> beginning{};
  std::ifstream file(path, std::ios::binary);
  file.read(beginning.data(), beginning.size());
  return file && std::string_view(beginning.data(), beginning.size()) == signature;
}

ReportedTimeline timeline_of_events(const std::string& path) {
  std::string text;
  const trace::ExportSummary summary = trace::export_events(
      path, trace::ExportFormat::timeline, [&](std::string_view piece) { text += piece; });
  const Json json = parse_json(text, path);
  ReportedTimeline timeline = timeline_from_json(JsonView(json, path), path);
  timeline.provenance = provenance_of_events(path);
  timeline.cut = summary.cut;
  return timeline;
}

}  // namespace plumb::cli
