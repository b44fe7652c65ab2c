// tests/study/run_point_test.cpp - what a workload says about a point is done: early check, forms,
// examination, the host's time.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/run_point.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/records/verdict.h"
#include "tests/device/each_device.h"
#include "tests/run/run_once.h"

namespace plumb::study {
namespace {

// Writes n to every one of `count` elements.
Program program(const Settings& settings) {
  const std::uint64_t count = settings.count("count");
  Launch launch;
  launch.kernel = "write";
  launch.global = {count, 1, 1};
  launch.arguments = {BufferArgument{"x"},
                      ScalarArgument{Scalar::u32, static_cast<double>(settings.count("n"))}};
  Program made;
  made.name = "write";
  made.settings = settings.values();
  made.buffers = {{"x", {Scalar::u32, 1}, count, {.kind = FillKind::zero, .values = {}}}};
  made.sources = {{.name = "write.cl",
                   .text = "__kernel void case_write(__global uint* x, const uint n)"
                           " { x[get_global_id(0)] = n; }\n"}};
  made.kernels = {
      {.name = "write", .source = "write.cl", .entry = "case_write", .definitions = {}}};
  made.steps = {{"go", launch}};
  made.verification = {{.buffer = "x", .expected = {}}};
  return made;
}

// Says that 1 must become 2.
Reference reference(const Settings& settings, ReferenceStore&) {
  const std::uint64_t n = settings.count("n");
  return [n](std::string_view, std::uint64_t, std::span<double> out) {
    std::ranges::fill(out, n == 1 ? 2.0 : static_cast<double>(n));
  };
}

std::optional<EarlyCheck> early_check(const Settings& settings) {
  if (settings.count("n") < 10) return std::nullopt;
  return EarlyCheck{Settings(with_text(settings.values(), "n", "1")), "after one"};
}

void examine(const Settings& settings, const Reader& reader, Point& point) {
  std::vector<double> found(settings.count("count"));
  reader("x", 0, found);
  double sum = 0;
  for (const double value : found) sum += value;
  point.readings.push_back({.name = "sum", .values = {sum}});
}

const Workload writing_workload{
    .name = "write",
    .summary = "writes",
    .parameters = {},
    .variants = {},
    .program = program,
    .reference = reference,
    .early_check = early_check,
    .examine = examine,
    .host_loop = [](const Settings&) -> std::function<void()> { return [] {}; }};

PlannedPoint planned(std::initializer_list<NamedTexts> forms) {
  PlannedPoint point{.label = "write", .name = "write", .workload = &writing_workload};
  for (const NamedTexts& form : forms) point.forms.emplace_back(form);
  return point;
}

class RunPoint : public EachDevice {
 protected:
  Point run(const PlannedPoint& point, bool verify = true, bool times_host = false) {
    RunOptions options = once();
    options.verify = verify;
    return run_point(*device, point, options, store, times_host);
  }
  ReferenceStore store;
};
PLUMB_FOR_EACH_DEVICE(RunPoint);

TEST_P(RunPoint, a_shorter_run_that_is_wrong_makes_the_point_wrong) {
  const PlannedPoint point = planned({{{"n", "12"}, {"count", "3"}}});

  const Point wrong = run(point);
  EXPECT_EQ(verdict_of(wrong), Verdict::wrong);
  EXPECT_EQ(wrong.reason, "after one: x[0] is 1, the reference says 2");
  EXPECT_FALSE(has_times(wrong)) << "it is not timed";
  EXPECT_EQ(verdict_of(run(point, false)), Verdict::not_checked);
  EXPECT_EQ(verdict_of(run(planned({{{"n", "9"}, {"count", "3"}}}))), Verdict::right);
}

TEST_P(RunPoint, its_results_are_examined_after_one_execution) {
  const Point point = run(planned({{{"n", "7"}, {"count", "3"}}}));

  ASSERT_NE(reading_named(point, "sum"), nullptr);
  EXPECT_EQ(reading_named(point, "sum")->values, std::vector{21.0});
}

TEST_P(RunPoint, the_host_is_timed_where_it_is_asked_for) {
  const PlannedPoint point = planned({{{"n", "7"}, {"count", "3"}}});

  EXPECT_FALSE(run(point).host.has_value());
  const Point beside = run(point, true, true);
  ASSERT_TRUE(beside.host.has_value());
  EXPECT_EQ(beside.host->samples.size(), 5U);
}

TEST_P(RunPoint, of_several_forms_the_fastest_runs) {
  const Point point =
      run(planned({{{"n", "7"}, {"count", "20000000"}}, {{"n", "7"}, {"count", "3"}}}));

  EXPECT_EQ(*text_named(point.settings, "count"), "3");
}

}  // namespace
}  // namespace plumb::study
