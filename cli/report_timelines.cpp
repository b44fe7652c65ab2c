// cli/report_timelines.cpp - reading event files and timelines.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/report_timelines.h"

#include <algorithm>
#include <array>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/report/html/chart.h"
#include "plumb/trace/export/exporter.h"

namespace plumb::cli {
namespace {

constexpr double seconds_per_picosecond = 1e-12;

std::vector<std::string> names_in(const JsonView& list) {
  std::vector<std::string> names;
  for (const JsonView& one : list.list()) names.push_back(one.text());
  return names;
}

// A bar as the file has it.
struct StoredBar {
  std::uint64_t track, begin, end, stamp;
};

StoredBar stored_bar(const JsonView& view, std::size_t tracks, std::size_t stamps) {
  const std::vector<JsonView> fields = view.list();
  constexpr std::size_t field_count = 6;
  if (fields.size() != field_count)
    view.refuse(fmt::format("a bar has {} numbers, not {}", field_count, fields.size()));
  if (tracks == 0 || stamps == 0) view.refuse("a bar where there are no tracks or no stamps");
  const StoredBar bar{fields[0].count(tracks - 1), fields[1].count(), fields[2].count(),
                      fields[3].count(stamps - 1)};
  if (bar.end < bar.begin) fields[2].refuse("a bar ends before it begins");
  return bar;
}

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

ReportedTimeline timeline_from_json(const JsonView& view, const std::string& path) {
  view.require_schema("plumbline.timeline/1");
  view.only({"schema", "unit", "events", "grouped", "tracks", "stamps", "bars"});
  if (view.at("unit").text() != "ps") view.at("unit").refuse("the times of a timeline are in ps");
  const std::vector<std::string> stamps = names_in(view.at("stamps"));
  ReportedTimeline timeline{.file = path,
                            .title = fmt::format("accesses over time: {}", path),
                            .unit = "",
                            .lanes = names_in(view.at("tracks")),
                            .bars = {}};
  std::vector<StoredBar> stored;
  std::uint64_t last = 0;
  for (const JsonView& one : view.at("bars").list()) {
    stored.push_back(stored_bar(one, timeline.lanes.size(), stamps.size()));
    last = std::max(last, stored.back().end);
  }
  const ShownUnit unit = shown_unit("s", static_cast<double>(last) * seconds_per_picosecond);
  const double scale = unit.factor * seconds_per_picosecond;
  timeline.unit = unit.name;
  timeline.bars.reserve(stored.size());
  for (const StoredBar& bar : stored)
    timeline.bars.push_back({bar.track, static_cast<double>(bar.begin) * scale,
                             static_cast<double>(bar.end - bar.begin) * scale, stamps[bar.stamp]});
  const std::uint64_t events = view.at("events").count();
  if (view.at("grouped").flag())
    timeline.note = fmt::format(
        "{} events in {} bars: a bar stands for those that begin in the same interval of its lane "
        "and is called by the longest",
        events, stored.size());
  return timeline;
}

}  // namespace plumb::cli
