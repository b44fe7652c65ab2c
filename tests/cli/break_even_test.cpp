// tests/cli/break_even_test.cpp - the break-even of applications that do not take every size.
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

class PlumbBreakEven : public PlumbProgram {
 protected:
  // So many passes over n points: where `repeat` is not a whole number, n is refused.
  Outcome search(const std::string& repeat, const std::string& range, const std::string& n = "96") {
    write_whole(folder + "/app.toml",
                "name = 'app'\n[parameters]\nn = " + n +
                    "\n[[buffer]]\nname = 'x'\n"
                    "type = 'float'\ncount = 'n'\ntransfer = 'both'\n[[pass]]\n"
                    "name = 'merge'\npoints = 'n'\nreferences = 9\nbytes = 4\n"
                    "repeat = '" +
                    repeat + "'\n");
    return plumb({"predict", folder + "/app.toml", "-p", "g80", "--against", "g70", "--model",
                  "ito2007", "--break-even", "n=" + range});
  }
};

TEST_F(PlumbBreakEven, steps_over_sizes_that_are_not_powers_of_two_and_says_so) {
  const Outcome outcome = search("log2(n)", "2:1Mi", "64");

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("ito2007: break-even at n = "), HasSubstr("below g70 is faster"),
                    HasSubstr("; no size that was tried between "),
                    HasSubstr("sizes that were tried, such as n = 3: ")));
}

TEST_F(PlumbBreakEven, steps_over_sizes_that_are_not_multiples_of_a_group) {
  const Outcome any = search("1", "64:1Mi");
  const Outcome multiples = search("1 + 0*ceil(n/48) + (mod(n, 48) > 0 ? 0.5 : 0)", "64:1Mi");

  const std::string start = "break-even at n = ";
  ASSERT_THAT(any.out, HasSubstr(start)) << any.error;
  ASSERT_THAT(multiples.out, HasSubstr(start)) << multiples.error;
  const auto size = [&](const std::string& text) {
    return std::stoull(text.substr(text.find(start) + start.size()));
  };
  EXPECT_EQ(size(multiples.out) % 48, 0U);
  EXPECT_GE(size(multiples.out), size(any.out));
  EXPECT_LT(size(multiples.out), size(any.out) + 48);
  EXPECT_THAT(any.out, Not(HasSubstr("refused")));
}

TEST_F(PlumbBreakEven, is_refused_where_every_size_is) {
  const Outcome outcome = search("n == 96 ? 1 : 0.5", "2:64");

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, AllOf(HasSubstr("--break-even n=2:64: every size is refused: n = 2: "),
                                   HasSubstr("must be a whole number")));
}

}  // namespace
}  // namespace plumb
