// plumb/records/write_event_file.cpp - a trace with every event, section by section.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/records/event_file.h"
#include "plumb/records/event_sections.h"

namespace plumb {
namespace {

// Lowest byte first.
std::string bytes_of_number(std::uint64_t value, unsigned bytes) {
  std::string text;
  for (unsigned i = 0; i < bytes; ++i)
    text += static_cast<char>(static_cast<unsigned char>(value >> (8 * i) & 255U));
  return text;
}

}  // namespace

EventFileWriter::EventFileWriter(Sink sink) : sink_(std::move(sink)) { sink_(event_signature); }

void EventFileWriter::write_section(char letter, std::string_view bytes) {
  const std::string head = letter + bytes_of_number(bytes.size(), 4);
  const std::uint32_t checksum = checksum_of(bytes, checksum_of(head));
  sink_(head);
  sink_(bytes);
  sink_(bytes_of_number(checksum, 4));
}

void EventFileWriter::write_record(char letter, const Provenance& provenance,
                                   const TracedPoint& point) {
  TracedPoint kept = point;
  for (TracedStamp& stamp : kept.stamps) {  // the events say it
    stamp.time = {};
    stamp.weights.clear();
  }
  const Trace trace{.provenance = provenance, .points = {std::move(kept)}};
  const std::string text = to_text(to_json(trace));
  if (text.size() > most_record_bytes) {
    throw Error(ErrorKind::check_failed,
                fmt::format("what is known of '{}' takes {} bytes, more than the {} that a trace "
                            "file holds for a part; stamp fewer accesses",
                            point.label, text.size(), most_record_bytes));
  }
  write_section(letter, text);
}

void EventFileWriter::begin_part(const Provenance& provenance, const TracedPoint& point) {
  write_record('P', provenance, point);
  encoder_ = {};
}

void EventFileWriter::add(std::span<const TraceEvent> events,
                          std::span<const LaneAddresses> addresses) {
  constexpr std::size_t longest_event = 64;
  constexpr std::size_t longest_addresses = 1 + 10 * most_lanes;
  if (!addresses.empty() && addresses.size() != events.size()) {
    throw Error(ErrorKind::check_failed,
                fmt::format("{} events with {} addresses", events.size(), addresses.size()));
  }
  for (std::size_t i = 0; i < events.size(); ++i) {
    encoder_.add(events[i], coded_);
    if (!addresses.empty()) append_addresses(events[i], addresses[i], coded_addresses_);
    if (coded_.size() + longest_event > most_event_bytes ||
        coded_addresses_.size() + longest_addresses > most_event_bytes)
      flush_events();
  }
  if (!addresses.empty()) flush_events();  // what follows may have none
  events_ += events.size();
}

void EventFileWriter::flush_events() {
  if (coded_.empty()) return;
  if (!coded_addresses_.empty()) write_section('A', coded_addresses_);
  coded_addresses_.clear();
  write_section('E', coded_);
  coded_.clear();
}

void EventFileWriter::end_part(const Provenance& provenance, const TracedPoint& point) {
  flush_events();
  write_record('C', provenance, point);
}

void EventFileWriter::finish() { write_section('Z', bytes_of_number(events_, 8)); }

}  // namespace plumb
