// tests/cli/predict_long_test.cpp - applications of more different passes than a program keeps:
// what a prediction says beside times must not refuse them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string too_many = "over = ['u = 1 .. 2^17 + 1']\n";
const std::string buffer_x = "[[buffer]]\nname = 'x'\ntype = 'float'\ncount = 1000000\n";
const std::string plain_pass = "[[pass]]\nname = 'sweep'\npoints = 1000000\nbytes = 4\n";

class PredictLong : public PlumbProgram {
 protected:
  Outcome predict(const std::string& text, const std::string& model) {
    const std::string file = folder + "/app.toml";
    write_whole(file, "name = 'app'\n" + text);
    return plumb({"predict", file, "-p", "h200-cuda", "--model", model});
  }
};

TEST_F(PredictLong, a_convergence_loop_beside_many_passes_has_no_interval_in_a_note) {
  const std::string solver =
      "[loop.solve]\nuntil = 'x[0] < 1'\nexpected = 100\n" + plain_pass + "loop = 'solve'\n";

  const Outcome alone = predict(buffer_x + solver, "plumbline");
  const Outcome beside = predict(
      buffer_x + solver + "[[pass]]\nname = 'prepare'\npoints = 'u'\nbytes = 4\n" + too_many,
      "plumbline");

  EXPECT_EQ(alone.code, 0) << alone.error;
  EXPECT_THAT(alone.out, HasSubstr("best check interval of 'solve'"));
  EXPECT_EQ(beside.code, 0) << beside.error;
  EXPECT_THAT(beside.out, AllOf(HasSubstr("check of x"), Not(HasSubstr("check interval"))));
}

TEST_F(PredictLong, many_copies_are_predicted_and_the_reason_of_an_abstention_is_shown) {
  const std::string copies = buffer_x +
                             "[[pass]]\nname = 'copy'\ntransfer = 'in'\nbuffer = 'x'\n"
                             "count = 'u'\n" +
                             too_many + plain_pass;

  const Outcome predicted = predict(copies, "ito2007");
  const Outcome abstains = predict(copies + "group = 16\n", "plumbline");

  EXPECT_EQ(predicted.code, 0) << predicted.error;
  EXPECT_THAT(predicted.out, HasSubstr("T1 transfer in  131073"));
  EXPECT_EQ(abstains.code, 0) << abstains.error;
  EXPECT_THAT(abstains.out, HasSubstr("plumbline missing: 'sweep' has groups of 16 work-items"));
}

}  // namespace
}  // namespace plumb
