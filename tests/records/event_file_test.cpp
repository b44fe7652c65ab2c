// tests/records/event_file_test.cpp - traces with every event: written, read, cut off and damaged.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/event_file.h"

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/records/event_sections.h"
#include "tests/records/example_events.h"
#include "tests/records/refusal.h"

namespace plumb {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// A section with a right checksum.
std::string section(char letter, const std::string& bytes) {
  const auto number = [](std::uint64_t value) {
    std::string text;
    for (unsigned i = 0; i < 4; ++i) text += static_cast<char>(value >> (8 * i) & 255U);
    return text;
  };
  const std::string whole = letter + number(bytes.size()) + bytes;
  return whole + number(checksum_of(whole));
}

std::string opening() {
  const Trace trace{.provenance = example_trace().provenance,
                    .points = {example_trace().points.front()}};
  return std::string(event_signature) + section('P', to_text(to_json(trace)));
}

std::string file_refusal(const std::string& bytes) {
  return refusal([&] { return read_events(bytes); });
}

TEST(EventFile, has_the_checksum_of_ethernet_and_zip) {
  EXPECT_EQ(checksum_of("123456789"), 0xcbf43926U);
  EXPECT_EQ(checksum_of("6789", checksum_of("12345")), 0xcbf43926U);
}

TEST(EventFile, codes_a_first_event_and_one_more_of_the_same_warp_in_known_bytes) {
  EventEncoder encoder;
  std::string bytes;

  encoder.add({.begin = 3,
               .end = 203,
               .stamp = 2,
               .lanes = 1,
               .block = 4,
               .warp = 1,
               .processor = 9,
               .warp_place = 5},
              bytes);
  encoder.add({.begin = 4,
               .end = 5,
               .stamp = 70,
               .lanes = 1,
               .block = 4,
               .warp = 1,
               .processor = 9,
               .warp_place = 5},
              bytes);

  // stamp 2 with lanes and block; SM, place, 3, 200; lanes; block +4, warp, launch +0
  const std::string first("\x0b\x09\x05\x03\xc8\x01\x01\x00\x00\x00\x08\x01\x00", 13);
  const std::string second("\xfc\x46\x09\x05\x01\x01", 6);
  EXPECT_EQ(bytes, first + second);
}

TEST(EventFile, survives_writing_and_reading) {
  EventPart second = example_event_part();
  second.events.resize(2);
  const std::string bytes = event_file_of({example_event_part(), second});

  const ReadEvents read = read_events(bytes);

  EXPECT_EQ(read.cut, "");
  ASSERT_EQ(read.parts.size(), 2U);
  EXPECT_EQ(read.parts[0].events, example_events());
  EXPECT_EQ(read.parts[1].events, second.events);
  EXPECT_EQ(read.parts[0].point.lost, 1U);
  EXPECT_EQ(read.parts[0].point.changed, std::vector<std::string>{"out"});
  EXPECT_EQ(read.parts[0].point.axis->clock_hz, 1.98e9);
  EXPECT_EQ(read.parts[0].point.stamps[0].certificate.stamp,
            example_trace().points[0].stamps[0].certificate.stamp);
}

// As a stencil gives them: 2000 warps that each load 19 times, in time all among each other.
TEST(EventFile, takes_less_than_12_bytes_per_event) {
  EventPart part = example_event_part();
  for (std::uint32_t i = 0; i < 38'000; ++i) {
    const std::uint32_t warp = i % 2000;
    part.events.push_back({.begin = 3000 + i * 7ULL,
                           .end = 3000 + i * 7ULL + 400 + i % 700,
                           .stamp = i / 2000 % 2,
                           .lanes = i % 16 == 0 ? 0x7fffffffU : ~0U,
                           .block = warp / 8,
                           .warp = warp % 8,
                           .processor = warp / 16,
                           .warp_place = warp % 16});
  }
  const std::string without = event_file_of({{part.point, {}}});

  const std::string bytes = event_file_of({part});

  EXPECT_LT(static_cast<double>(bytes.size() - without.size()) / 38'000, 9);
  EXPECT_EQ(read_events(bytes).parts.at(0).events, part.events);
}

TEST(EventFile, of_many_sections_keeps_every_event) {
  EventPart part = example_event_part();
  for (std::uint64_t i = 0; i < 200'000; ++i)
    part.events.push_back({.begin = 3000 + 1'000'000 * i, .end = 3000 + 2'000'000 * i});

  const std::string bytes = event_file_of({part});

  EXPECT_GT(bytes.size(), most_event_bytes);
  EXPECT_EQ(read_events(bytes).parts.at(0).events, part.events);
}

TEST(EventFile, that_is_cut_off_gives_what_is_whole_and_says_where_it_ends) {
  const std::string bytes = event_file_of({example_event_part(), example_event_part()});
  const std::string one_part = event_file_of({example_event_part()});
  const std::size_t first_part = one_part.size() - 17;  // without the last section

  const ReadEvents in_second = read_events(bytes.substr(0, first_part + 100));
  const ReadEvents between = read_events(bytes.substr(0, first_part));
  const ReadEvents at_end = read_events(bytes.substr(0, bytes.size() - 1));

  EXPECT_EQ(in_second.cut, "t.trace: cut off at byte " + std::to_string(first_part) +
                               "; what comes before it is complete");
  EXPECT_EQ(in_second.parts.size(), 1U);
  EXPECT_EQ(in_second.parts[0].events, example_events());
  EXPECT_THAT(between.cut, StartsWith("t.trace: cut off at byte"));
  EXPECT_THAT(at_end.cut, StartsWith("t.trace: cut off at byte"));
  EXPECT_EQ(at_end.parts.size(), 2U);
}

// Many lengths: refused, or a prefix of what is there.
TEST(EventFile, cut_off_anywhere_is_read_up_to_there) {
  const std::string bytes = event_file_of({example_event_part()});
  std::size_t refused = 0;
  std::size_t tried = 0;
  for (std::size_t size = 0; size < bytes.size(); size += size < 200 ? 1 : 41) {
    ++tried;
    try {
      const ReadEvents read = read_events(bytes.substr(0, size));
      EXPECT_NE(read.cut, "") << size;
      ASSERT_EQ(read.parts.size(), 1U);
      EXPECT_TRUE(read.parts[0].events.empty() || read.parts[0].events == example_events());
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      ++refused;
    }
  }
  EXPECT_GT(refused, event_signature.size());
  EXPECT_LT(refused, tried);
}

TEST(EventFile, with_a_changed_byte_is_read_up_to_its_section) {
  std::string bytes = event_file_of({example_event_part()});
  const std::size_t in_close = bytes.size() - 40;
  bytes[in_close] = static_cast<char>(bytes[in_close] ^ 1);

  const ReadEvents read = read_events(bytes);

  EXPECT_THAT(read.cut, HasSubstr("damaged at byte"));
  EXPECT_EQ(read.parts.at(0).events, example_events());
}

TEST(EventFile, that_is_something_else_is_refused_in_one_line) {
  EXPECT_EQ(file_refusal(""), "t.trace: an empty file, not a trace with events");
  EXPECT_EQ(file_refusal("plumbline.tr"),
            "t.trace: cut off in its first line: nothing can be read");
  EXPECT_EQ(file_refusal("plumbline.trace/2 \x1b[31mevents\n????????"),
            "t.trace: a trace of another version, 'plumbline.trace/2 \\x1b[31mev'; this program "
            "reads 'plumbline.trace/1 events': use the version of plumb that wrote it, or a newer "
            "one");
  EXPECT_EQ(file_refusal(to_text(to_json(example_trace()))),
            "t.trace: a record without events; plumb trace run --events FILE writes one that has "
            "them");
  EXPECT_EQ(file_refusal("\x7f"
                         "ELF and more, more, more, more"),
            "t.trace: not a trace with events: the first line is another");
  EXPECT_EQ(file_refusal(std::string(event_signature)),
            "t.trace: cut off before its first part is complete: nothing can be read");
  EXPECT_THAT(refusal([] { return EventFileReader("/nowhere/t.trace"); }),
              HasSubstr("cannot read '/nowhere/t.trace': No such file"));
  EXPECT_EQ(refusal([] { return EventFileReader("/"); }), "cannot read '/': it is a folder");
}

TEST(EventFile, whose_sections_no_writer_made_is_refused) {
  const std::string signature(event_signature);
  const std::string count(8, '\0');
  EXPECT_EQ(file_refusal(signature + section('E', "")), "t.trace: events outside of a part");
  EXPECT_EQ(file_refusal(signature + section('C', "{}")),
            "t.trace: a part ends that did not begin");
  EXPECT_EQ(file_refusal(opening() + section('Z', count)), "t.trace: the file ends within a part");
  EXPECT_THAT(file_refusal(opening() + opening().substr(signature.size())),
              HasSubstr("a part begins before the one before it ends"));
  EXPECT_THAT(file_refusal(opening() + section('E', std::string("\x08\x00\x00\x00\x00", 5))),
              HasSubstr("an event of a stamp that is not listed"));
  EXPECT_THAT(file_refusal(opening() + section('E', std::string("\x00\x80", 2))),
              HasSubstr("an event ends early"));
  EXPECT_THAT(file_refusal(opening() + section('E', std::string("\x00\x80\x40", 3))),
              HasSubstr("a number of an event is too large"));
  EXPECT_THAT(file_refusal(opening() + section('E', std::string("\x02\x00\x00\x00\x00\x01", 6))),
              HasSubstr("a block or launch out of range"));
  EXPECT_EQ(file_refusal(signature + section('Z', count) + "x"),
            "t.trace: more follows behind its end");
  EXPECT_EQ(file_refusal(signature + section('Z', "\x01" + count.substr(1))),
            "t.trace: it has 0 events, and its end counts others");
  const Trace none{.provenance = example_trace().provenance, .points = {}};
  EXPECT_EQ(file_refusal(signature + section('P', to_text(to_json(none)))),
            "t.trace: a part with another number of points than one");
}

TEST(EventFile, refuses_to_write_events_in_another_order_or_out_of_range) {
  const auto written = [](const std::vector<TraceEvent>& events) {
    try {
      (void)event_file_of({{example_event_part().point, events}});
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::check_failed);
      return std::string(error.what());
    }
    return std::string("written");
  };
  EXPECT_EQ(written({{.begin = 5, .end = 6}, {.begin = 4, .end = 9}}),
            "an event from cycle 4 to 9 of SM 0, place 0: it begins before the one written before "
            "it");
  EXPECT_THAT(written({{.begin = 5, .end = 4}}), HasSubstr("it ends before it begins"));
  EXPECT_THAT(written({{.end = latest_event_time + 1}}), HasSubstr("too late for a trace file"));
  EXPECT_THAT(written({{.processor = most_event_processors}}),
              HasSubstr("beyond the places of a trace file"));
}

TEST(EventFile, equals_the_golden_one_byte_for_byte) {
  const std::string path = std::string(PLUMB_SOURCE_DIR) + "/tests/golden/records/events.trace";
  const std::string text = event_file_of({example_event_part()});

  if (std::getenv("PLUMB_UPDATE_GOLDENS") != nullptr) write_whole(path, text);
  EXPECT_EQ(text, read_text_file(path));
}

}  // namespace
}  // namespace plumb
