// tests/cli/best_split_test.cpp - what predict says about two devices that work at once.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class PlumbBestSplit : public PlumbProgram {
 protected:
  std::string app() {
    write_whole(folder + "/app.toml",
                "name = 'app'\n[parameters]\nn = 1000003\n[[buffer]]\nname = 'x'\n"
                "type = 'float'\ncount = 'n'\ntransfer = 'both'\n[[pass]]\n"
                "name = 'work'\npoints = 'n'\nreferences = 1000\nbytes = 4\n");
    return folder + "/app.toml";
  }
};

TEST_F(PlumbBestSplit, two_equal_devices_take_half_each) {
  const Outcome outcome =
      plumb({"predict", app(), "-p", "g80", "--against", "g80", "--best-split"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("ito2007: best split: 50 % on g80 and the rest on g80"),
                                 HasSubstr("2.00 times as fast as g80 alone"),
                                 HasSubstr("if its points could be divided without any exchange")));
}

TEST_F(PlumbBestSplit, of_a_file_is_searched_where_it_is_asked_for) {
  const Outcome outcome = plumb({"predict", app(), "-p", "g80", "--against", "g70"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, Not(HasSubstr("split")));
}

TEST_F(PlumbBestSplit, of_a_workload_for_two_devices_stands_under_every_comparison) {
  const Outcome outcome = plumb({"predict", "morphology", "--size", "1001x999", "--form",
                                 "sequence", "-p", "h200-cuda", "--against", "h200-opencl"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("split"), HasSubstr(" % on h200-cuda and the rest on "),
                                 Not(HasSubstr("if its points"))));
}

TEST_F(PlumbBestSplit, does_not_help_where_the_image_lies_on_the_device_already) {
  const Outcome outcome = plumb({"predict", "morphology", "--size", "1001x999", "-p", "h200-cuda",
                                 "--against", "h200-opencl"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("no split helps: "));
}

TEST_F(PlumbBestSplit, says_why_a_program_cannot_be_divided) {
  const Outcome outcome = plumb({"predict", "morphology", "--form", "pipelined", "-p", "h200-cuda",
                                 "--against", "h200-opencl"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("no split is predicted: "),
                                 HasSubstr("a split image is not cut into chunks")));
}

TEST_F(PlumbBestSplit, needs_two_profiles_and_one_point) {
  for (const auto& [words, message] :
       {std::pair<std::vector<std::string>, std::string>{{}, "--best-split needs --against"},
        {{"--against", "2s"}, "--best-split compares two profiles, not a time"},
        {{"--against", "g70", "--set", "n=10,20"}, "--best-split takes one point, not 2"}}) {
    std::vector<std::string> all{"predict", app(), "-p", "g80", "--best-split"};
    all.insert(all.end(), words.begin(), words.end());

    const Outcome outcome = plumb(all);

    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.error, HasSubstr(message));
  }
}

TEST_F(PlumbBestSplit, a_fraction_that_was_asked_for_is_no_faster_than_the_best) {
  const Outcome outcome = plumb({"predict", "morphology", "--size", "2001x1999", "--form",
                                 "sequence", "--split", "0.5", "-p", "g80", "--against", "g70"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  const auto milliseconds_after = [&](const std::string& words) {
    const std::size_t at = outcome.out.find(words);
    EXPECT_NE(at, std::string::npos) << words;
    return at == std::string::npos ? 0 : std::stod(outcome.out.substr(at + words.size()));
  };
  EXPECT_LE(milliseconds_after("both at once: "), milliseconds_after("; 50 % as asked take "));
}

}  // namespace
}  // namespace plumb
