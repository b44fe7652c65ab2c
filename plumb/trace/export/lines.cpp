// plumb/trace/export/lines.cpp - finding a line with room.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/export/lines.h"

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb::trace {

std::uint32_t Lines::line_of(const TraceEvent& event) {
  const std::uint32_t place = place_of(event);
  if (place >= places_.size()) places_.resize(std::size_t{place} + most_warp_places);
  std::vector<Ends>& lines = places_[place];
  for (std::uint32_t i = 0; i < lines.size(); ++i) {
    Ends& open = lines[i];
    while (!open.empty() && open.back() <= event.begin) open.pop_back();
    const bool fits = open.empty() || (share_ == Share::nested && open.back() >= event.end &&
                                       open.size() < most_lines);
    if (!fits) continue;
    open.push_back(event.end);
    return i;
  }
  if (lines.size() == most_lines) {
    throw Error(
        ErrorKind::input,
        fmt::format("more than {} accesses of one warp at once, at cycle {} of SM {}, place "
                    "{}: no warp does that",
                    most_lines, event.begin, event.processor, event.warp_place));
  }
  lines.push_back({event.end});
  return static_cast<std::uint32_t>(lines.size() - 1);
}

}  // namespace plumb::trace
