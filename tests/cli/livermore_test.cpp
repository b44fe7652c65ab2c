// tests/cli/livermore_test.cpp - plumb livermore as users meet it: rows, statistics, refusals.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/records/result.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class PlumbLivermore : public PlumbProgram {};
class PlumbLivermoreOnDevice : public PlumbOnDevice {};

TEST_F(PlumbLivermore, a_kernel_is_explained_without_a_device) {
  const Outcome outcome = plumb({"livermore", "--explain", "17"});

  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("kernel 17: implicit conditional"),
                    HasSubstr("speculate, scan, verify"), HasSubstr("pattern 4: no method found")));
}

TEST_F(PlumbLivermore, a_kernel_that_is_none_is_refused) {
  const Outcome outcome = plumb({"livermore", "--explain", "25"});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, StartsWith("error: --explain 25: --kernel 25: must be one of 1, 2, "));
}

TEST_F(PlumbLivermoreOnDevice, rows_and_statistics_are_printed) {
  const Outcome outcome =
      plumb({"livermore", "--kernel", "1,5,17", "--precision", "f32", "--format", "md",
             "--min-samples", "1", "--max-samples", "1", "--min-time", "0s", "--max-noise", "100"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, testing::ContainsRegex("17 *\\| implicit conditional .* right"));
  EXPECT_THAT(outcome.out, testing::ContainsRegex("\n\\| *9 \\|")) << "three kernels, three spans";
}

TEST_F(PlumbLivermoreOnDevice, arrays_of_so_many_elements_give_each_kernel_its_span) {
  const std::string path = folder + "/record.json";
  const Outcome outcome = plumb({"livermore", "--kernel", "1,10,18", "--points", "1k",
                                 "--precision", "f32", "--min-samples", "1", "--max-samples", "1",
                                 "--min-time", "0s", "--max-noise", "100", "-o", path});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("arrays of 1000 elements"));
  const Json json = parse_json(read_text_file(path), path);
  const Result record = result_from_json(JsonView(json, path));
  EXPECT_THAT(record.provenance.command, HasSubstr("--points 1k"));
  ASSERT_EQ(record.points.size(), 4U);
  EXPECT_EQ(*text_named(record.points[0].settings, "span"), "1000");
  EXPECT_TRUE(record.points[1].roof);
  EXPECT_EQ(*text_named(record.points[2].settings, "span"), "40");
  EXPECT_EQ(*text_named(record.points[3].settings, "span"), "142");
  EXPECT_EQ(record.points[3].steps.back().time.samples.size(), 1U);
  EXPECT_GE(reading_named(record.points[0], "digits")->values.front(), 6);
  EXPECT_TRUE(record.points[3].host.has_value());
}

TEST_F(PlumbLivermoreOnDevice, lengths_that_mean_nothing_are_refused) {
  Outcome outcome = plumb({"livermore", "--points", "1000", "--span", "27"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("--span and --points both say how long the loops are"));

  outcome = plumb({"livermore", "--points", "0"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("--points 0: must be 1 to 1073741824"));
}

TEST_F(PlumbLivermoreOnDevice, an_interrupt_leaves_the_finished_rows_in_the_file) {
  const std::string path = folder + "/record.json";
  // Every kernel ends by its timeout.
  const pid_t child =
      start({"livermore", "--kernel", "3,1", "--span", "27", "--precision", "f32", "--min-samples",
             "2000000000", "--max-samples", "2000000000", "--min-time", "0s", "--timeout", "500ms",
             "--max-noise", "1e9", "-o", path});

  const Outcome outcome = interrupt_once_written(child, path);

  EXPECT_EQ(outcome.code, 130);
  const Json json = parse_json(read_text_file(path), path);
  EXPECT_EQ(result_from_json(JsonView(json, path)).points.size(), 2U) << "a kernel and the copy";
}

TEST_F(PlumbLivermoreOnDevice, what_the_thesis_does_not_describe_is_missing_with_the_reason) {
  const Outcome outcome = plumb({"livermore", "--kernel", "3,17", "--span", "27", "--precision",
                                 "f32", "--variant", "thesis", "--min-samples", "1",
                                 "--max-samples", "1", "--min-time", "0s", "--max-noise", "100"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("the thesis gives no passes for kernel 17"));
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("the thesis's passes beside ours"), HasSubstr("its / ours")));
}

TEST_F(PlumbLivermoreOnDevice, data_that_leave_single_precision_are_refused_in_their_row) {
  const auto run = [&](const char* kernels) {
    return plumb({"livermore", "--kernel", kernels, "--span", "20000", "--precision", "f32",
                  "--data", "random", "--min-samples", "1", "--max-samples", "1", "--min-time",
                  "0s", "--max-noise", "100"});
  };
  const Outcome both = run("1,20");
  const Outcome alone = run("20");

  EXPECT_EQ(both.code, 0) << both.error;
  EXPECT_THAT(both.out,
              HasSubstr("passes missing: kernel 20: kernel 20 at span 20000: random data grow "
                        "beyond single precision"));
  EXPECT_THAT(both.out, Not(HasSubstr("time missing")));
  EXPECT_EQ(alone.code, 2) << "nothing ran";
}

TEST_F(PlumbLivermoreOnDevice, noise_fails_if_it_must_not_be_and_unchecked_is_not_right) {
  // A GPU's clock counts in steps of 32 ns: several samples of one kernel may well be the same,
  // those of six are not.
  const std::vector<std::string> words{"livermore",
                                       "--kernel",
                                       "1,2,3,7,12,21",
                                       "--span",
                                       "101",
                                       "--precision",
                                       "f32",
                                       "--min-samples",
                                       "2",
                                       "--max-samples",
                                       "3",
                                       "--min-time",
                                       "0s",
                                       "--max-noise",
                                       "0.0000001",
                                       "--no-verify",
                                       "-q"};
  std::vector<std::string> strict = words;
  strict.emplace_back("--strict");

  const Outcome lenient = plumb(words);
  EXPECT_EQ(lenient.code, 0) << lenient.error;
  EXPECT_THAT(lenient.out, AllOf(HasSubstr("not checked, noisy"), Not(HasSubstr("right"))));
  EXPECT_EQ(plumb(strict).code, 4);
}

}  // namespace
}  // namespace plumb
