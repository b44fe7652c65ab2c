// tests/trace/export/export_test.cpp - the formats that are text: rows, Chrome's JSON, bars.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <map>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/trace/export/lines.h"
#include "plumb/trace/export/timeline.h"
#include "tests/records/refusal.h"
#include "tests/trace/export/exported.h"

namespace plumb::trace {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

std::string golden(const std::string& name) {
  return read_text_file(PLUMB_SOURCE_DIR "/tests/golden/trace/" + name);
}

std::size_t lines_in(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

// Complete events of one thread lie beside each other or within each other. Times are decimals of
// six digits: compared as whole picoseconds.
void require_nested(const Json& trace, std::size_t events) {
  struct Slice {
    long long begin;
    long long end;
  };
  std::map<std::pair<int, int>, std::vector<Slice>> open;
  std::size_t found = 0;
  for (const Json& event : trace.at("traceEvents")) {
    if (event.at("ph") != "X") continue;
    ++found;
    const long long begin = std::llround(event.at("ts").get<double>() * 1e6);
    const Slice slice{begin, begin + std::llround(event.at("dur").get<double>() * 1e6)};
    auto& stack = open[{event.at("pid").get<int>(), event.at("tid").get<int>()}];
    while (!stack.empty() && stack.back().end <= slice.begin) stack.pop_back();
    if (!stack.empty()) {
      ASSERT_GE(slice.begin, stack.back().begin);
      ASSERT_LE(slice.end, stack.back().end);
    }
    stack.push_back(slice);
  }
  EXPECT_EQ(found, events);
}

class TraceExport : public ExportTest {};

TEST_F(TraceExport, as_csv_has_the_addresses_of_the_lanes_that_took_part) {
  std::string file;
  EventFileWriter writer([&](std::string_view piece) { file += piece; });
  const EventPart part = example_event_part();
  const std::vector<TraceEvent> events{{.begin = 1, .end = 2, .lanes = 0b101},
                                       {.begin = 3, .end = 4}};
  std::vector<LaneAddresses> addresses(2);
  addresses[0][0] = 0x7f00;
  addresses[0][2] = 0x7f20;
  writer.begin_part({}, part.point);
  writer.add(events, addresses);
  writer.end_part({}, part.point);
  writer.finish();

  const std::string text = exported(file, ExportFormat::csv);

  EXPECT_NE(text.find(",5,1,2,1,0x7f00 0x7f20,paper-dummy\n"), std::string::npos) << text;
  EXPECT_NE(text.find(",3,4,1,,paper-dummy\n"), std::string::npos) << text;
}

TEST_F(TraceExport, of_the_example_equals_the_golden_files) {
  const std::string file = event_file_of({example_event_part()});

  EXPECT_EQ(exported(file, ExportFormat::csv), golden("events.csv"));
  EXPECT_EQ(exported(file, ExportFormat::chrome), golden("events_chrome.json"));
  EXPECT_EQ(exported(file, ExportFormat::timeline), golden("events_timeline.json"));
  EXPECT_EQ(summary.events, 6U);
  EXPECT_EQ(summary.parts, 1U);
  EXPECT_EQ(summary.cut, "");
}

TEST_F(TraceExport, csv_has_a_row_per_event_with_its_numbers) {
  const std::string text = exported(event_file_of({example_event_part()}), ExportFormat::csv);

  EXPECT_EQ(lines_in(text), 7U);
  EXPECT_THAT(text, EndsWith(",1,131,63,8,2,4294967295,2000,2668,668,,paper-dummy\n"));
}

TEST_F(TraceExport, stalls_are_told_from_latencies) {
  EventPart part = example_event_part();
  for (TracedStamp& traced : part.point.stamps)
    traced.certificate.stamp.method = StampMethod::first_use;
  const std::string file = event_file_of({part});

  EXPECT_THAT(exported(file, ExportFormat::csv), EndsWith("2668,668,,first-use\n"));
  EXPECT_THAT(exported(file, ExportFormat::chrome), HasSubstr("ld.global.f32, first use"));
}

TEST_F(TraceExport, chrome_nests_whatever_overlaps) {
  EventPart part = example_event_part();
  part.events = many_events(20'000);
  const std::string text =
      exported(event_file_of({part, example_event_part()}), ExportFormat::chrome);

  require_nested(parse_json(text, "chrome.json"), 20'006);
}

TEST_F(TraceExport, chrome_has_times_in_microseconds_of_the_clock_of_the_point) {
  EventPart part = example_event_part();
  part.point.axis->clock_hz = 2e9;
  part.events = {{.begin = 3, .end = 2003}};

  const Json trace =
      parse_json(exported(event_file_of({part}), ExportFormat::chrome), "chrome.json");

  const Json& event = trace.at("traceEvents").back();
  EXPECT_EQ(event.at("ts"), 0.0015);
  EXPECT_EQ(event.at("dur"), 1.0);
  EXPECT_EQ(event.at("args").at("cycles"), 2000);
}

TEST_F(TraceExport, a_second_run_follows_the_first_on_the_axis) {
  EventPart part = example_event_part();
  part.point.axis.reset();  // a cycle is taken for a nanosecond
  part.events = {{.begin = 0, .end = 5000}};

  const Json trace =
      parse_json(exported(event_file_of({part, part}), ExportFormat::chrome), "chrome.json");

  EXPECT_EQ(trace.at("traceEvents").back().at("ts"), 6.0);
}

TEST_F(TraceExport, hostile_names_stay_within_their_fields) {
  const std::string file = event_file_of({hostile_part()});

  const std::string csv = exported(file, ExportFormat::csv);
  const Json chrome = parse_json(exported(file, ExportFormat::chrome), "chrome.json");
  const Json timeline = parse_json(exported(file, ExportFormat::timeline), "timeline.json");

  EXPECT_EQ(lines_in(csv), 7U);
  EXPECT_THAT(csv, testing::Not(HasSubstr("\x1b")));
  EXPECT_THAT(csv, HasSubstr("\"a\"\"b, \\x1b[31m=1+1"));
  require_nested(chrome, 6);
  EXPECT_EQ(timeline.at("stamps").size(), 2U);
}

TEST_F(TraceExport, timeline_of_many_events_has_few_bars_that_stand_for_all) {
  EventPart part = example_event_part();
  part.events = many_events(150'000);

  const Json timeline =
      parse_json(exported(event_file_of({part}), ExportFormat::timeline), "timeline.json");

  EXPECT_TRUE(timeline.at("grouped").get<bool>());
  EXPECT_EQ(timeline.at("tracks").size(), 99U);
  EXPECT_LE(timeline.at("bars").size(), TimelineExporter::most_bars);
  std::uint64_t events = 0;
  std::uint64_t busy = 0;
  for (const Json& bar : timeline.at("bars")) {
    EXPECT_LE(bar[1].get<std::uint64_t>(), bar[2].get<std::uint64_t>());
    EXPECT_LT(bar[0].get<std::uint64_t>(), 99U);
    events += bar[4].get<std::uint64_t>();
    busy += bar[5].get<std::uint64_t>();
  }
  EXPECT_EQ(events, 150'000U);
  std::uint64_t cycles = 0;
  for (const TraceEvent& event : part.events) cycles += event.end - event.begin;
  EXPECT_NEAR(static_cast<double>(busy), static_cast<double>(cycles) / 1.98e9 * 1e12, 150'000);
}

TEST_F(TraceExport, timeline_of_too_many_warps_has_a_track_per_processor) {
  EventPart part = example_event_part();
  part.events.clear();
  for (std::uint32_t i = 0; i < 120'000; ++i) {
    part.events.push_back(
        {.begin = i, .end = i + 5ULL, .processor = i % 100, .warp_place = i / 100 % 64});
  }

  const Json timeline =
      parse_json(exported(event_file_of({part}), ExportFormat::timeline), "timeline.json");

  EXPECT_EQ(timeline.at("tracks").size(), 100U);
  EXPECT_EQ(timeline.at("tracks")[3], "SM 3");
}

TEST_F(TraceExport, of_a_file_that_was_cut_off_has_what_is_whole) {
  const std::string file = event_file_of({example_event_part()});

  const std::string text = exported(file.substr(0, file.size() - 30), ExportFormat::csv);

  EXPECT_EQ(text, golden("events.csv"));
  EXPECT_THAT(summary.cut, HasSubstr("cut off at byte"));
}

TEST_F(TraceExport, refuses_unknown_formats_pipes_and_impossible_warps) {
  EXPECT_EQ(refusal([] { return export_format_from_name("chrom"); }),
            "--format chrom: known are csv, clog2, chrome, perfetto, timeline; did you mean "
            "'chrome'?");
  EXPECT_EQ(refusal([] { return export_events("/dev/null", ExportFormat::csv, {}); }),
            "cannot read '/dev/null': it may be read twice; name a plain file");
  EventPart part = example_event_part();
  part.events.assign(Lines::most_lines + 1, {.begin = 4, .end = 9});
  EXPECT_THAT(refusal([&] { return exported(event_file_of({part}), ExportFormat::clog2); }),
              StartsWith("more than 256 accesses of one warp at once"));
}

TEST(Lines, are_shared_in_turn_or_nested) {
  Lines in_turn(Lines::Share::in_turn);
  Lines nested(Lines::Share::nested);
  const std::vector<TraceEvent> events{{.begin = 0, .end = 9},
                                       {.begin = 2, .end = 4},
                                       {.begin = 3, .end = 5},
                                       {.begin = 4, .end = 9},
                                       {.begin = 9, .end = 9}};

  std::vector<std::uint32_t> apart;
  std::vector<std::uint32_t> within;
  for (const TraceEvent& event : events) {
    apart.push_back(in_turn.line_of(event));
    within.push_back(nested.line_of(event));
  }

  EXPECT_THAT(apart, testing::ElementsAre(0, 1, 2, 1, 0));
  EXPECT_THAT(within, testing::ElementsAre(0, 0, 1, 0, 0));
}

}  // namespace
}  // namespace plumb::trace
