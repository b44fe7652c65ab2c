// plumb/trace/export/survey_events.cpp - reading a file once to count.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/export/survey_events.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/base/printable.h"
#include "plumb/trace/export/lines.h"
#include "plumb/trace/export/part_clock.h"

namespace plumb::trace {

StampKey key_of(const TracedStamp& stamp) {
  return {stamp.module, stamp.certificate.stamp.id, stamp.certificate.stamp.kernel};
}

std::vector<std::uint32_t> EventSurvey::stamps_of(const TracedPoint& point) const {
  std::vector<std::uint32_t> stamps_here;
  stamps_here.reserve(point.stamps.size());
  for (const TracedStamp& stamp : point.stamps) {
    const auto found = known.find(key_of(stamp));
    if (found == known.end()) throw Error(ErrorKind::input, "the file changed while it was read");
    stamps_here.push_back(found->second);
  }
  return stamps_here;
}

EventSurvey survey_events(EventFileReader& reader) {
  using Found = EventFileReader::Found;
  EventSurvey survey;
  Lines lines(Lines::Share::in_turn);
  PartClock clock;
  for (Found found = reader.next(); found != Found::end; found = reader.next()) {
    if (found == Found::part) {
      ++survey.parts;
      lines.clear();
      clock.begin_part(reader.point());
      for (const TracedStamp& stamp : reader.point().stamps) {
        const auto number = static_cast<std::uint32_t>(survey.stamps.size());
        if (survey.known.try_emplace(key_of(stamp), number).second)
          survey.stamps.push_back(stamp.certificate.stamp);
      }
    }
    if (found != Found::events) continue;
    survey.events += reader.events().size();
    for (const TraceEvent& event : reader.events()) {
      const std::uint32_t place = place_of(event);
      if (place >= survey.lines.size()) survey.lines.resize(std::size_t{place} + 1);
      const auto needed = static_cast<std::uint16_t>(lines.line_of(event) + 1);
      survey.lines[place] = std::max(survey.lines[place], needed);
      survey.picoseconds = std::max(survey.picoseconds, clock.picoseconds(event.end));
    }
  }
  survey.cut = reader.cut();
  return survey;
}

std::string shown_name(const Stamp& stamp) {
  std::string name = name_of(stamp.access);
  if (!stamp.source.empty()) name += " " + stamp.source;
  name += " " + stamp.opcode;
  if (stamp.method == StampMethod::first_use) name += ", first use";
  return printable_line(name);
}

}  // namespace plumb::trace
