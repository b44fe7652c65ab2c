// tests/cli/trace_export_test.cpp - plumb trace export as its users meet it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/json.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::HasSubstr;

class PlumbTraceExport : public PlumbProgram {
 protected:
  const std::string events = PLUMB_SOURCE_DIR "/tests/golden/records/events.trace";
  std::string keep(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder + "/" + name, std::ios::binary) << bytes;
    return folder + "/" + name;
  }
};

TEST_F(PlumbTraceExport, writes_a_file_or_to_standard_output) {
  const Outcome to_file =
      plumb({"trace", "export", events, "--format", "csv", "-o", folder + "/t.csv"});
  const Outcome printed = plumb({"trace", "export", events});

  EXPECT_EQ(to_file.code, 0) << to_file.error;
  EXPECT_EQ(to_file.out, folder + "/t.csv: 6 events of 1 run as csv\n");
  EXPECT_EQ(printed.code, 0) << printed.error;
  EXPECT_EQ(read_text_file(folder + "/t.csv"), printed.out);
  EXPECT_EQ(printed.out, read_text_file(PLUMB_SOURCE_DIR "/tests/golden/trace/events.csv"));
}

TEST_F(PlumbTraceExport, of_a_file_that_was_cut_off_writes_what_is_whole_and_fails) {
  const std::string bytes = read_text_file(events);
  const std::string cut = keep("cut.trace", bytes.substr(0, bytes.size() - 20));

  const Outcome outcome = plumb({"trace", "export", cut, "-q", "-o", folder + "/t.csv"});

  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.error, HasSubstr("cut off at byte"));
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(read_text_file(folder + "/t.csv"),
            read_text_file(PLUMB_SOURCE_DIR "/tests/golden/trace/events.csv"));
}

TEST_F(PlumbTraceExport, refuses_other_files_with_one_line_and_writes_nothing) {
  const auto refused = [&](const std::string& input) {
    const Outcome outcome = plumb({"trace", "export", input, "-o", folder + "/t.out"});
    EXPECT_EQ(outcome.code, 2) << input;
    EXPECT_FALSE(std::filesystem::exists(folder + "/t.out"));
    return outcome.error;
  };

  EXPECT_THAT(refused(keep("empty", "")), HasSubstr("an empty file"));
  EXPECT_THAT(refused(keep("newer", "plumbline.trace/2 events\nxxxxxxxx")),
              HasSubstr("a trace of another version"));
  EXPECT_THAT(refused(PLUMB_SOURCE_DIR "/tests/golden/records/trace.json"),
              HasSubstr("a record without events"));
  EXPECT_THAT(refused(folder + "/nowhere"), HasSubstr("cannot read"));
  EXPECT_THAT(refused(folder), HasSubstr("it is a folder"));
}

TEST_F(PlumbTraceExport, refuses_to_overwrite_its_input_and_unknown_formats) {
  const std::string own = keep("own.trace", read_text_file(events));

  const Outcome itself = plumb({"trace", "export", own, "-o", own});
  const Outcome unknown = plumb({"trace", "export", own, "--format", "clog"});

  EXPECT_EQ(itself.code, 2);
  EXPECT_THAT(itself.error, HasSubstr("this command reads it"));
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.error, HasSubstr("did you mean 'clog2'?"));
}

TEST_F(PlumbTraceExport, on_a_full_disk_says_so) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full on this system";
  const Outcome outcome =
      plumb({"trace", "export", events, "--format", "clog2", "-o", "/dev/full"});

  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.error, HasSubstr("cannot write '/dev/full': No space left on device"));
}

}  // namespace
}  // namespace plumb
