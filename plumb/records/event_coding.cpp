// plumb/records/event_coding.cpp - numbers of 7 bits per byte, differences, and what is checked.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/event_coding.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb {
namespace {

constexpr unsigned lanes_follow = 1;
constexpr unsigned block_follows = 2;
constexpr unsigned stamp_shift = 2;
constexpr std::uint32_t stamp_follows = 63;

void append_number(std::string& bytes, std::uint64_t value) {
  while (value >= 128) {
    bytes += static_cast<char>(static_cast<unsigned char>(value | 128U));
    value >>= 7U;
  }
  bytes += static_cast<char>(static_cast<unsigned char>(value));
}

// 0, -1, 1, -2 -> 0, 1, 2, 3
std::uint64_t folded(std::uint32_t value, std::uint32_t before) {
  const std::int64_t difference = std::int64_t{value} - std::int64_t{before};
  return difference < 0 ? static_cast<std::uint64_t>(-1 - 2 * difference)
                        : static_cast<std::uint64_t>(2 * difference);
}

[[noreturn]] void refuse_event(const char* why) { throw Error(ErrorKind::input, why); }

class NumberReader {
 public:
  explicit NumberReader(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] bool at_end() const { return bytes_.empty(); }

  unsigned byte() {
    if (bytes_.empty()) refuse_event("an event ends early");
    const auto value = static_cast<unsigned char>(bytes_.front());
    bytes_.remove_prefix(1);
    return value;
  }

  std::uint64_t number(std::uint64_t most) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 63; shift += 7) {
      const unsigned next = byte();
      value |= std::uint64_t{next & 127U} << shift;
      if (next < 128) {
        if (value > most) refuse_event("a number of an event is too large");
        return value;
      }
    }
    refuse_event("a number of an event does not end");
  }

  std::uint32_t short_number(std::uint64_t most) {
    return static_cast<std::uint32_t>(number(most));
  }

  std::uint32_t unfolded(std::uint32_t before) {
    const std::uint64_t value = number(2ULL * UINT32_MAX);
    const auto half = static_cast<std::int64_t>(value / 2);
    const std::int64_t sum = std::int64_t{before} + (value % 2 == 0 ? half : -1 - half);
    if (sum < 0 || sum > std::int64_t{UINT32_MAX}) refuse_event("a block or launch out of range");
    return static_cast<std::uint32_t>(sum);
  }

 private:
  std::string_view bytes_;
};

void require_possible(const TraceEvent& event, std::uint64_t before) {
  const auto refuse = [&](const char* why) {
    throw Error(ErrorKind::check_failed,
                fmt::format("an event from cycle {} to {} of SM {}, place {}: {}", event.begin,
                            event.end, event.processor, event.warp_place, why));
  };
  if (event.begin < before) refuse("it begins before the one written before it");
  if (event.end < event.begin) refuse("it ends before it begins");
  if (event.end > latest_event_time) refuse("too late for a trace file");
  if (event.processor >= most_event_processors || event.warp_place >= most_warp_places)
    refuse("beyond the places of a trace file");
}

TraceEvent decoded(NumberReader& reader, EventPlaces& places, std::uint64_t stamps) {
  TraceEvent event;
  const unsigned head = reader.byte();
  event.stamp = head >> stamp_shift;
  if (event.stamp == stamp_follows) event.stamp = reader.short_number(UINT32_MAX);
  if (event.stamp >= stamps) refuse_event("an event of a stamp that is not listed");
  event.processor = reader.short_number(most_event_processors - 1);
  event.warp_place = reader.short_number(most_warp_places - 1);
  event.begin = places.begin + reader.number(latest_event_time - places.begin);
  event.end = event.begin + reader.number(latest_event_time - event.begin);
  EventPlaces::Occupant& occupant = places.at(event.processor, event.warp_place);
  if ((head & lanes_follow) != 0) {
    occupant.lanes = 0;
    for (unsigned shift = 0; shift < 32; shift += 8) occupant.lanes |= reader.byte() << shift;
  }
  if ((head & block_follows) != 0) {
    occupant.block = places.block = reader.unfolded(places.block);
    occupant.warp = reader.short_number(UINT32_MAX);
    occupant.launch = reader.unfolded(occupant.launch);
  }
  event.lanes = occupant.lanes;
  event.block = occupant.block;
  event.warp = occupant.warp;
  event.launch = occupant.launch;
  places.begin = event.begin;
  return event;
}

}  // namespace

EventPlaces::Occupant& EventPlaces::at(std::uint32_t processor, std::uint32_t warp_place) {
  const std::size_t place = std::size_t{processor} * most_warp_places + warp_place;
  if (place >= occupants_.size())
    occupants_.resize((std::size_t{processor} + 1) * most_warp_places);
  return occupants_[place];
}

void EventEncoder::add(const TraceEvent& event, std::string& bytes) {
  require_possible(event, places_.begin);
  EventPlaces::Occupant& occupant = places_.at(event.processor, event.warp_place);
  const bool other_lanes = event.lanes != occupant.lanes;
  const bool other_block = event.block != occupant.block || event.warp != occupant.warp ||
                           event.launch != occupant.launch;
  const std::uint32_t stamp = std::min(event.stamp, stamp_follows);
  bytes += static_cast<char>(static_cast<unsigned char>(stamp << stamp_shift |
                                                        (other_lanes ? lanes_follow : 0U) |
                                                        (other_block ? block_follows : 0U)));
  if (stamp == stamp_follows) append_number(bytes, event.stamp);
  append_number(bytes, event.processor);
  append_number(bytes, event.warp_place);
  append_number(bytes, event.begin - places_.begin);
  append_number(bytes, event.end - event.begin);
  if (other_lanes) {
    for (unsigned shift = 0; shift < 32; shift += 8)
      bytes += static_cast<char>(static_cast<unsigned char>(event.lanes >> shift & 255U));
  }
  if (other_block) {
    append_number(bytes, folded(event.block, places_.block));
    append_number(bytes, event.warp);
    append_number(bytes, folded(event.launch, occupant.launch));
    places_.block = event.block;
  }
  occupant = {event.lanes, event.block, event.warp, event.launch};
  places_.begin = event.begin;
}

void EventDecoder::decode(std::string_view bytes, std::vector<TraceEvent>& events) {
  NumberReader reader(bytes);
  while (!reader.at_end()) events.push_back(decoded(reader, places_, stamps_));
}

}  // namespace plumb
