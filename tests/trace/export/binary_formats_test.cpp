// tests/trace/export/binary_formats_test.cpp - CLOG-2 and Perfetto's packets, as others read them.
//
// CLOG-2 is read by a program in another language that shares nothing with the writer, packets are
// decoded by protoc.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/trace/export/clog2_records.h"
#include "tests/trace/export/exported.h"

namespace plumb::trace {
namespace {

using testing::HasSubstr;

class Clog2Export : public ExportTest {
 protected:
  void SetUp() override {
    ExportTest::SetUp();
    if (run("python3 --version").code != 0)
      GTEST_SKIP() << "python3 is not here; scripts/setup --test installs it";
  }
  Ran read_back(const std::string& bytes) {
    return run(PLUMB_SOURCE_DIR "/tests/trace/export/read_clog2 " + keep("t.clog2", bytes));
  }
};

long long picoseconds_of(std::uint64_t cycles) {
  return std::llround(static_cast<double>(cycles) / 1.98e9 * 1e12);
}

// What the reader must print of an event, without its rank.
std::string state_line(const TraceEvent& event, const std::string& name) {
  return fmt::format("{} {} {} | sm={} grid={} block={} warp={} lanes={:x}",
                     picoseconds_of(event.begin), picoseconds_of(event.end), name, event.processor,
                     event.launch, event.block, event.warp, event.lanes);
}

std::multiset<std::string> states_in(const std::string& text) {
  std::multiset<std::string> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) found.insert(line.substr(line.find(' ') + 1));
  return found;
}

std::string name_in_file(const EventPart& part, std::uint32_t stamp) {
  return shown_name(part.point.stamps[stamp].certificate.stamp).substr(0, 31);
}

std::multiset<std::string> states_of(const EventPart& part) {
  std::multiset<std::string> states;
  for (const TraceEvent& event : part.events)
    states.insert(state_line(event, name_in_file(part, event.stamp)));
  return states;
}

TEST_F(Clog2Export, is_accepted_and_every_event_is_found) {
  EventPart part = example_event_part();

  const Ran read = read_back(exported(event_file_of({part}), ExportFormat::clog2));

  EXPECT_EQ(read.code, 0) << read.out;
  EXPECT_EQ(states_in(read.out), states_of(part));
}

TEST_F(Clog2Export, of_many_blocks_has_every_event) {
  EventPart part = example_event_part();
  part.events = many_events(5'003);

  const std::string bytes = exported(event_file_of({part}), ExportFormat::clog2);
  const Ran read = read_back(bytes);

  EXPECT_GT(bytes.size(), 10 * clog2::block_bytes);
  EXPECT_EQ(read.code, 0) << read.out;
  EXPECT_EQ(states_in(read.out), states_of(part));
}

TEST_F(Clog2Export, of_no_event_several_runs_and_hostile_names_is_accepted) {
  EventPart part = example_event_part();
  part.events.clear();
  EventPart hostile = hostile_part();
  hostile.point.stamps[0].certificate.stamp.source.clear();

  const Ran none = read_back(exported(event_file_of({part}), ExportFormat::clog2));
  const Ran several = read_back(
      exported(event_file_of({example_event_part(), example_event_part()}), ExportFormat::clog2));
  const Ran strange = read_back(exported(event_file_of({hostile}), ExportFormat::clog2));

  EXPECT_EQ(none.code, 0) << none.out;
  EXPECT_EQ(none.out, "");
  EXPECT_EQ(several.code, 0) << several.out;
  EXPECT_EQ(states_in(several.out).size(), 12U);
  EXPECT_EQ(strange.code, 0) << strange.out;
  EXPECT_THAT(strange.out, HasSubstr("atomic ld.\xe3\x81\x82\xe3\x81\x84"));
}

// So that the reader itself is seen to refuse what the original does.
TEST_F(Clog2Export, with_mistakes_is_refused_by_the_reader) {
  const std::string right = exported(event_file_of({example_event_part()}), ExportFormat::clog2);
  const auto changed = [&](std::size_t at, char to) {
    std::string bytes = right;
    bytes.at(at) = to;
    return read_back(bytes).out;
  };
  const std::size_t states = clog2::preamble_bytes + 4 * clog2::communicator_bytes;
  const std::size_t events = states + 2 * clog2::state_definition_bytes;
  const std::size_t second = events + clog2::event_with_cargo_bytes;

  EXPECT_THAT(changed(9, '5'), HasSubstr("version"));
  EXPECT_THAT(changed(states + 40, '?'), HasSubstr("colour"));
  EXPECT_THAT(changed(clog2::preamble_bytes + 23, 3), HasSubstr("type 3"));
  EXPECT_THAT(changed(events + 15, 77), HasSubstr("rank 77 has no communicator"));
  EXPECT_THAT(changed(events + 26, 9), HasSubstr("is not defined"));
  EXPECT_THAT(changed(second, '\xbf'), HasSubstr("not in the order of time"));
  EXPECT_THAT(read_back(right.substr(0, right.size() - 100)).out, HasSubstr("cut off"));
  EXPECT_THAT(read_back(right.substr(0, right.size() - 10)).out, HasSubstr("communicators"));
}

TEST(Clog2Text, is_cut_between_characters_and_always_ends_in_a_zero) {
  std::string bytes;
  clog2::append_text(bytes, "ab\xe3\x81\x82", 5);
  EXPECT_EQ(bytes, std::string("ab\0\0\0", 5));
  bytes.clear();
  clog2::append_text(bytes, "ab\xe3\x81\x82", 6);
  EXPECT_EQ(bytes, std::string("ab\xe3\x81\x82\0", 6));
}

class PerfettoExport : public ExportTest {
 protected:
  void SetUp() override {
    ExportTest::SetUp();
    if (run("protoc --version").code != 0)
      GTEST_SKIP() << "protoc is not here; scripts/setup --test installs it (protobuf-compiler)";
  }
  Ran decoded(const std::string& bytes) {
    return run("protoc --decode=Trace -I " PLUMB_SOURCE_DIR
               "/tests/trace/export track_events.proto < " +
               keep("t.pftrace", bytes));
  }
};

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

// protoc shows fields that the schema does not have as numbers.
bool has_unknown_field(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find_first_not_of(' ');
    if (first != std::string::npos && line[first] >= '0' && line[first] <= '9') return true;
  }
  return false;
}

TEST_F(PerfettoExport, of_the_example_is_decoded_to_the_golden_text) {
  const Ran made = decoded(exported(event_file_of({example_event_part()}), ExportFormat::perfetto));

  EXPECT_EQ(made.code, 0) << made.out;
  EXPECT_FALSE(has_unknown_field(made.out));
  EXPECT_EQ(made.out, read_text_file(PLUMB_SOURCE_DIR "/tests/golden/trace/events_perfetto.txt"));
}

TEST_F(PerfettoExport, of_many_events_has_a_begin_and_an_end_of_each) {
  EventPart part = hostile_part();
  part.events = many_events(2'003);

  const Ran made =
      decoded(exported(event_file_of({part, example_event_part()}), ExportFormat::perfetto));

  EXPECT_EQ(made.code, 0) << made.out.substr(0, 300);
  EXPECT_FALSE(has_unknown_field(made.out));
  EXPECT_EQ(count_of(made.out, "TYPE_SLICE_BEGIN"), 2'009U);
  EXPECT_EQ(count_of(made.out, "TYPE_SLICE_END"), 2'009U);
  EXPECT_EQ(count_of(made.out, "event_names"), 4U);
}

TEST_F(PerfettoExport, that_is_damaged_is_not_decoded) {
  std::string bytes = exported(event_file_of({example_event_part()}), ExportFormat::perfetto);
  bytes.resize(bytes.size() - 1);

  EXPECT_NE(decoded(bytes).code, 0);
}

}  // namespace
}  // namespace plumb::trace
