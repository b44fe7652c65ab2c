// plumb/records/event_file.h - a trace with every event, written and read as a stream.
//
// The file begins with the line "plumbline.trace/1 events". Sections follow: one letter, the length
// of what follows in 4 bytes, so many bytes, and in 4 bytes the CRC-32 of all that; numbers have
// their lowest byte first.
//
//   P   a part begins: one run of one build. The JSON of a trace with one point: provenance, stamps
//       with certificates, what the stamps changed
//   A   the addresses of the events in the section that follows, an E (event_coding.h)
//   E   events of the part, in the order in which they begin (likewise)
//   C   the part is complete. The same JSON, with what only its end could say
//   Z   the file is complete: the number of its events, in 8 bytes
//
//   EventFileReader reader("t.trace");
//   for (auto found = reader.next(); found != EventFileReader::Found::end; found = reader.next())
//     if (found == EventFileReader::Found::events) use(reader.events());
//   if (!reader.cut().empty()) warn(reader.cut());
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/records/event_coding.h"
#include "plumb/records/trace.h"

namespace plumb {

// Receives one piece of an output after the other.
using Sink = std::function<void(std::string_view)>;

// Parts one after the other; finish() makes the file complete.
class EventFileWriter {
 public:
  explicit EventFileWriter(Sink sink);

  void begin_part(const Provenance& provenance, const TracedPoint& point);
  // In the order in which they begin; a stamp is one of those of the part's point. Addresses of
  // each, or none.
  void add(std::span<const TraceEvent> events, std::span<const LaneAddresses> addresses = {});
  void end_part(const Provenance& provenance, const TracedPoint& point);
  void finish();

 private:
  void write_section(char letter, std::string_view bytes);
  void write_record(char letter, const Provenance& provenance, const TracedPoint& point);
  void flush_events();

  Sink sink_;
  EventEncoder encoder_;
  std::string coded_;
  std::string coded_addresses_;
  std::uint64_t events_ = 0;
};

// Memory does not grow with the number of events. Refused (input): a file that does not begin as
// above, one of another version, an empty one, one of which no part is readable, and sections that
// no writer made. A file that ends early or has a wrong checksum is read up to there.
class EventFileReader {
 public:
  enum class Found { part, events, closed, end };

  explicit EventFileReader(const std::string& path);
  EventFileReader(std::unique_ptr<std::istream> stream, std::string name);

  Found next();
  // Of the part that was found last. After `closed` it has what only its end could say.
  [[nodiscard]] const Trace& record() const { return record_; }
  [[nodiscard]] const TracedPoint& point() const { return record_.points.front(); }
  [[nodiscard]] std::span<const TraceEvent> events() const { return events_; }
  // Of each event; empty: they were not kept.
  [[nodiscard]] std::span<const LaneAddresses> addresses() const { return addresses_; }
  // After `end`: why the file is not complete, in one line; empty where it is.
  [[nodiscard]] const std::string& cut() const { return cut_; }

 private:
  struct Section {
    char letter = 0;
    std::string bytes;
  };
  void read_signature();
  std::optional<Section> read_section();
  void read_record(const Section& section);
  void read_events(const Section& section, const std::optional<Section>& addresses);
  Found ended();
  [[noreturn]] void refuse(std::string_view why) const;

  std::unique_ptr<std::istream> stream_;
  std::string name_;
  Trace record_;
  std::optional<EventDecoder> decoder_;  // present: within a part
  std::vector<TraceEvent> events_;
  std::vector<LaneAddresses> addresses_;
  std::uint64_t position_ = 0;
  std::uint64_t parts_ = 0;
  std::uint64_t seen_ = 0;
  bool complete_ = false;
  std::string cut_;
};

}  // namespace plumb
