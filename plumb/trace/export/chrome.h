// plumb/trace/export/chrome.h - the JSON of Chrome's trace viewer, which Perfetto reads as well.
//
// An SM is a process, a place of its warps a thread; accesses are complete events ("X") and nest on
// each thread. Where lanes that diverged overlap, the place has a second thread, and so on.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plumb/trace/export/exporter.h"
#include "plumb/trace/export/lines.h"
#include "plumb/trace/export/output_text.h"
#include "plumb/trace/export/part_clock.h"

namespace plumb::trace {

class ChromeExporter final : public Exporter {
 public:
  explicit ChromeExporter(Sink sink);
  void begin_part(const Trace& record) override;
  void add(std::span<const TraceEvent> events) override;
  void end_part() override {}
  void finish() override;

 private:
  void name_thread(const TraceEvent& event, std::uint32_t line);
  void begin_record();

  OutputText text_;
  Lines lines_{Lines::Share::nested};
  PartClock clock_;
  std::vector<std::string> names_;  // of the part's stamps: name and category, as JSON
  std::vector<bool> named_processors_;
  std::vector<std::uint32_t> named_lines_;  // of each place, so many
  bool first_ = true;
};

}  // namespace plumb::trace
