// plumb/trace/export/csv.h - a row per event.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/trace/export/exporter.h"
#include "plumb/trace/export/output_text.h"

namespace plumb::trace {

class CsvExporter final : public Exporter {
 public:
  explicit CsvExporter(Sink sink);
  void begin_part(const Trace& record) override;
  void take_addresses(std::span<const LaneAddresses> addresses) override { addresses_ = addresses; }
  void add(std::span<const TraceEvent> events) override;
  void end_part() override {}
  void finish() override { text_.give_away(); }

 private:
  OutputText text_;
  std::uint64_t parts_ = 0;
  std::vector<std::string> beginnings_;  // of rows, by stamp
  std::vector<std::string> endings_;     // likewise
  std::span<const LaneAddresses> addresses_;
};

}  // namespace plumb::trace
