// plumb/trace/export/csv.cpp - writing rows (RFC 4180; lines end in a line feed).
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/export/csv.h"

#include <utility>

#include <fmt/format.h>

#include "plumb/base/printable.h"

namespace plumb::trace {
namespace {

std::string csv_cell(std::string_view text) {
  std::string shown = printable_line(text);
  if (shown.find_first_of(",\"") == std::string::npos) return shown;
  std::string quoted = "\"";
  for (const char c : shown) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

// Of the lanes that took part, the lowest first, with blanks between them.
std::string shown_addresses(const TraceEvent& event, const LaneAddresses& addresses) {
  std::string text;
  if (addresses == LaneAddresses{}) return text;
  for (std::uint32_t lane = 0; lane < most_lanes; ++lane) {
    if ((event.lanes >> lane & 1U) == 0) continue;
    text += fmt::format("{}{:#x}", text.empty() ? "" : " ", addresses[lane]);
  }
  return text;
}

}  // namespace

CsvExporter::CsvExporter(Sink sink) : text_(std::move(sink)) {
  text_ << "part,point,module,stamp,kernel,instruction,source,launch,processor,warp_place,block,"
           "warp,lanes,begin_cycles,end_cycles,cycles,addresses,method\n";
}

void CsvExporter::begin_part(const Trace& record) {
  const TracedPoint& point = record.points.front();
  beginnings_.clear();
  endings_.clear();
  for (const TracedStamp& traced : point.stamps) {
    const Stamp& stamp = traced.certificate.stamp;
    beginnings_.push_back(fmt::format("{},{},{},{},{},{},{},", parts_, csv_cell(point.label),
                                      csv_cell(traced.module), stamp.id, csv_cell(stamp.kernel),
                                      csv_cell(stamp.opcode), csv_cell(stamp.source)));
    endings_.push_back(fmt::format(",{}\n", name_of(stamp.method)));
  }
  ++parts_;
}

void CsvExporter::add(std::span<const TraceEvent> events) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    const TraceEvent& event = events[i];
    text_ << beginnings_[event.stamp] << event.launch << ',' << event.processor << ','
          << event.warp_place << ',' << event.block << ',' << event.warp << ',' << event.lanes
          << ',' << event.begin << ',' << event.end << ',' << event.end - event.begin << ','
          << (addresses_.empty() ? std::string() : shown_addresses(event, addresses_[i]))
          << endings_[event.stamp];
    text_.give_away_when_large();
  }
}

}  // namespace plumb::trace
