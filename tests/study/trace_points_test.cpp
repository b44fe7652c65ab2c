// tests/study/trace_points_test.cpp - what is traced is kept, whatever becomes of the rest.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/trace_points.h"

#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "plumb/base/json.h"

namespace plumb::study {
namespace {

class TracePoints : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder);
    path = (folder / "trace.json").string();
    // The second point fails, the others have a stamp.
    trace_point = [&](const PlannedPoint& planned, const Failed&) {
      if (planned.label == "w n=2") throw Error(ErrorKind::device, "it broke");
      kept_before.push_back(std::filesystem::exists(path) ? kept().points.size() : 0);
      TracedPoint point;
      point.workload = "w";
      point.stamps.resize(1);
      point.stamps[0].certificate.verdict = CertificateVerdict::certified;
      return point;
    };
    watch.failed = [&](const std::exception& error) { reported.push_back(explain(error)); };
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  [[nodiscard]] Trace kept() const {
    const Json json = parse_json(read_text_file(path), path);
    return trace_from_json(JsonView(json, path));
  }

  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("plumb_trace_points_{}", ::getpid());
  Plan plan{.points = {{.label = "w n=1", .name = "w"},
                       {.label = "w n=2", .name = "w"},
                       {.label = "w n=3", .name = "w"}}};
  std::string path;
  TracePoint trace_point;
  Watch watch;
  std::vector<std::string> reported;
  std::vector<std::size_t> kept_before;  // points in the file when a point begins
  Trace trace;
};

TEST_F(TracePoints, a_failing_point_is_kept_with_its_reason_and_stops_no_other) {
  const Outcome outcome = trace_points(plan, trace_point, watch, trace, path);

  EXPECT_EQ(outcome.failure, ErrorKind::device);
  EXPECT_EQ(exit_code(outcome, trace), 5);
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

TEST_F(TracePoints, a_point_that_ends_early_keeps_its_builds_and_fails_the_run) {
  trace_point = [&](const PlannedPoint&, const Failed& failed) {
    TracedPoint point;
    point.builds.resize(1);
    point.failure = "the second build broke";
    failed(Error(ErrorKind::device, point.failure));
    return point;
  };

  const Outcome outcome = trace_points(plan, trace_point, watch, trace, path);

  EXPECT_EQ(outcome.failure, ErrorKind::device);
  EXPECT_EQ(reported.size(), 3U);
  EXPECT_EQ(kept().points.at(0).builds.size(), 1U);
}

TEST_F(TracePoints, the_file_is_written_after_each_point) {
  (void)trace_points(plan, trace_point, watch, trace, path);

  EXPECT_THAT(kept_before, testing::ElementsAre(0U, 2U));
}

TEST_F(TracePoints, an_interrupt_keeps_what_is_finished) {
  int asked = 0;
  watch.interrupted = [&] { return asked++ == 1; };

  const Outcome outcome = trace_points(plan, trace_point, watch, trace, path);

  EXPECT_EQ(exit_code(outcome, trace), 130);

  EXPECT_EQ(kept().points.size(), 1U);
  EXPECT_EQ(trace.points.size(), 1U);
}

TEST_F(TracePoints, a_file_that_cannot_be_written_is_reported_once_and_tracing_goes_on) {
  plan.points.erase(plan.points.begin() + 1);
  path = (folder / "missing" / "trace.json").string();

  EXPECT_EQ(trace_points(plan, trace_point, watch, trace, path).failure, ErrorKind::check_failed);

  EXPECT_EQ(reported.size(), 1U);
  EXPECT_EQ(trace.points.size(), 2U);
}

TEST_F(TracePoints, what_is_not_certified_or_changed_the_output_fails) {
  plan.points.erase(plan.points.begin() + 1);
  const Outcome outcome = trace_points(plan, trace_point, watch, trace, path);
  EXPECT_EQ(exit_code(outcome, trace), 0);

  trace.points[1].changed = {"x"};
  EXPECT_EQ(exit_code(outcome, trace), 1);
}

}  // namespace
}  // namespace plumb::study
