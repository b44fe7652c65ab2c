// plumb/trace/export/lines.h - which events of a warp share a line of a picture.
//
// Lanes that diverged make accesses that overlap; regions lie around accesses. A place of an SM has
// as many lines as that takes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "plumb/records/trace_event.h"

namespace plumb::trace {

// Of a processor and a place of its warps, for tables.
constexpr std::uint32_t place_of(const TraceEvent& event) {
  return event.processor * most_warp_places + event.warp_place;
}

class Lines {
 public:
  enum class Share { in_turn, nested };  // nested: an event may lie wholly within another

  explicit Lines(Share share) : share_(share) {}
  // The first line of the event's place with room for it, from 0. Refuses (input) more than
  // `most_lines`. Events come in the order in which they begin.
  std::uint32_t line_of(const TraceEvent& event);
  void clear() { places_.clear(); }

  static constexpr std::uint32_t most_lines = 256;

 private:
  using Ends = std::vector<std::uint64_t>;  // of the open events of a line, the innermost last
  std::vector<std::vector<Ends>> places_;
  Share share_;
};

}  // namespace plumb::trace
