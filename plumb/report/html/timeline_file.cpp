// plumb/report/html/timeline_file.cpp - bars in picoseconds to bars in the unit that is shown.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/html/timeline_file.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "plumb/report/html/chart.h"

namespace plumb {
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

}  // namespace

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

}  // namespace plumb
