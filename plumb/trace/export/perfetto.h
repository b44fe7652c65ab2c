// plumb/trace/export/perfetto.h - Perfetto's own format: packets of track events.
//
// An SM is a track, the places of its warps are tracks below it; accesses are slices and nest.
// Times are nanoseconds there: the annotation "cycles" of each slice has its length in full. Names
// are sent once and referred to by number. Fields and their numbers: Perfetto's reference of
// TracePacket and its page on writing track events; tests/trace/export/track_events.proto lists
// those we use.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plumb/trace/export/exporter.h"
#include "plumb/trace/export/lines.h"
#include "plumb/trace/export/output_text.h"
#include "plumb/trace/export/part_clock.h"
#include "plumb/trace/export/protobuf.h"

namespace plumb::trace {

class PerfettoExporter final : public Exporter {
 public:
  explicit PerfettoExporter(Sink sink);
  void begin_part(const Trace& record) override;
  void add(std::span<const TraceEvent> events) override;
  void end_part() override {}
  void finish() override { text_.give_away(); }

 private:
  void write_packet(std::string_view packet);
  void describe(std::uint64_t track, std::uint64_t parent, std::string_view name);
  void describe_line(const TraceEvent& event, std::uint32_t line);
  void write_begin(const TraceEvent& event, std::uint64_t track);
  void write_end(const TraceEvent& event, std::uint64_t track);

  OutputText text_;
  Lines lines_{Lines::Share::nested};
  PartClock clock_;
  std::uint64_t names_before_ = 0;         // sent for earlier parts
  std::vector<std::uint64_t> categories_;  // of the part's stamps
  std::vector<bool> described_processors_;
  std::vector<std::uint32_t> described_lines_;        // of each place, so many
  ShortMessage packet_, slice_, annotation_, trace_;  // of an event
};

}  // namespace plumb::trace
