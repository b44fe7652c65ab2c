// plumb/trace/export/timeline.cpp - bars as JSON (schemas/timeline.json).
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/export/timeline.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/trace/export/lines.h"

namespace plumb::trace {
namespace {

constexpr std::uint64_t most_tracks = 5000;  // 20 bars each

std::string quoted(const std::string& text) {
  return Json(text).dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::string list_of(const std::vector<std::string>& names) {
  std::string text = "[";
  for (const std::string& name : names) text += (text.size() > 1 ? "," : "") + quoted(name);
  return text + "]";
}

}  // namespace

TimelineExporter::TimelineExporter(const EventSurvey& survey, Sink sink)
    : survey_(&survey), text_(std::move(sink)) {
  const auto used = static_cast<std::uint64_t>(
      std::ranges::count_if(survey.lines, [](std::uint16_t lines) { return lines > 0; }));
  by_processor_ = survey.events > most_bars && used > most_tracks;
  for (std::uint32_t place = 0; place < survey.lines.size(); ++place) {
    const std::uint32_t processor = place / most_warp_places;
    const std::uint32_t own = by_processor_ ? processor : place;
    tracks_.resize(own + 1U);
    if (survey.lines[place] == 0) continue;
    const std::string name =
        by_processor_ ? fmt::format("SM {}", processor)
                      : fmt::format("SM {}, warp place {}", processor, place % most_warp_places);
    if (names_.empty() || names_.back() != name) names_.push_back(name);
    tracks_[own] = static_cast<std::uint32_t>(names_.size() - 1);
  }
  if (survey.events <= most_bars) return;
  intervals_ = most_bars / names_.size();
  bars_.resize(intervals_ * names_.size());
}

std::uint32_t TimelineExporter::track_of(const TraceEvent& event) const {
  return tracks_[by_processor_ ? event.processor : place_of(event)];
}

void TimelineExporter::begin_part(const Trace& record) {
  clock_.begin_part(record.points.front());
  stamps_ = survey_->stamps_of(record.points.front());
}

void TimelineExporter::add(std::span<const TraceEvent> events) {
  for (const TraceEvent& event : events) {
    const std::uint64_t begin = clock_.picoseconds(event.begin);
    const std::uint64_t end = clock_.picoseconds(event.end);
    const std::uint32_t track = track_of(event);
    Bar* grown = nullptr;
    if (intervals_ == 0) {
      grown = &bars_.emplace_back();
    } else {
      const double share = static_cast<double>(begin) /
                           static_cast<double>(std::max<std::uint64_t>(survey_->picoseconds, 1));
      const auto interval = std::min(
          intervals_ - 1, static_cast<std::uint64_t>(share * static_cast<double>(intervals_)));
      grown = &bars_[track * intervals_ + interval];
    }
    grown->track = track;
    grown->begin = grown->events == 0 ? begin : std::min(grown->begin, begin);
    grown->end = std::max(grown->end, end);
    ++grown->events;
    grown->busy += end - begin;
    if (grown->events == 1 || end - begin > grown->longest) {
      grown->longest = end - begin;
      grown->stamp = stamps_[event.stamp];
    }
  }
}

void TimelineExporter::finish() {
  std::vector<std::string> stamps;
  for (const Stamp& stamp : survey_->stamps) stamps.push_back(shown_name(stamp));
  text_ << fmt::format(
      "{{\"schema\":\"plumbline.timeline/1\",\n\"unit\":\"ps\",\"events\":{},\"grouped\":{},\n"
      "\"tracks\":{},\n\"stamps\":{},\n\"bars\":[",
      survey_->events, intervals_ > 0, list_of(names_), list_of(stamps));
  bool first = true;
  for (const Bar& drawn : bars_) {
    if (drawn.events == 0) continue;
    text_ << (first ? "\n[" : ",\n[") << drawn.track << ',' << drawn.begin << ',' << drawn.end
          << ',' << drawn.stamp << ',' << drawn.events << ',' << drawn.busy << ']';
    text_.give_away_when_large();
    first = false;
  }
  text_ << "\n]}\n";
  text_.give_away();
}

}  // namespace plumb::trace
