// tests/cli/report_timelines_test.cpp - plumb report: events of traces, pages that depend on their
// files alone.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/report_timelines.h"

#include <filesystem>
#include <fstream>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/report/html/timeline_file.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

const std::string stored_events = PLUMB_SOURCE_DIR "/tests/golden/records/events.trace";
const std::string stored_timeline = PLUMB_SOURCE_DIR "/tests/golden/trace/events_timeline.json";

ReportedTimeline timeline_of_text(const std::string& text) {
  const Json json = parse_json(text, "t.json");
  return timeline_from_json(JsonView(json, "t.json"), "t.json");
}

TEST(ReportTimelines, events_become_bars_in_a_unit_that_suits_them) {
  const ReportedTimeline timeline = cli::timeline_of_events(stored_events);

  EXPECT_THAT(timeline.lanes, ElementsAre("SM 7, warp place 3", "SM 131, warp place 63"));
  ASSERT_EQ(timeline.bars.size(), 6U);
  EXPECT_EQ(timeline.unit, "ns");
  EXPECT_DOUBLE_EQ(timeline.bars[1].start, 5.051);
  EXPECT_DOUBLE_EQ(timeline.bars[1].length, 146.464);
  EXPECT_EQ(timeline.bars[1].label, "atomic blur.cu:7 atom.shared.add.u32");
  ASSERT_TRUE(timeline.provenance);
  EXPECT_EQ(timeline.provenance->device.name, "cpu-neoverse-n1");
  EXPECT_EQ(timeline.cut + timeline.note, "");
}

TEST(ReportTimelines, an_exported_timeline_has_the_same_bars) {
  const ReportedTimeline events = cli::timeline_of_events(stored_events);

  const ReportedTimeline exported = timeline_of_text(read_text_file(stored_timeline));

  EXPECT_EQ(exported.lanes, events.lanes);
  ASSERT_EQ(exported.bars.size(), events.bars.size());
  for (std::size_t i = 0; i < exported.bars.size(); ++i) {
    EXPECT_EQ(exported.bars[i].lane, events.bars[i].lane) << i;
    EXPECT_EQ(exported.bars[i].start, events.bars[i].start) << i;
    EXPECT_EQ(exported.bars[i].length, events.bars[i].length) << i;
    EXPECT_EQ(exported.bars[i].label, events.bars[i].label) << i;
  }
}

TEST(ReportTimelines, bars_for_several_events_are_said_to_be_so) {
  const ReportedTimeline timeline = timeline_of_text(
      R"({"schema":"plumbline.timeline/1","unit":"ps","events":9,"grouped":true,"tracks":["SM 0"],)"
      R"("stamps":["load"],"bars":[[0,0,2000000,0,9,1500000]]})");

  EXPECT_THAT(timeline.note, StartsWith("9 events in 1 bars"));
  EXPECT_EQ(timeline.unit, "ns");
}

TEST(ReportTimelines, whatever_a_file_holds_is_read_or_refused) {
  const std::string text = read_text_file(stored_timeline);
  std::mt19937 random(1);
  const std::string_view letters = "0123456789,[]{}\"-e.x ";
  std::size_t refused = 0;
  constexpr std::size_t files = 2000;
  for (std::size_t i = 0; i < files; ++i) {
    std::string changed = text;
    for (unsigned j = 0; j <= random() % 3; ++j)
      changed[random() % changed.size()] = letters[random() % letters.size()];
    try {
      const ReportedTimeline timeline = timeline_of_text(changed);
      for (const TimelineBar& bar : timeline.bars) {
        ASSERT_LT(bar.lane, timeline.lanes.size()) << changed;
        ASSERT_GE(bar.length, 0) << changed;
      }
    } catch (const Error& error) {
      ASSERT_EQ(error.kind(), ErrorKind::input) << changed;
      ++refused;
    }
  }
  EXPECT_GT(refused, files / 10);
  EXPECT_LT(refused, files);
}

class PlumbReportTimelines : public PlumbProgram {};

TEST_F(PlumbReportTimelines, a_file_that_was_cut_off_is_shown_up_to_there_and_fails) {
  const std::string bytes = read_text_file(stored_events);
  const std::string cut = folder + "/cut.trace";
  std::ofstream(cut, std::ios::binary) << bytes.substr(0, bytes.size() - 20);

  const Outcome outcome = plumb({"report", cut, "-o", folder + "/report.html"});

  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.error, HasSubstr("cut off at byte"));
  EXPECT_THAT(read_text_file(folder + "/report.html"), HasSubstr("not complete: "));
}

TEST_F(PlumbReportTimelines, events_are_a_chart_with_its_table_and_their_origin) {
  const Outcome outcome = plumb({"report", stored_events, "-q", "-o", folder + "/report.html"});

  ASSERT_EQ(outcome.code, 0) << outcome.error;
  const std::string page = read_text_file(folder + "/report.html");
  EXPECT_THAT(page, HasSubstr("accesses over time: "));
  EXPECT_THAT(page, HasSubstr(">SM 131, warp place 63<"));
  EXPECT_THAT(page, HasSubstr("cpu-neoverse-n1 (opencl)"));
}

class PlumbReportOnDevice : public PlumbOnDevice {};

TEST_F(PlumbReportOnDevice, is_the_same_whether_the_profile_of_a_prediction_is_found_or_not) {
  const std::string named = folder + "/named.json", given = folder + "/given.json";
  const std::string result = folder + "/stream.json", page = folder + "/report.html";
  for (const std::string& copy : {named, given})
    std::filesystem::copy_file(PLUMB_SOURCE_DIR "/profiles/pocl-x86-64.json", copy);
  const Outcome measured =
      plumb({"run", "stream", "--elements", "65536", "--min-samples", "2", "--max-samples", "2",
             "--min-time", "0s", "--predict", "-p", named, "-o", result});
  ASSERT_EQ(measured.code, 0) << measured.error;

  ASSERT_EQ(plumb({"report", given, result, "-q", "-o", page}).code, 0);
  const std::string found = read_text_file(page);
  std::filesystem::remove(named);
  ASSERT_EQ(plumb({"report", given, result, "-q", "-o", page}).code, 0);

  EXPECT_EQ(read_text_file(page), found);
}

}  // namespace
}  // namespace plumb
