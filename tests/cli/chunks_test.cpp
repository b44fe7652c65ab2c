// tests/cli/chunks_test.cpp - in how many chunks the model cuts a pipelined program.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/base/json.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class PlumbChunks : public PlumbProgram {
 protected:
  Outcome predict(const std::string& chunks, const std::string& size = "2049x1999") {
    return plumb({"predict", "gaussian", "--form", "pipelined", "--size", size, "--chunks", chunks,
                  "-p", "h200-cuda", "-o", folder + "/predicted.json"});
  }
  // Of the model `plumbline`, which stands first.
  double predicted_time() {
    const Json record = parse_json(read_text_file(folder + "/predicted.json"), "predicted.json");
    return record["points"][0]["predictions"][0]["total"].get<double>();
  }
};

TEST_F(PlumbChunks, that_the_model_chooses_are_the_fastest) {
  ASSERT_EQ(predict("model").code, 0);
  const double chosen = predicted_time();

  for (const char* chunks : {"1", "2", "5", "8", "16", "64", "1999"}) {
    const Outcome outcome = predict(chunks);
    ASSERT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("plumbline: best number of chunks: "));
    EXPECT_GE(predicted_time(), 0.99 * chosen) << chunks;
  }
}

TEST_F(PlumbChunks, are_never_more_than_rows) {
  const Outcome outcome = predict("model", "4097x1");

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("best number of chunks: 1,"));
}

TEST_F(PlumbChunks, of_a_form_without_a_pipeline_are_not_spoken_of) {
  const Outcome outcome =
      plumb({"predict", "gaussian", "--form", "sequence", "--chunks", "model", "-p", "h200-cuda"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, AllOf(Not(HasSubstr("best number")), HasSubstr("chunks 8")));
}

TEST_F(PlumbChunks, that_nobody_can_choose_are_refused_with_the_way_out) {
  const Outcome outcome = plumb({"predict", "gaussian", "--form", "pipelined", "--chunks", "model",
                                 "--resolve", folder + "/program.json"});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("--chunks model: the model chooses for `plumb run`"));
}

TEST_F(PlumbChunks, are_chosen_before_a_run_and_kept_in_its_record) {
  const Outcome outcome = plumb({"run",
                                 "gaussian",
                                 "--form",
                                 "pipelined",
                                 "--size",
                                 "65x47",
                                 "--chunks",
                                 "model",
                                 "-d",
                                 "pocl",
                                 "-p",
                                 "h200-cuda",
                                 "--min-samples",
                                 "1",
                                 "--max-samples",
                                 "1",
                                 "--min-time",
                                 "0s",
                                 "--max-noise",
                                 "100",
                                 "-o",
                                 folder + "/run.json"});

  ASSERT_EQ(outcome.code, 0) << outcome.error;
  const Json record = parse_json(read_text_file(folder + "/run.json"), "run.json");
  EXPECT_NE(record["points"][0]["settings"]["chunks"], "model");
}

}  // namespace
}  // namespace plumb
