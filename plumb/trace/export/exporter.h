// plumb/trace/export/exporter.h - one interface for every format that traces are written in.
//
// A writer receives parts and their events as they are read and gives pieces of text or bytes to
// its sink. It keeps no events: memory grows with the number of warps that are resident at once.
//
//   const ExportSummary summary =
//       export_events("t.trace", ExportFormat::chrome, [&](std::string_view piece) { out << piece;
//       });
//   if (!summary.cut.empty()) warn(summary.cut);
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "plumb/records/event_file.h"
#include "plumb/trace/export/survey_events.h"

namespace plumb::trace {

enum class ExportFormat { csv, clog2, chrome, perfetto, timeline };
ExportFormat export_format_from_name(std::string_view name);  // an unknown name is an input error

class Exporter {
 public:
  virtual ~Exporter() = default;
  virtual void begin_part(const Trace& record) = 0;
  // Those of the events that are added next, where a file has them; of formats that show them.
  virtual void take_addresses(std::span<const LaneAddresses> addresses) { (void)addresses; }
  virtual void add(std::span<const TraceEvent> events) = 0;  // in the order in which they begin
  virtual void end_part() = 0;
  virtual void finish() = 0;
};

// `survey` is that of the file whose parts will come, and must outlive the writer. Only CLOG-2 and
// the timeline need it.
std::unique_ptr<Exporter> make_exporter(ExportFormat format, const EventSurvey& survey, Sink sink);

struct ExportSummary {
  std::uint64_t parts = 0;
  std::uint64_t events = 0;
  std::string cut;  // why the file is not complete; empty where it is
};

// Reads the file, for some formats twice: first to count what they say in their beginning. What is
// whole of a file that was cut off is written.
ExportSummary export_events(const std::string& path, ExportFormat format, const Sink& sink);

}  // namespace plumb::trace
