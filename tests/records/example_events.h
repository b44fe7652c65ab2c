// tests/records/example_events.h - event files made in memory, small and by rule.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "plumb/records/event_file.h"
#include "tests/records/example_records.h"

namespace plumb {

// Two warps of two SMs; stamp 1 is a region around stamp 0 at place 3 of SM 7, and lanes of that
// warp that diverged overlap.
inline std::vector<TraceEvent> example_events() {
  return {{.begin = 0, .end = 900, .stamp = 1, .block = 5, .processor = 7, .warp_place = 3},
          {.begin = 10,
           .end = 300,
           .stamp = 0,
           .lanes = 0xff,
           .block = 5,
           .processor = 7,
           .warp_place = 3},
          {.begin = 20,
           .end = 310,
           .stamp = 0,
           .lanes = 0xff00,
           .block = 5,
           .processor = 7,
           .warp_place = 3},
          {.begin = 20,
           .end = 20,
           .stamp = 0,
           .block = 4,
           .warp = 2,
           .processor = 131,
           .warp_place = 63},
          {.begin = 310, .end = 700, .stamp = 0, .block = 5, .processor = 7, .warp_place = 3},
          {.begin = 2000,
           .end = 2668,
           .stamp = 0,
           .block = 8,
           .warp = 2,
           .launch = 1,
           .processor = 131,
           .warp_place = 63}};
}

struct EventPart {
  TracedPoint point;
  std::vector<TraceEvent> events;
};

inline EventPart example_event_part() { return {example_trace().points.front(), example_events()}; }

inline std::string event_file_of(const std::vector<EventPart>& parts) {
  std::string bytes;
  EventFileWriter writer([&](std::string_view piece) { bytes += piece; });
  for (const EventPart& part : parts) {
    TracedPoint open = part.point;  // what is known when it begins
    open.changed.clear();
    open.lost = 0;
    writer.begin_part(example_trace().provenance, open);
    writer.add(part.events);
    writer.end_part(example_trace().provenance, part.point);
  }
  writer.finish();
  return bytes;
}

// What a file says, in one go.
struct ReadEvents {
  std::vector<EventPart> parts;  // the points as the parts end, or as they begin where they are cut
  std::string cut;
};

inline ReadEvents read_events(const std::string& bytes) {
  EventFileReader reader(std::make_unique<std::istringstream>(bytes), "t.trace");
  ReadEvents read;
  for (auto found = reader.next(); found != EventFileReader::Found::end; found = reader.next()) {
    if (found == EventFileReader::Found::part) read.parts.emplace_back();
    read.parts.back().point = reader.point();
    if (found != EventFileReader::Found::events) continue;
    read.parts.back().events.insert(read.parts.back().events.end(), reader.events().begin(),
                                    reader.events().end());
  }
  read.cut = reader.cut();
  return read;
}

}  // namespace plumb
