// plumb/trace/export/clog2.h - CLOG-2, which clog2TOslog2 converts for Jumpshot (paper 002, Gantt).
//
// A line of a place of a warp is a rank; a stamp is a state. Each access has two events, at its
// begin and at its end, in the order of time; events that are open wait in a queue, one per line.
// Both carry SM, launch ("grid"), block, warp and lanes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <queue>
#include <string>
#include <vector>

#include "plumb/trace/export/clog2_records.h"
#include "plumb/trace/export/exporter.h"
#include "plumb/trace/export/lines.h"
#include "plumb/trace/export/part_clock.h"

namespace plumb::trace {

class Clog2Exporter final : public Exporter {
 public:
  Clog2Exporter(const EventSurvey& survey, Sink sink);
  void begin_part(const Trace& record) override;
  void add(std::span<const TraceEvent> events) override;
  void end_part() override;
  void finish() override;

 private:
  struct OpenAccess {
    std::uint64_t end = 0;  // picoseconds
    std::uint32_t rank = 0;
    std::uint32_t state = 0;
    std::array<std::uint32_t, 5> cargo{};
    friend bool operator>(const OpenAccess& a, const OpenAccess& b) { return a.end > b.end; }
  };

  void make_room(std::size_t bytes);
  void close_block(clog2::RecordType type);
  void write_definitions();
  void write_event(std::uint64_t picoseconds, std::uint32_t event, const OpenAccess& access);
  void close_until(std::uint64_t picoseconds);

  const EventSurvey* survey_;
  Sink sink_;
  std::string block_;
  clog2::BlockCount count_;
  std::vector<std::uint32_t> first_ranks_;  // of each place
  std::uint32_t ranks_ = 0;
  std::uint32_t states_ = 0;
  std::vector<std::uint32_t> stamps_;  // of the part, as the survey counts them
  Lines lines_{Lines::Share::in_turn};
  PartClock clock_;
  std::uint64_t latest_ = 0;
  std::priority_queue<OpenAccess, std::vector<OpenAccess>, std::greater<>> open_;
};

}  // namespace plumb::trace
