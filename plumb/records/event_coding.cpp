// plumb/records/event_coding.cpp - numbers of 7 bits per byte, differences, and what is checked.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/event_coding.h"

#include <algorithm>
#include <bit>
#include <optional>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb {
namespace {

constexpr unsigned no_addresses = 0;
constexpr unsigned on_a_line = 1;
constexpr unsigned each_apart = 2;
constexpr std::uint64_t largest_address = (std::uint64_t{1} << address_bits) - 1;

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

std::uint64_t folded_step(std::int64_t step) {
  return step < 0 ? static_cast<std::uint64_t>(-1 - 2 * step)
                  : static_cast<std::uint64_t>(2 * step);
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

  // A step between addresses.
  std::int64_t step() {
    const std::uint64_t value = number(2 * largest_address + 1);
    const auto half = static_cast<std::int64_t>(value / 2);
    return value % 2 == 0 ? half : -1 - half;
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

std::uint64_t address_after(std::uint64_t before, std::int64_t step) {
  const auto sum = static_cast<std::int64_t>(before) + step;
  if (sum < 0 || static_cast<std::uint64_t>(sum) > largest_address)
    refuse_event("an address out of range");
  return static_cast<std::uint64_t>(sum);
}

LaneAddresses decoded_addresses(NumberReader& reader, std::uint32_t lanes) {
  LaneAddresses addresses{};
  const unsigned kind = reader.byte();
  if (kind > each_apart) refuse_event("addresses of an unknown kind");
  if (kind == no_addresses) return addresses;
  if (lanes == 0) refuse_event("addresses of no lane");
  const auto first = static_cast<std::uint32_t>(std::countr_zero(lanes));
  std::uint64_t address = reader.number(largest_address);
  const std::int64_t stride = kind == on_a_line ? reader.step() : 0;
  for (std::uint32_t lane = first; lane < most_lanes; ++lane) {
    if (lane > first && kind == on_a_line && (lanes >> lane) != 0)
      address = address_after(address, stride);
    if ((lanes >> lane & 1U) == 0) continue;
    if (lane > first && kind == each_apart) address = address_after(address, reader.step());
    addresses[lane] = address;
  }
  return addresses;
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

void append_addresses(const TraceEvent& event, const LaneAddresses& addresses, std::string& bytes) {
  const auto first = static_cast<std::uint32_t>(std::countr_zero(event.lanes));
  const bool none = event.lanes == 0 || std::ranges::all_of(addresses, [](std::uint64_t address) {
                      return address == 0;
                    });
  if (none) {
    bytes += static_cast<char>(no_addresses);
    return;
  }
  const std::optional<std::int64_t> stride = stride_of(addresses, event.lanes);
  bytes += static_cast<char>(stride ? on_a_line : each_apart);
  append_number(bytes, addresses[first]);
  if (stride) return append_number(bytes, folded_step(*stride));
  std::uint64_t before = addresses[first];
  for (std::uint32_t lane = first + 1; lane < most_lanes; ++lane) {
    if ((event.lanes >> lane & 1U) == 0) continue;
    append_number(bytes, folded_step(static_cast<std::int64_t>(addresses[lane] - before)));
    before = addresses[lane];
  }
}

std::vector<LaneAddresses> addresses_from(std::string_view bytes,
                                          std::span<const TraceEvent> events) {
  NumberReader reader(bytes);
  std::vector<LaneAddresses> all;
  all.reserve(events.size());
  for (const TraceEvent& event : events) all.push_back(decoded_addresses(reader, event.lanes));
  if (!reader.at_end()) refuse_event("more addresses than events");
  return all;
}

}  // namespace plumb
