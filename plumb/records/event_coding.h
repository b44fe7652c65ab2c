// plumb/records/event_coding.h - the events of a trace file as bytes: 7 or 8 for most of them.
//
//   1 byte     bit 0: the lanes follow; bit 1: block, warp and launch follow; above them the stamp,
//              63: it follows
//   numbers    [stamp,] SM, place of the warp, begin less that of the event before, end - begin
//   4 bytes    [lanes]
//   numbers    [block less the one named before, warp, launch less that of this place before]
//
// A number takes 7 bits per byte, the lowest first, bit 7 set where more follow; a difference that
// may be negative is doubled, and turned to -1 - 2 d below zero. What does not follow is that of
// the event before at the same place, in the beginning all lanes and zeros.
//
// The addresses of lanes stand apart, event by event: a byte, 0 for none; 1: the first lane's and,
// as a difference, the bytes from lane to lane; 2: the first lane's, then of each further lane that
// took part the difference from the one before.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/records/lane_addresses.h"
#include "plumb/records/trace_event.h"

namespace plumb {

// What both sides remember between the events of a part.
class EventPlaces {
 public:
  struct Occupant {
    std::uint32_t lanes = ~0U;
    std::uint32_t block = 0;
    std::uint32_t warp = 0;
    std::uint32_t launch = 0;
  };
  Occupant& at(std::uint32_t processor, std::uint32_t warp_place);

  std::uint64_t begin = 0;  // of the event before
  std::uint32_t block = 0;  // the one that was named last

 private:
  std::vector<Occupant> occupants_;
};

// Appends the bytes of an event that does not begin before the one added before. Refuses
// (check_failed) another order, an end before the begin, and what a file cannot hold.
class EventEncoder {
 public:
  void add(const TraceEvent& event, std::string& bytes);

 private:
  EventPlaces places_;
};

// Takes the bytes apart again; refuses (input) what no encoder wrote.
class EventDecoder {
 public:
  // `stamps`: how many there are.
  explicit EventDecoder(std::uint64_t stamps) : stamps_(stamps) {}
  // Appends to `events`. The bytes hold whole events.
  void decode(std::string_view bytes, std::vector<TraceEvent>& events);

 private:
  EventPlaces places_;
  std::uint64_t stamps_;
};

void append_addresses(const TraceEvent& event, const LaneAddresses& addresses, std::string& bytes);
// Of so many events; refuses (input) what append_addresses did not write.
std::vector<LaneAddresses> addresses_from(std::string_view bytes,
                                          std::span<const TraceEvent> events);

}  // namespace plumb
