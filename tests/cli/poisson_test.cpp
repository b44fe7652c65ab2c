// tests/cli/poisson_test.cpp - plumb poisson as users meet it: solvers, the thesis, refusals.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/records/png.h"
#include "plumb/records/result.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class PlumbPoissonOnDevice : public PlumbOnDevice {
 protected:
  Outcome poisson(std::vector<std::string> words) {
    words.insert(words.begin(), "poisson");
    words.insert(words.end(), {"--min-samples", "1", "--max-samples", "1", "--min-time", "0s",
                               "--warm-up", "0", "--max-noise", "100"});
    return plumb(words);
  }
};

TEST_F(PlumbPoissonOnDevice, a_solver_is_chosen_by_its_name) {
  const Outcome outcome = poisson({"--solver", "jacobi,red_black", "--n", "12", "--format", "md"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, ContainsRegex("jacobi .* converged .* right"));
  EXPECT_THAT(outcome.out, ContainsRegex("red_black .* converged .* right"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("multigrid")));
}

TEST_F(PlumbPoissonOnDevice, the_table_of_the_thesis_stands_beside_ours) {
  const Outcome outcome =
      poisson({"--paper", "--n", "32", "--solver", "thesis,jacobi", "--format", "md"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("OpenCL CPU"));
  EXPECT_THAT(outcome.out, ContainsRegex("32 \\| thesis .* 2435 .* 4870 .* 37.7 .* 383.0"));
  EXPECT_THAT(outcome.out, ContainsRegex("32 \\| jacobi .* 2435 .* 2435 .* 37.7 .* 383.0"));
  EXPECT_THAT(outcome.out, HasSubstr("stagnates at 2435 iterations"));
}

TEST_F(PlumbPoissonOnDevice, the_record_has_the_history) {
  const std::string path = folder + "/record.json";
  const Outcome outcome = poisson({"--n", "32", "-q", "-o", path});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  const Json json = parse_json(read_text_file(path), path);
  const Result record = result_from_json(JsonView(json, path));
  const ReadingResult* history = reading_named(record.points.front(), "history");
  ASSERT_NE(history, nullptr);
  EXPECT_GT(history->values.size(), 3U);
  EXPECT_LT(history->values.back(), 1e-4);
}

TEST_F(PlumbPoissonOnDevice, a_deadline_is_reported_with_cycles_and_error) {
  const Outcome outcome = poisson({"--n", "32", "--deadline", "0.0001"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, ContainsRegex("multigrid .* deadline .* right"));
  EXPECT_THAT(outcome.out, HasSubstr("deadline 0.0001 ms: 1 cycle, the error is"));
  EXPECT_THAT(outcome.out, HasSubstr("MISSED: it took"));
}

TEST_F(PlumbPoissonOnDevice, two_devices_divide_the_rows) {
  const Outcome outcome =
      poisson({"--n", "24", "--solver", "jacobi", "--split", "0.5", "-d", "0,0", "--form", "rows"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, ContainsRegex("jacobi .* converged .* right"));
}

TEST_F(PlumbPoissonOnDevice, a_device_that_has_nothing_to_do_is_refused) {
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--split", "1"}}) {
    std::vector<std::string> words{"--n", "12", "--solver", "jacobi", "-d", "0,0"};
    words.insert(words.end(), more.begin(), more.end());

    const Outcome outcome = poisson(words);

    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.error,
                HasSubstr("--device 0,0: 'poisson' runs on 1 device with these settings and 2 are "
                          "given; name 1, or divide the work"));
  }
}

TEST_F(PlumbPoissonOnDevice, what_has_not_converged_is_said_under_the_table) {
  const Outcome outcome =
      poisson({"--n", "40", "--solver", "jacobi", "--form", "rows", "--max-iterations", "100"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("n = 40: not converged after 100 iterations"));
}

TEST_F(PlumbPoissonOnDevice, the_field_is_written_as_a_picture) {
  const std::string path = folder + "/field.png";
  const Outcome outcome = poisson({"--n", "16x8", "--image", path, "--rhs", "0.5"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  const Image picture = image_from_png(read_text_file(path), path);
  EXPECT_EQ(picture.shape.width, 720U);
  EXPECT_EQ(picture.shape.height, 360U);
  EXPECT_THAT(poisson({"--n", "8,16", "--image", path}).error,
              HasSubstr("would be written by several points"));
}

TEST_F(PlumbPoissonOnDevice, without_verification_nothing_is_called_right) {
  const Outcome outcome = poisson({"--n", "12", "--no-verify"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, ContainsRegex("multigrid .* not checked"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("right")));
}

TEST_F(PlumbPoissonOnDevice, more_than_the_memory_is_refused_with_the_bytes) {
  const Outcome outcome = poisson({"--dim", "3", "--n", "8192", "--iterations", "1"});

  EXPECT_NE(outcome.code, 0);
  EXPECT_THAT(outcome.error, ContainsRegex("'poisson' needs [0-9.]+ TiB, .* has [0-9.]+ GiB"));
}

TEST_F(PlumbPoissonOnDevice, what_cannot_be_solved_is_refused) {
  Outcome outcome = poisson({"--n", "1"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("--n 1: every number must be 2 to 32768"));

  outcome = poisson({"--solver", "jacobi", "--variant", "jacobi"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("take one of them"));

  outcome = poisson({"--precision", "f32", "--tolerance", "1e-6"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("or --precision f64"));
}

}  // namespace
}  // namespace plumb
