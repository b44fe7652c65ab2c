// plumb/trace/export/perfetto.cpp - writing packets.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/export/perfetto.h"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace plumb::trace {
namespace {

// Numbers of fields, message by message.
namespace packet_field {
constexpr std::uint32_t timestamp = 8, sequence = 10, track_event = 11, interned = 12,
                        sequence_flags = 13, track_descriptor = 60;
}
namespace descriptor_field {
constexpr std::uint32_t uuid = 1, name = 2, parent = 5;
}
namespace slice_field {
constexpr std::uint32_t categories = 3, annotations = 4, type = 9, name = 10, track = 11;
}
namespace interned_field {
constexpr std::uint32_t categories = 1, names = 2, annotations = 3;
}
namespace entry_field {
constexpr std::uint32_t number = 1, text = 2;
}
namespace annotation_field {
constexpr std::uint32_t name = 1, value = 3;
}

constexpr std::uint64_t names_begin_here = 1;  // flags of a sequence of packets
constexpr std::uint64_t refers_to_names = 2;
constexpr std::uint64_t our_sequence = 1;
constexpr std::uint64_t slice_begins = 1;
constexpr std::uint64_t slice_ends = 2;

constexpr std::array<std::string_view, 5> annotation_names{"cycles", "launch", "block", "warp",
                                                           "lanes"};
constexpr std::array categories{AccessKind::load, AccessKind::atomic, AccessKind::barrier,
                                AccessKind::store, AccessKind::region};

// Tracks have any number but 0; SMs and lines of places must not meet.
std::uint64_t track_of_processor(std::uint32_t processor) { return std::uint64_t{processor} + 1; }
std::uint64_t track_of_line(const TraceEvent& event, std::uint32_t line) {
  return (std::uint64_t{place_of(event)} + most_event_processors) * Lines::most_lines + line;
}

void add_name(LongMessage& interned, std::uint32_t field, std::uint64_t number,
              std::string_view text) {
  LongMessage entry;
  entry.add(entry_field::number, number);
  entry.add(entry_field::text, text);
  interned.add(field, entry);
}

std::uint64_t nanoseconds(std::uint64_t picoseconds) { return picoseconds / 1000; }

}  // namespace

PerfettoExporter::PerfettoExporter(Sink sink) : text_(std::move(sink)) {
  LongMessage interned;
  for (std::size_t i = 0; i < categories.size(); ++i)
    add_name(interned, interned_field::categories, i + 1, name_of(categories[i]));
  for (std::size_t i = 0; i < annotation_names.size(); ++i)
    add_name(interned, interned_field::annotations, i + 1, annotation_names[i]);
  LongMessage packet;
  packet.add(packet_field::sequence, our_sequence);
  packet.add(packet_field::interned, interned);
  packet.add(packet_field::sequence_flags, names_begin_here);
  write_packet(packet.bytes());
}

// A trace is nothing but packets, field 1.
void PerfettoExporter::write_packet(std::string_view packet) {
  LongMessage trace;
  trace.add(1, packet);
  text_ << trace.bytes();
}

void PerfettoExporter::begin_part(const Trace& record) {
  const TracedPoint& point = record.points.front();
  clock_.begin_part(point);
  lines_.clear();
  names_before_ += categories_.size();
  categories_.clear();
  LongMessage interned;
  for (const TracedStamp& traced : point.stamps) {
    const Stamp& stamp = traced.certificate.stamp;
    categories_.push_back(static_cast<std::uint64_t>(stamp.access) + 1);
    add_name(interned, interned_field::names, names_before_ + categories_.size(),
             shown_name(stamp));
  }
  LongMessage packet;
  packet.add(packet_field::sequence, our_sequence);
  packet.add(packet_field::interned, interned);
  packet.add(packet_field::sequence_flags, refers_to_names);
  write_packet(packet.bytes());
}

void PerfettoExporter::describe(std::uint64_t track, std::uint64_t parent, std::string_view name) {
  LongMessage descriptor;
  descriptor.add(descriptor_field::uuid, track);
  descriptor.add(descriptor_field::name, name);
  if (parent != 0) descriptor.add(descriptor_field::parent, parent);
  LongMessage packet;
  packet.add(packet_field::sequence, our_sequence);
  packet.add(packet_field::track_descriptor, descriptor);
  write_packet(packet.bytes());
}

void PerfettoExporter::describe_line(const TraceEvent& event, std::uint32_t line) {
  const std::uint32_t place = place_of(event);
  if (place >= described_lines_.size())
    described_lines_.resize(std::size_t{place} + most_warp_places);
  if (line < described_lines_[place]) return;
  described_lines_[place] = line + 1;
  const std::uint64_t parent = track_of_processor(event.processor);
  if (event.processor >= described_processors_.size())
    described_processors_.resize(event.processor + 1U);
  if (!described_processors_[event.processor]) {
    described_processors_[event.processor] = true;
    describe(parent, 0, fmt::format("SM {}", event.processor));
  }
  describe(track_of_line(event, line), parent,
           fmt::format("warp place {}{}", event.warp_place,
                       line == 0 ? std::string() : fmt::format(", overlapping {}", line)));
}

void PerfettoExporter::write_begin(const TraceEvent& event, std::uint64_t track) {
  slice_.clear();
  slice_.add(slice_field::categories, categories_[event.stamp]);
  const std::array<std::uint64_t, annotation_names.size()> values{
      event.end - event.begin, event.launch, event.block, event.warp, event.lanes};
  for (std::size_t i = 0; i < values.size(); ++i) {
    annotation_.clear();
    annotation_.add(annotation_field::name, i + 1);
    annotation_.add(annotation_field::value, values[i]);
    slice_.add(slice_field::annotations, annotation_);
  }
  slice_.add(slice_field::type, slice_begins);
  slice_.add(slice_field::name, names_before_ + event.stamp + 1);
  slice_.add(slice_field::track, track);
  packet_.clear();
  packet_.add(packet_field::timestamp, nanoseconds(clock_.picoseconds(event.begin)));
  packet_.add(packet_field::sequence, our_sequence);
  packet_.add(packet_field::track_event, slice_);
  packet_.add(packet_field::sequence_flags, refers_to_names);
  trace_.clear();
  trace_.add(1, packet_);
  text_ << trace_.bytes();
}

void PerfettoExporter::write_end(const TraceEvent& event, std::uint64_t track) {
  slice_.clear();
  slice_.add(slice_field::type, slice_ends);
  slice_.add(slice_field::track, track);
  packet_.clear();
  packet_.add(packet_field::timestamp, nanoseconds(clock_.picoseconds(event.end)));
  packet_.add(packet_field::sequence, our_sequence);
  packet_.add(packet_field::track_event, slice_);
  packet_.add(packet_field::sequence_flags, refers_to_names);
  trace_.clear();
  trace_.add(1, packet_);
  text_ << trace_.bytes();
}

// Perfetto sorts packets by time and keeps the order of equal ones: an end may follow its begin at
// once, whatever nests between them.
void PerfettoExporter::add(std::span<const TraceEvent> events) {
  for (const TraceEvent& event : events) {
    const std::uint32_t line = lines_.line_of(event);
    describe_line(event, line);
    const std::uint64_t track = track_of_line(event, line);
    write_begin(event, track);
    write_end(event, track);
    text_.give_away_when_large();
  }
}

}  // namespace plumb::trace
