// tests/records/lane_addresses_test.cpp - strides, sectors, and addresses in event files.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/lane_addresses.h"

#include <random>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/records/event_file.h"
#include "tests/records/example_records.h"

namespace plumb {
namespace {

LaneAddresses on_line(std::uint64_t first, std::int64_t stride, std::uint32_t lanes) {
  LaneAddresses addresses{};
  for (std::uint32_t lane = 0; lane < most_lanes; ++lane) {
    if ((lanes >> lane & 1U) != 0)
      addresses[lane] = first + static_cast<std::uint64_t>(stride) * lane;
  }
  return addresses;
}

TEST(LaneAddresses, on_a_line_have_a_stride_and_others_none) {
  EXPECT_EQ(stride_of(on_line(4096, 4, ~0U), ~0U), 4);
  EXPECT_EQ(stride_of(on_line(4096, -8, 0xf0f0), 0xf0f0), -8);
  EXPECT_EQ(stride_of(on_line(4096, 0, ~0U), ~0U), 0);
  EXPECT_EQ(stride_of(on_line(4096, 4, 1U << 7U), 1U << 7U), 0);
  EXPECT_EQ(stride_of({}, 0), 0);
  LaneAddresses bent = on_line(4096, 4, ~0U);
  bent[31] += 4;
  EXPECT_EQ(stride_of(bent, ~0U), std::nullopt);
  EXPECT_EQ(stride_of(on_line(4096, 3, 0b1001), 0b1001), 3);
  LaneAddresses between{};
  between[0] = 4096;
  between[3] = 4100;  // 4 bytes in three steps
  EXPECT_EQ(stride_of(between, 0b1001), std::nullopt);
}

TEST(LaneAddresses, touch_each_sector_once) {
  EXPECT_EQ(sectors_touched(on_line(4096, 4, ~0U), ~0U, 4), 4U);
  EXPECT_EQ(sectors_touched(on_line(4100, 4, ~0U), ~0U, 4), 5U);
  EXPECT_EQ(sectors_touched(on_line(4096, 128, ~0U), ~0U, 4), 32U);
  EXPECT_EQ(sectors_touched(on_line(4096, 0, ~0U), ~0U, 16), 1U);
  EXPECT_EQ(sectors_touched(on_line(4096 + 24, 0, 1), 1, 16), 2U);
  EXPECT_EQ(fewest_sectors(~0U, 4), 4U);
  EXPECT_EQ(fewest_sectors(0b111, 1), 1U);
}

Provenance provenance() { return example_trace().provenance; }
TracedPoint point() {
  TracedPoint made = example_trace().points.front();
  return made;
}

std::vector<TraceEvent> events_with_lanes(std::span<const std::uint32_t> lanes) {
  std::vector<TraceEvent> events;
  for (const std::uint32_t one : lanes) {
    const std::uint64_t begin = 10 * events.size();
    events.push_back({.begin = begin, .end = begin + 7, .stamp = 1, .lanes = one});
  }
  return events;
}

std::string written(std::span<const TraceEvent> events, std::span<const LaneAddresses> addresses) {
  std::string bytes;
  EventFileWriter writer([&](std::string_view piece) { bytes += piece; });
  writer.begin_part(provenance(), point());
  writer.add(events, addresses);
  writer.end_part(provenance(), point());
  writer.finish();
  return bytes;
}

std::vector<LaneAddresses> read_back(const std::string& bytes) {
  EventFileReader reader(std::make_unique<std::istringstream>(bytes), "a.trace");
  std::vector<LaneAddresses> all;
  using Found = EventFileReader::Found;
  for (Found found = reader.next(); found != Found::end; found = reader.next()) {
    if (found != Found::events) continue;
    EXPECT_TRUE(reader.addresses().empty() || reader.addresses().size() == reader.events().size());
    all.insert(all.end(), reader.addresses().begin(), reader.addresses().end());
  }
  EXPECT_EQ(reader.cut(), "");
  return all;
}

// Some on a line, some anywhere, some without; of all lanes, some and one. Many sections.
TEST(LaneAddresses, come_back_from_an_event_file) {
  std::mt19937 random(5);
  std::vector<std::uint32_t> lanes;
  std::vector<LaneAddresses> addresses;
  for (int i = 0; i < 20'000; ++i) {
    const std::uint32_t mask =
        i % 5 == 0 ? ~0U : std::max(static_cast<std::uint32_t>(random()), std::uint32_t{1});
    const std::uint64_t first = (std::uint64_t{random()} << 16U) + random() % 4096 + 1;
    LaneAddresses made = on_line(first, static_cast<std::int64_t>(random() % 300), mask);
    if (i % 3 == 1) {
      for (std::uint64_t& address : made) address += address > 0 ? random() % 1024 : 0;
    }
    if (i % 7 == 6) made = {};
    lanes.push_back(mask);
    addresses.push_back(made);
  }

  EXPECT_EQ(read_back(written(events_with_lanes(lanes), addresses)), addresses);
}

TEST(LaneAddresses, are_coded_in_known_bytes) {
  std::string bytes;
  append_addresses({.lanes = 0b11}, on_line(4096, 4, 0b11), bytes);
  append_addresses({.lanes = 0b11}, {}, bytes);
  LaneAddresses apart{};
  apart[1] = 300;
  apart[2] = 299;
  apart[4] = 301;
  append_addresses({.lanes = 0b10110}, apart, bytes);

  EXPECT_EQ(bytes, std::string("\x01\x80\x20\x08"
                               "\x00"
                               "\x02\xac\x02\x01\x04",
                               10));
}

TEST(LaneAddresses, on_a_line_take_few_bytes) {
  const std::vector<std::uint32_t> lanes(1000, ~0U);
  const std::vector<LaneAddresses> addresses(1000, on_line(0x7f0012345600, 4, ~0U));
  const std::vector<TraceEvent> events = events_with_lanes(lanes);

  const std::size_t more = written(events, addresses).size() - written(events, {}).size();

  EXPECT_LE(more, 9U * 1000 + 9);
}

TEST(LaneAddresses, are_absent_where_a_file_has_none) {
  EXPECT_TRUE(read_back(written(events_with_lanes(std::vector<std::uint32_t>(3, 1U)), {})).empty());
}

std::string decoding_refused(const std::string& bytes, std::uint32_t lanes) {
  try {
    (void)addresses_from(bytes, events_with_lanes(std::array{lanes}));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
  return "taken";
}

TEST(LaneAddresses, that_no_writer_made_are_refused) {
  EXPECT_EQ(decoding_refused(std::string("\x03", 1), 1), "addresses of an unknown kind");
  EXPECT_EQ(decoding_refused("", 1), "an event ends early");
  EXPECT_EQ(decoding_refused(std::string("\0\0", 2), 1), "more addresses than events");
  EXPECT_EQ(decoding_refused(std::string("\x01\x05\x00", 3), 0), "addresses of no lane");
  EXPECT_EQ(decoding_refused(std::string("\x01\x05\x13", 3), 3), "an address out of range");
  EXPECT_EQ(decoding_refused(std::string("\x02\x05\x00", 3), 3), "taken");
}

TEST(LaneAddresses, of_another_number_than_events_are_not_written) {
  const std::vector<LaneAddresses> one(1);
  EXPECT_THROW((void)written(events_with_lanes(std::vector<std::uint32_t>(2, 1U)), one), Error);
}

}  // namespace
}  // namespace plumb
