// tests/cli/trace_points_test.cpp - what is traced is kept, whatever becomes of the rest.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/trace_points.h"

#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "plumb/base/json.h"

namespace plumb::cli {
namespace {

class TracePoints : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder);
    options.path = (folder / "trace.json").string();
    // The second point fails, the others have a stamp.
    options.trace = [&](const PlannedPoint& planned) {
      if (planned.label == "w n=2") throw Error(ErrorKind::device, "it broke");
      kept_before.push_back(std::filesystem::exists(options.path) ? kept().points.size() : 0);
      TracedPoint point;
      point.workload = "w";
      point.stamps.resize(1);
      point.stamps[0].certificate.verdict = Verdict::certified;
      return point;
    };
    options.report = [&](const Error& error) { reported.push_back(explain(error)); };
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  [[nodiscard]] Trace kept() const {
    const Json json = parse_json(read_text_file(options.path), options.path);
    return trace_from_json(JsonView(json, options.path));
  }

  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("plumb_trace_points_{}", ::getpid());
  std::vector<PlannedPoint> plan{{.label = "w n=1", .program = {}, .reference = {}},
                                 {.label = "w n=2", .program = {}, .reference = {}},
                                 {.label = "w n=3", .program = {}, .reference = {}}};
  TracePointsOptions options;
  std::vector<std::string> reported;
  std::vector<std::size_t> kept_before;  // points in the file when a point begins
  Trace trace;
};

TEST_F(TracePoints, a_failing_point_is_kept_with_its_reason_and_stops_no_other) {
  const std::optional<ErrorKind> failure = trace_points(plan, options, trace);

  EXPECT_EQ(failure, ErrorKind::device);
  EXPECT_THAT(reported, testing::ElementsAre("it broke"));
  const Trace file = kept();
  ASSERT_EQ(file.points.size(), 3U);
  EXPECT_EQ(file.points[0].label, "w n=1");
  EXPECT_EQ(file.points[0].stamps.size(), 1U);
  EXPECT_EQ(file.points[1].label, "w n=2");
  EXPECT_EQ(file.points[1].workload, "w");
  EXPECT_EQ(file.points[1].failure, "it broke");
  EXPECT_EQ(file.points[2].failure, "");
}

TEST_F(TracePoints, the_file_is_written_after_each_point) {
  (void)trace_points(plan, options, trace);

  EXPECT_THAT(kept_before, testing::ElementsAre(0U, 2U));
}

TEST_F(TracePoints, an_interrupt_keeps_what_is_finished) {
  int asked = 0;
  options.interrupted = [&] { return asked++ == 1; };

  EXPECT_EQ(trace_points(plan, options, trace), std::nullopt);

  EXPECT_EQ(kept().points.size(), 1U);
  EXPECT_EQ(trace.points.size(), 1U);
}

TEST_F(TracePoints, a_file_that_cannot_be_written_is_reported_once_and_tracing_goes_on) {
  plan.erase(plan.begin() + 1);
  options.path = (folder / "missing" / "trace.json").string();

  EXPECT_EQ(trace_points(plan, options, trace), ErrorKind::check_failed);

  EXPECT_EQ(reported.size(), 1U);
  EXPECT_EQ(trace.points.size(), 2U);
}

}  // namespace
}  // namespace plumb::cli
