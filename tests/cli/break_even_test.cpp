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

TEST_F(PlumbBreakEven, is_searched_over_the_size_of_every_workload) {
  for (const auto& [workload, range] :
       {std::pair("stream", "elements=1000:1Mi"), std::pair("himeno", "size=17:65"),
        std::pair("livermore", "span=64:4096"), std::pair("lu", "size=17:257"),
        std::pair("morphology", "size=17:513"), std::pair("gaussian", "size=17:513"),
        std::pair("sparse", "size=256:4096"), std::pair("poisson", "n=17:65"),
        std::pair("volume", "size=16:64")}) {
    const Outcome outcome = plumb({"predict", workload, "-p", "h200-cuda", "--against",
                                   "pocl-x86-64", "--break-even", range});

    const bool abstains = std::string(workload) == "volume";  // no profile has samplers yet
    EXPECT_EQ(outcome.code, abstains ? 3 : 0) << workload << ": " << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("break-even ")) << workload;
    EXPECT_THAT(outcome.out, HasSubstr(abstains ? "plumbline abstains from every size" : ""));
  }
}

TEST_F(PlumbBreakEven, of_a_probed_device_and_one_of_a_paper_is_by_the_model_that_both_have) {
  write_whole(folder + "/app.toml",
              "name = 'app'\n[parameters]\nn = 96\n[[buffer]]\nname = 'x'\ntype = 'float'\n"
              "count = 'n'\ntransfer = 'both'\n[[pass]]\nname = 'p'\npoints = 'n'\nbytes = 4\n");
  for (const auto& [own, rival] : {std::pair("h200-cuda", "g80"), std::pair("g80", "h200-cuda")}) {
    const Outcome outcome = plumb({"predict", folder + "/app.toml", "-p", own, "--against", rival,
                                   "--break-even", "n=64:1Mi"});

    EXPECT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("ito2007: no break-even from n = 64 to 1048576: "
                                       "h200-cuda is faster throughout"));
  }
}

}  // namespace
}  // namespace plumb
