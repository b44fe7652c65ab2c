// tests/records/event_file_property_test.cpp - any events come back; any damage is read or refused.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "plumb/base/error.h"
#include "tests/records/example_events.h"

namespace plumb {
namespace {

std::vector<TraceEvent> drawn_events() {
  std::vector<TraceEvent> events(*rc::gen::inRange<std::size_t>(0, 40));
  for (TraceEvent& event : events) {
    const auto length = *rc::gen::element<std::uint64_t>(0, 1, 700, 1ULL << 40U);
    event = {.begin = *rc::gen::inRange<std::uint64_t>(0, latest_event_time - length + 1),
             .end = 0,
             .stamp = *rc::gen::inRange(0U, 2U),
             .lanes = *rc::gen::element(0U, 1U, ~0U, 0x0f0f0f0fU),
             .block = *rc::gen::arbitrary<std::uint32_t>(),
             .warp = *rc::gen::inRange(0U, 32U),
             .launch = *rc::gen::element(0U, 1U, UINT32_MAX),
             .processor = *rc::gen::inRange(0U, most_event_processors),
             .warp_place = *rc::gen::inRange(0U, most_warp_places)};
    event.end = event.begin + length;
  }
  std::ranges::sort(events, {}, &TraceEvent::begin);
  return events;
}

RC_GTEST_PROP(EventFileProperty, any_events_come_back, ()) {
  const std::vector<TraceEvent> events = drawn_events();

  const ReadEvents read = read_events(event_file_of({{example_event_part().point, events}}));

  RC_ASSERT(read.cut.empty());
  RC_ASSERT(read.parts.at(0).events == events);
}

RC_GTEST_PROP(EventFileProperty, damaged_bytes_are_refused_or_cut_off_never_read_as_events, ()) {
  std::string bytes = event_file_of({example_event_part()});
  const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
  bytes[at] = static_cast<char>(bytes[at] ^ *rc::gen::inRange(1, 256));

  try {
    const ReadEvents read = read_events(bytes);
    RC_ASSERT(!read.cut.empty());
    for (const EventPart& part : read.parts)
      RC_ASSERT(part.events.empty() || part.events == example_events());
  } catch (const Error& error) {
    RC_ASSERT(error.kind() == ErrorKind::input);
  }
}

}  // namespace
}  // namespace plumb
