// tests/cli/verdict_test.cpp - what plumb predict says beside times, in its table and its record.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/base/json.h"
#include "plumb/records/prediction.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class PlumbVerdict : public PlumbProgram {
 protected:
  static Predictions record_in(const std::string& text) {
    const Json json = parse_json(text, "predictions");
    return predictions_from_json(JsonView(json, "predictions"));
  }
};

TEST_F(PlumbVerdict, against_what_may_have_been_a_time_names_the_units) {
  const Outcome outcome = plumb({"predict", "stream", "-p", "h200-cuda", "--against", "3h"});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("--against 3h: neither a time, whose units are us, ms, s "
                                       "and m (of 60 s), nor a profile"));
}

TEST_F(PlumbVerdict, a_break_even_over_a_reversed_range_says_so) {
  const Outcome outcome = plumb({"predict", "stream", "-p", "h200-cuda", "--against", "pocl-x86-64",
                                 "--break-even", "elements=10:1"});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("the range is reversed; did you mean elements=1:10?"));
}

TEST_F(PlumbVerdict, where_plumbline_abstains_nobody_decides) {
  const std::vector<std::string> words{
      "predict",   PLUMB_SOURCE_DIR "/docs/applications/smooth.toml",
      "--group",   "8",
      "-p",        "h200-cuda",
      "--against", "pocl-x86-64",
      "-o",        folder + "/record.json"};
  std::vector<std::string> ito2007 = words;
  ito2007.insert(ito2007.end(), {"--model", "ito2007"});

  const Outcome outcome = plumb(words);
  const Predictions record = record_in(read_text_file(folder + "/record.json"));
  const Outcome asked = plumb(ito2007);

  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.out,
              HasSubstr("no verdict: plumbline abstains on h200-cuda: 'sum' has groups "
                        "of 8 work-items"));
  EXPECT_EQ(record.points.at(0).answers.verdict->decision.choice, Choice::unknown);
  EXPECT_EQ(record.points.at(0).predictions.at(0).refusal, Refusal::abstention);
  EXPECT_EQ(asked.code, 0);
  EXPECT_THAT(asked.out, AllOf(HasSubstr("with "), Not(HasSubstr("no verdict"))));
}

TEST_F(PlumbVerdict, what_fits_on_one_device_alone_belongs_there) {
  const Outcome outcome = plumb(
      {"predict", "stream", "--elements", "1Gi", "-p", "h200-cuda", "--against", "pocl-x86-64"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("h200-cuda: does not fit on pocl-x86-64"));
}

TEST_F(PlumbVerdict, the_record_has_what_the_text_says) {
  const Outcome outcome =
      plumb({"predict", "gaussian", "--form", "pipelined", "-p", "h200-cuda", "--against",
             "h200-opencl", "--break-even", "size=512:1024", "--format", "json"});

  const Predictions record = record_in(outcome.out);
  EXPECT_EQ(outcome.code, 0) << outcome.error;
  const Answers& answers = record.points.at(0).answers;
  EXPECT_EQ(answers.verdict->against, "h200-opencl");
  EXPECT_EQ(answers.verdict->decision.model, "plumbline");
  EXPECT_EQ(answers.savings.size(), 4U);
  EXPECT_EQ(answers.best_chunks->parameter, "chunks");
  EXPECT_EQ(record.break_even->parameter, "size");
  ASSERT_EQ(record.notes.size(), 1U);
  EXPECT_THAT(record.notes.front(), HasSubstr("parameters are unreliable"));
  EXPECT_FALSE(record.points.at(1).answers.verdict.has_value());
}

}  // namespace
}  // namespace plumb
