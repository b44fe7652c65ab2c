// tests/cli/words_test.cpp - words that cannot be meant are refused before anything runs or is
// written.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/base/json.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class PlumbWords : public PlumbProgram {
 protected:
  // The error line of a command that must not do anything.
  std::string refused(const std::vector<std::string>& words, int code = 2) {
    const Outcome outcome = plumb(words);
    EXPECT_EQ(outcome.code, code) << outcome.error;
    EXPECT_EQ(outcome.out, "");
    return outcome.error;
  }
};
class PlumbWordsOnDevice : public PlumbOnDevice {};

TEST_F(PlumbWords, a_value_that_cannot_be_meant_is_refused) {
  EXPECT_THAT(refused({"survey", "--budget", "-5s"}), HasSubstr("--budget: '-5"));
  EXPECT_THAT(refused({"survey", "--budget", "0s"}), HasSubstr("--budget: must be more than 0s"));
  EXPECT_THAT(refused({"run", "stream", "--model", "foo"}), HasSubstr("unknown model 'foo'"));
  EXPECT_THAT(refused({"run", "stream", "-d", ""}), HasSubstr("--device: it is empty"));
  EXPECT_THAT(refused({"run", "stream", "--timeout", "-1s"}), HasSubstr("--timeout: '-1"));
  EXPECT_THAT(refused({"probe", "--max-memory", "0"}), HasSubstr("--max-memory 0: nothing can be"));
  EXPECT_THAT(refused({"tune", "stream", "--tune-time", "0s"}),
              HasSubstr("--tune-time 0s: must be more than 0s"));
  EXPECT_THAT(refused({"list", "-d", "0"}), HasSubstr("'plumb list --help' shows the options"));
  EXPECT_THAT(refused({"devices", "-d", "no such thing"}, 3), HasSubstr("no such thing"));
}

TEST_F(PlumbWordsOnDevice, a_survey_checks_its_sizes_before_it_probes) {
  const Outcome outcome = plumb({"survey", "--elements", "foo", "-o", folder + "/survey"});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.error, "error: --elements foo: must be a whole number\n");
  EXPECT_EQ(outcome.out, "");
  EXPECT_FALSE(std::filesystem::exists(folder + "/survey"));
}

TEST_F(PlumbWordsOnDevice, devices_shows_the_one_that_is_named) {
  const Outcome all = plumb({"devices", "--format", "csv"});
  const Outcome one = plumb({"devices", "--format", "csv", "-d", "0"});

  EXPECT_EQ(one.code, 0) << one.error;
  EXPECT_EQ(std::ranges::count(one.out, '\n'), 2);
  EXPECT_THAT(all.out, StartsWith(one.out));
}

TEST_F(PlumbWords, help_is_a_command_too) {
  EXPECT_EQ(plumb({"help"}).out, plumb({"--help"}).out);
  EXPECT_EQ(plumb({"help", "run"}).out, plumb({"run", "--help"}).out);
  EXPECT_THAT(plumb({"help", "run"}).out, StartsWith("# plumb run"));
  EXPECT_THAT(refused({"help", "rum"}), HasSubstr("unknown command 'rum'"));
  EXPECT_THAT(refused({"help", "run", "list"}), HasSubstr("help shows one page, not 2"));
}

TEST_F(PlumbWordsOnDevice, a_dash_is_standard_output_and_not_a_file) {
  const Outcome run = plumb({"run", "stream", "--elements", "1003", "--min-samples", "2",
                             "--max-samples", "2", "--min-time", "0s", "-o", "-"});
  EXPECT_EQ(parse_json(run.out, "standard output").at("schema"), "plumbline.result/1");
  EXPECT_EQ(plumb({"list", "-o", "-"}).out, plumb({"list"}).out);
  EXPECT_EQ(parse_json(plumb({"predict", "stream", "-p", "g80", "-o", "-"}).out, "standard output")
                .at("schema"),
            "plumbline.prediction/1");
  const std::string ptx = PLUMB_SOURCE_DIR "/tests/golden/trace/stencil.ptx";
  EXPECT_EQ(plumb({"trace", "instrument", ptx, "-o", folder + "/out.ptx", "-q"}).code, 0);
  EXPECT_EQ(plumb({"trace", "instrument", ptx, "-o", "-"}).out,
            read_text_file(folder + "/out.ptx"));
  EXPECT_FALSE(std::filesystem::exists("-"));
}

TEST_F(PlumbWords, control_bytes_of_a_file_do_not_reach_the_terminal) {
  write_whole(folder + "/bad.json", "{\"schema\": \"\x1b[31m\x9b, \"x\": 1}");
  write_whole(folder + "/name.json", R"({"schema": "\u001b[31mred\u009b"})");
  write_whole(folder + "/bad.toml", "name = \"\x1b[2J\"\n\x07");
  write_whole(folder + "/bad.ptx", "\x1b]0;title\x07.version 7.5\n");

  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"run", folder + "/bad.json"},
        {"run", folder + "/name.json"},
        {"run", folder + "/bad.toml"},
        {"trace", "instrument", folder + "/bad.ptx", "-o", folder + "/o.ptx"},
        {"predict", "\x1b[31mstream", "-p", "g80"}}) {
    const Outcome outcome = plumb(words);
    EXPECT_NE(outcome.code, 0) << words[1];
    EXPECT_THAT(outcome.out + outcome.error, Not(HasSubstr("\x1b"))) << words[1];
    EXPECT_THAT(outcome.out + outcome.error, Not(HasSubstr("\x07"))) << words[1];
    EXPECT_THAT(outcome.out + outcome.error, Not(HasSubstr("\x9b"))) << words[1];
  }
}

}  // namespace
}  // namespace plumb
