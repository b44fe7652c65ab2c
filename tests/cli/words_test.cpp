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
  EXPECT_THAT(refused({"survey", "--budget", "5 parsecs"}), HasSubstr("--budget: "));
  EXPECT_THAT(refused({"run", "stream", "--model", "foo"}), HasSubstr("unknown model 'foo'"));
  EXPECT_THAT(refused({"run", "stream", "-d", ""}), HasSubstr("--device: it is empty"));
  EXPECT_THAT(refused({"run", "stream", "--timeout", "-1s"}), HasSubstr("--timeout: '-1"));
  EXPECT_THAT(refused({"run", "stream", "--min-time", "1e400s"}),
              HasSubstr("--min-time: it is not a finite number"));
  EXPECT_THAT(refused({"run", "stream", "--max-noise", "inf"}),
              HasSubstr("--max-noise: it is not a finite number"));
  EXPECT_THAT(refused({"probe", "--max-memory", "0"}), HasSubstr("--max-memory 0: nothing can be"));
  EXPECT_THAT(refused({"tune", "stream", "--tune-time", "0s"}),
              HasSubstr("--tune-time 0s: must be more than 0s"));
  EXPECT_THAT(refused({"list", "-d", "0"}), HasSubstr("'plumb list --help' shows the options"));
  EXPECT_THAT(refused({"devices", "-d", "no such thing"}, 3), HasSubstr("no such thing"));
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
  EXPECT_EQ(plumb({"help", "help"}).out, plumb({"--help"}).out);
  EXPECT_EQ(plumb({"help", "--help"}).out, plumb({"--help"}).out);
  EXPECT_EQ(plumb({"help", "trace", "run"}).out, plumb({"trace", "--help"}).out);
  EXPECT_EQ(plumb({"help", "shader", "move"}).out, plumb({"shader", "--help"}).out);
  EXPECT_THAT(refused({"help", "run", "list"}),
              HasSubstr("no help page describes 'plumb run list'; try plumb help run"));
  EXPECT_THAT(refused({"help", "run", "s"}), HasSubstr("no help page describes 'plumb run s'"));
  EXPECT_EQ(plumb({"help", "run", "--help"}).out, plumb({"run", "--help"}).out);
}

TEST_F(PlumbWords, a_resolved_program_goes_to_standard_output_alone) {
  EXPECT_EQ(parse_json(plumb({"predict", "stream", "--resolve", "-"}).out, "standard output")
                .at("schema"),
            "plumbline.program/1");
  EXPECT_FALSE(std::filesystem::exists("-"));
  EXPECT_THAT(refused({"predict", "stream", "-p", "g80", "--resolve", "-"}),
              HasSubstr("--resolve - prints the program and nothing else"));
}

TEST_F(PlumbWords, one_file_is_not_written_twice) {
  const std::string file = folder + "/x.json";
  std::filesystem::create_directory_symlink(folder, folder + "/link");

  EXPECT_THAT(refused({"predict", "stream", "-p", "g80", "-o", file, "--resolve", file}),
              HasSubstr("-o and --resolve both write '" + file + "'"));
  EXPECT_THAT(
      refused({"predict", "stream", "-p", "g80", "-o", file, "--resolve", folder + "/link/x.json"}),
      HasSubstr("-o and --resolve both write"));
  const std::string relative = std::filesystem::relative(file).string();
  EXPECT_THAT(refused({"predict", "stream", "-p", "g80", "-o", relative, "--resolve", file}),
              HasSubstr("-o and --resolve both write"));
  std::filesystem::create_symlink("x.json", folder + "/to_x");
  EXPECT_THAT(
      refused({"predict", "stream", "-p", "g80", "-o", file, "--resolve", folder + "/to_x"}),
      HasSubstr("-o and --resolve both write"));
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_EQ(
      plumb({"predict", "stream", "-p", "g80", "-o", "/dev/null", "--resolve", "/dev/null"}).code,
      0);
}

TEST_F(PlumbWords, the_application_file_goes_to_the_output_where_nothing_else_does) {
  const std::string file = folder + "/app.toml";
  EXPECT_EQ(plumb({"predict", "stream", "--show-app", "-o", file}).out, "");
  EXPECT_EQ(read_text_file(file), plumb({"predict", "stream", "--show-app"}).out);

  const std::string record = folder + "/record.json";
  const Outcome both = plumb({"predict", "stream", "--show-app", "-p", "g80", "-o", record});
  EXPECT_THAT(both.out, StartsWith("name = \"stream\""));
  EXPECT_EQ(parse_json(read_text_file(record), record).at("schema"), "plumbline.prediction/1");

  EXPECT_THAT(refused({"predict", "stream", "--resolve", file, "-o", record}),
              HasSubstr("-o has nothing to write"));
}

TEST_F(PlumbWords, a_break_even_needs_a_parameter_of_the_program) {
  const std::string program = folder + "/program.json";
  EXPECT_EQ(plumb({"predict", "stream", "--resolve", program}).code, 0);
  const auto search = [&](const std::string& name) {
    return plumb(
        {"predict", name, "-p", "g80", "--against", "g70", "--break-even", "elemnts=1:99"});
  };

  EXPECT_THAT(search("stream").error, HasSubstr("'stream' has no parameter 'elemnts'; it has "));
  EXPECT_THAT(search("stream").error, HasSubstr("did you mean 'elements'?"));
  EXPECT_THAT(search(program).error, HasSubstr("is a program of numbers only"));
  EXPECT_EQ(search("stream").code, 2);
}

TEST_F(PlumbWordsOnDevice, a_missing_prediction_names_the_profile_that_was_looked_for) {
  const Outcome outcome =
      plumb({"run", "stream", "--elements", "64", "--operation", "copy", "--model", "roofline",
             "--min-samples", "2", "--max-samples", "2", "--min-time", "0s"},
            {"XDG_DATA_HOME=" + folder});
  if (outcome.out.find("roofline missing") == std::string::npos)
    GTEST_SKIP() << "a profile of this device comes with plumb";

  EXPECT_THAT(outcome.out, HasSubstr("roofline missing: no profile of '"));
  EXPECT_THAT(outcome.out, HasSubstr("in '" + folder + "/plumbline/profiles'"));
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
