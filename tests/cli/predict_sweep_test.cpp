// tests/cli/predict_sweep_test.cpp - plumb predict over many points: memory, interrupts, ranges.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/records/prediction.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class PredictSweep : public PlumbProgram {
 protected:
  static std::string application(const std::string& name) {
    return std::string(PLUMB_SOURCE_DIR) + "/docs/applications/" + name;
  }

  // Starts plumb, waits until `path` is being written and holds at least `bytes`, and signals.
  Outcome signalled(const std::vector<std::string>& words, const std::string& path, int signal,
                    std::uintmax_t bytes) {
    const pid_t child = start(words);
    const std::string temporary = path + "." + std::to_string(child) + ".part";
    EXPECT_TRUE(wait_for_file(child, temporary, bytes)) << "it ended before";
    ::kill(child, signal);
    return finish(child);
  }
};

Predictions swept_predictions_in(const std::string& text) {
  const Json json = parse_json(text, "predictions");
  return predictions_from_json(JsonView(json, "predictions"));
}

TEST_F(PredictSweep, of_one_point_needs_little_memory) {
  if (PLUMB_SANITIZED) GTEST_SKIP() << "the sanitizers keep freed memory";

  const Outcome outcome =
      plumb({"predict", application("lu.toml"), "-p", "g80", "--set", "N=2048"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_LT(outcome.memory, 50_MiB);
}

TEST_F(PredictSweep, of_ten_thousand_points_needs_little_memory_with_its_record_too) {
  if (PLUMB_SANITIZED) GTEST_SKIP() << "the sanitizers keep freed memory";
  const std::string path = folder + "/out.json";
  const std::vector<std::string> words{
      "predict", application("morphology.toml"), "-p", "g80", "--set", "K=1:10000"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), words.begin(), words.end());
    return plumb(more);
  };

  const Outcome table = with({"-o", path});
  const Outcome printed = with({"--format", "json"});
  const Outcome against = with({"--against", "g70", "-o", path});

  for (const Outcome* outcome : {&table, &printed, &against}) {
    EXPECT_EQ(outcome->code, 0) << outcome->error;
    EXPECT_LT(outcome->memory, 50_MiB);
  }
  EXPECT_EQ(swept_predictions_in(printed.out).points.size(), 10000U);
  EXPECT_EQ(swept_predictions_in(read_text_file(path)).points.size(), 20000U);
}

TEST_F(PredictSweep, an_interrupt_keeps_the_finished_points) {
  const std::string path = folder + "/out.json";

  const Outcome outcome = signalled({"predict", application("lu.toml"), "-p", "g80", "--set",
                                     "N=3000:4000", "--against", "g70", "-o", path},
                                    path, SIGINT, 1);

  EXPECT_EQ(outcome.code, 130);
  EXPECT_THAT(outcome.error, AllOf(HasSubstr("interrupted; "),
                                   HasSubstr(" of 1001 points are finished and kept in ")));
  EXPECT_THAT(outcome.out, HasSubstr("g80 against g70"));
  const std::vector<PredictedPoint> points = swept_predictions_in(read_text_file(path)).points;
  EXPECT_GE(points.size(), 2U);
  EXPECT_LT(points.size(), 2002U);
  EXPECT_EQ(points.at(0).profile, "g80");
  EXPECT_EQ(points.at(1).profile, "g70");
}

TEST_F(PredictSweep, a_request_to_end_is_heard_inside_a_long_walk) {
  const std::string path = folder + "/out.json";

  const Outcome outcome =
      signalled({"predict", application("lu.toml"), "-p", "g80", "--set", "N=300000", "-o", path},
                path, SIGTERM, 0);

  EXPECT_EQ(outcome.code, 130);
  EXPECT_THAT(outcome.error, HasSubstr("interrupted; 0 of 1 points are finished\n"));
  EXPECT_EQ(outcome.out, "");
  EXPECT_FALSE(std::filesystem::exists(path));
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    EXPECT_THAT(entry.path().string(), Not(HasSubstr(".part")));
  }
}

TEST_F(PredictSweep, a_point_that_is_refused_leaves_no_file_and_no_output) {
  const std::string path = folder + "/out.json";

  const Outcome outcome = plumb({"predict", application("morphology.toml"), "-p", "g80", "--set",
                                 "side=1024,0.5", "--format", "json", "-o", path});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(PredictSweep, values_given_twice_are_one_point_and_a_note) {
  const std::string app = application("morphology.toml");

  const Outcome twice = plumb({"predict", app, "-p", "g80", "--set", "K=8,8.0,16,1:8:x2"});
  const Outcome alone = plumb({"predict", app, "-p", "g80", "--set", "K=8,8"});
  const Outcome last =
      plumb({"predict", app, "-p", "g80", "--set", "K=8,16", "--set", "K=32", "--format", "json"});

  EXPECT_THAT(twice.out, HasSubstr("asked for more than once and shown once: 2 of 7 points"));
  EXPECT_THAT(alone.out,
              AllOf(HasSubstr("T1 transfer in"), HasSubstr("shown once: 1 of 2 points")));
  EXPECT_EQ(swept_predictions_in(last.out).points.size(), 1U);
}

TEST_F(PredictSweep, a_range_holds_its_last_value_whatever_rounding_does) {
  const std::string path = folder + "/parts.toml";
  write_whole(path,
              "name = 'parts'\n[parameters]\nx = 1\n[[pass]]\nname = 'p'\npoints = 10\n"
              "references = 'x'\nbytes = 4\n");
  const auto values = [&](const std::string& range) {
    const Outcome outcome =
        plumb({"predict", path, "-p", "g80", "--set", "x=" + range, "--format", "json"});
    std::string all;
    for (const PredictedPoint& point : swept_predictions_in(outcome.out).points) {
      all += point.settings.at(0).second + " ";
    }
    return all;
  };

  EXPECT_EQ(values("0:0.3:0.1"), "0 0.1 0.2 0.3 ");
  EXPECT_EQ(values("0.1:0.75:0.2"), "0.1 0.3 0.5 0.7 ");
  EXPECT_EQ(values("0.001:1:x10"), "0.001 0.01 0.1 1 ");
  EXPECT_EQ(values("4:33:x2"), "4 8 16 32 ");
}

TEST_F(PredictSweep, two_devices_that_take_equally_long_have_no_winner) {
  const Outcome outcome = plumb({"predict", application("lu.toml"), "-p", "g80", "--against", "g80",
                                 "--break-even", "N=2:64", "--model", "ito2007"});

  EXPECT_THAT(outcome.out,
              HasSubstr("ito2007: no break-even from N = 2 to 64: both take equally long "
                        "throughout"));
}

}  // namespace
}  // namespace plumb
