// plumb/trace/export/timeline.h - what a report draws: bars on tracks, never too many.
//
// Up to 100,000 events are bars by themselves. Of more, those that begin in the same interval of
// the same track become one bar. Tracks are places of warps; where those are too many, whole SMs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plumb/trace/export/exporter.h"
#include "plumb/trace/export/output_text.h"
#include "plumb/trace/export/part_clock.h"

namespace plumb::trace {

class TimelineExporter final : public Exporter {
 public:
  static constexpr std::uint64_t most_bars = 100'000;

  TimelineExporter(const EventSurvey& survey, Sink sink);
  void begin_part(const Trace& record) override;
  void add(std::span<const TraceEvent> events) override;
  void end_part() override {}
  void finish() override;

 private:
  struct Bar {
    std::uint32_t track = 0;
    std::uint64_t begin = 0;  // picoseconds, as all here
    std::uint64_t end = 0;
    std::uint32_t stamp = 0;  // that of the longest event
    std::uint64_t longest = 0;
    std::uint64_t events = 0;
    std::uint64_t busy = 0;  // the sum of their lengths
  };
  [[nodiscard]] std::uint32_t track_of(const TraceEvent& event) const;

  const EventSurvey* survey_;
  OutputText text_;
  PartClock clock_;
  std::vector<std::uint32_t> stamps_;  // of the part, as the survey counts them
  bool by_processor_ = false;
  std::vector<std::uint32_t> tracks_;  // of each place, or of each SM
  std::vector<std::string> names_;     // of each track
  std::uint64_t intervals_ = 0;        // of a track; 0: every event is a bar
  std::vector<Bar> bars_;
};

}  // namespace plumb::trace
