// plumb/trace/export/survey_events.h - what formats say in their beginning: counts, lines, stamps.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "plumb/records/event_file.h"

namespace plumb::trace {

// A stamp of any part: the builds of a rotating run have their own parts.
struct StampKey {
  std::string module;
  std::uint32_t id = 0;
  std::string kernel;
  friend auto operator<=>(const StampKey&, const StampKey&) = default;
};
StampKey key_of(const TracedStamp& stamp);

struct EventSurvey {
  std::uint64_t parts = 0;
  std::uint64_t events = 0;
  std::uint64_t picoseconds = 0;            // until the last part ends
  std::vector<std::uint16_t> lines;         // of each place, one event at a time on each
  std::vector<Stamp> stamps;                // each once, in the order in which they appear
  std::map<StampKey, std::uint32_t> known;  // which of them
  std::string cut;                          // of the reader

  // Of each stamp of the point, which of `stamps` it is.
  [[nodiscard]] std::vector<std::uint32_t> stamps_of(const TracedPoint& point) const;
};

EventSurvey survey_events(EventFileReader& reader);

// "load stencil.cu:12 ld.global.f32": on one line, no command to a terminal in it.
std::string shown_name(const Stamp& stamp);

}  // namespace plumb::trace
