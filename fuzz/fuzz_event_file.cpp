// fuzz/fuzz_event_file.cpp - any bytes as a trace with events.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>

#include "plumb/base/error.h"
#include "plumb/records/event_file.h"
#include "plumb/records/event_sections.h"

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

void read_all(const std::string& bytes) {
  plumb::EventFileReader reader(std::make_unique<std::istringstream>(bytes), "fuzz.trace");
  using Found = plumb::EventFileReader::Found;
  std::uint64_t begin = 0;
  for (Found found = reader.next(); found != Found::end; found = reader.next()) {
    if (found == Found::part) begin = 0;
    if (found != Found::events) continue;
    require(reader.addresses().empty() || reader.addresses().size() == reader.events().size(),
            "addresses of other events");
    for (const plumb::TraceEvent& event : reader.events()) {
      require(event.begin >= begin && event.end >= event.begin, "events are not in order");
      require(event.end <= plumb::latest_event_time, "an event is too late");
      require(event.stamp < reader.point().stamps.size(), "a stamp is not listed");
      begin = event.begin;
    }
  }
}

// Likewise as addresses: what is read is written and read again as the same.
void decode_addresses(std::string_view bytes) {
  const std::vector<plumb::TraceEvent> events{{.lanes = ~0U}, {.lanes = 0x10800}, {.lanes = 0}};
  std::vector<plumb::LaneAddresses> addresses;
  try {
    addresses = plumb::addresses_from(bytes, events);
  } catch (const plumb::Error&) {
    return;
  }
  std::string again;
  for (std::size_t i = 0; i < events.size(); ++i)
    plumb::append_addresses(events[i], addresses[i], again);
  require(plumb::addresses_from(again, events) == addresses, "addresses do not come back");
}

// Any bytes as the events of a part: a checksum keeps damage from the decoder, and a fuzzer too.
void decode_all(std::string_view bytes) {
  plumb::EventDecoder decoder(100);
  std::vector<plumb::TraceEvent> events;
  try {
    decoder.decode(bytes, events);
  } catch (const plumb::Error&) {
    return;
  }
  plumb::EventEncoder encoder;
  std::string again;
  for (const plumb::TraceEvent& event : events) encoder.add(event, again);
  std::vector<plumb::TraceEvent> twice;
  plumb::EventDecoder(100).decode(again, twice);
  require(twice == events, "coded again, the events differ");
}

}  // namespace

// Only plumb::Error may be thrown.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer gives the name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  decode_all(text);
  decode_addresses(text);
  try {
    read_all(text);
  } catch (const plumb::Error&) {
    return 0;
  }
  return 0;
}
