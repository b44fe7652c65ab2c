// tests/records/measured_run_test.cpp - times from results, from Google Benchmark and from nvbench.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/measured_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/records/google_benchmark.h"
#include "tests/records/example_records.h"

namespace plumb {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

MeasuredRun run_in(const std::string& text) {
  const Json json = parse_json(text, "f.json");
  return measured_run_from_json(JsonView(json, "f.json"), "f.json");
}

std::string run_refusal(const std::string& text) {
  try {
    (void)run_in(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
  return "accepted";
}

std::string google(const std::string& entries, const std::string& context = "{}") {
  return "{\"context\": " + context + ", \"benchmarks\": [" + entries + "]}";
}

// A state of nvbench with one summary for each tag and value.
std::string nvbench_state(const std::vector<std::pair<std::string, std::string>>& values,
                          const std::string& rest = "\"is_skipped\": false") {
  std::string summaries;
  for (const auto& [tag, value] : values) {
    summaries += (summaries.empty() ? "" : ",") +
                 (R"({"tag": ")" + tag + R"(", "name": "x", "data": [{"name": "value", )" +
                  R"("type": "float64", "value": )" + value + "}]}");
  }
  return R"({"name": "Device=0 N=8", "device": 0, "axis_values": [{"name": "N", "type": "int64", )"
         R"("value": "8"}], "summaries": [)" +
         summaries + "], " + rest + "}";
}

std::string nvbench(const std::string& states, int major = 1) {
  return R"({"meta": {"version": {"json": {"major": )" + std::to_string(major) +
         R"(, "minor": 0, "patch": 0, "string": ")" + std::to_string(major) +
         R"(.0.0"}, "nvbench": {"string": "0.2.0"}}}, "devices": [{"id": 0, "name": "GPU"}], )" +
         R"("benchmarks": [{"name": "copy", "axes": null, "states": [)" + states + "]}]}";
}

TEST(MeasuredRun, has_every_sample_of_a_result) {
  const Result result = example_result();
  const MeasuredRun run = measured_run_of(result, "r.json");

  ASSERT_FALSE(run.steps.empty());
  const MeasuredStep& step = run.steps.front();
  EXPECT_EQ(step.samples, result.points.front().steps.front().time.samples);
  EXPECT_EQ(step.settings.front(),
            std::pair(std::string("workload"), result.points.front().workload));
  EXPECT_EQ(run.device, result.provenance.device.name);
}

TEST(MeasuredRun, leaves_roofs_failures_and_times_of_zero_out) {
  Result result = example_result();
  result.points.resize(1);
  Point& point = result.points.front();
  point.steps.resize(1);
  point.whole = quantity_of(std::vector<double>{0, 0}, "s");
  Point failed = point;
  failed.steps.clear();
  failed.reason = "no memory";
  result.points.push_back(failed);
  Point roof = point;
  roof.roof = true;
  roof.workload = "roof";
  result.points.push_back(roof);

  const MeasuredRun run = measured_run_of(result, "r.json");

  EXPECT_EQ(run.steps.size(), 1U);
  ASSERT_EQ(run.left_out.size(), 2U);
  EXPECT_THAT(run.left_out[0], HasSubstr("a time of zero"));
  EXPECT_THAT(run.left_out[1], HasSubstr(": no memory"));
}

TEST(MeasuredRun, refuses_times_below_zero) {
  Result result = example_result();
  result.points.front().steps.front().time.samples.front() = -1;

  EXPECT_THROW((void)measured_run_of(result, "r.json"), Error);
}

TEST(GoogleBenchmark, has_a_sample_for_each_repetition_in_seconds) {
  const MeasuredRun run = run_in(google(
      R"({"name": "a/8", "run_name": "a/8", "run_type": "iteration", "real_time": 3, "cpu_time": 9, "time_unit": "us"},
         {"name": "a/8", "run_name": "a/8", "run_type": "iteration", "real_time": 5, "time_unit": "us"},
         {"name": "a/8_mean", "run_name": "a/8", "run_type": "aggregate", "aggregate_name": "mean", "real_time": 4, "time_unit": "us"},
         {"name": "a/8_BigO", "run_name": "a/8", "run_type": "aggregate", "aggregate_name": "BigO", "real_coefficient": 4, "big_o": "N"},
         {"name": "old", "real_time": 7})",
      R"({"library_version": "v1.8.3", "host_name": "h", "json_schema_version": 1})"));

  ASSERT_EQ(run.steps.size(), 2U);
  EXPECT_THAT(run.steps[0].settings, ElementsAre(Pair("benchmark", "a/8")));
  EXPECT_THAT(run.steps[0].samples, ElementsAre(DoubleEq(3e-6), DoubleEq(5e-6)));
  EXPECT_TRUE(run.steps[0].averaged);
  EXPECT_DOUBLE_EQ(run.steps[1].centre(), 7e-9);  // ns where nothing is said
  EXPECT_EQ(run.program, "Google Benchmark v1.8.3");
}

TEST(GoogleBenchmark, has_the_aggregates_where_there_are_no_repetitions) {
  const MeasuredRun run = run_in(google(
      R"({"name": "a_mean", "run_name": "a", "run_type": "aggregate", "aggregate_name": "mean", "repetitions": 9, "real_time": 4, "time_unit": "ms"},
         {"name": "a_median", "run_name": "a", "run_type": "aggregate", "aggregate_name": "median", "repetitions": 9, "real_time": 2, "time_unit": "ms"},
         {"name": "a_stddev", "run_name": "a", "run_type": "aggregate", "aggregate_name": "stddev", "repetitions": 9, "real_time": 1, "time_unit": "ms"},
         {"name": "a_cv", "run_name": "a", "run_type": "aggregate", "aggregate_name": "cv", "repetitions": 9, "real_time": 0.25, "time_unit": "ms"},
         {"name": "b_mean", "real_time": 5}, {"name": "b_stddev", "real_time": 1})"));

  ASSERT_EQ(run.steps.size(), 2U);
  ASSERT_TRUE(run.steps[0].summary.has_value());
  EXPECT_DOUBLE_EQ(run.steps[0].centre(), 2e-3);
  EXPECT_DOUBLE_EQ(run.steps[0].summary->deviation.value(), 0.5);
  EXPECT_EQ(run.steps[0].count(), 9U);
  EXPECT_THAT(run.steps[1].settings, ElementsAre(Pair("benchmark", "b")));
}

TEST(GoogleBenchmark, leaves_errors_out_and_says_why) {
  const MeasuredRun run = run_in(google(
      R"({"name": "bad", "error_occurred": true, "error_message": "no file", "real_time": 0},
         {"name": "none", "real_time": 0}, {"name": "good", "real_time": 1})"));

  EXPECT_EQ(run.steps.size(), 1U);
  EXPECT_THAT(run.left_out, ElementsAre("bad: no file", "none: a time of zero"));
}

TEST(GoogleBenchmark, is_refused_with_the_place_and_the_way_out) {
  EXPECT_EQ(run_refusal(google(R"({"name": "a", "real_time": -1})")),
            "f.json: /benchmarks/0/real_time: a time of -1e-09 s");
  EXPECT_EQ(run_refusal(google(R"({"name": "a", "real_time": 1, "time_unit": "week"})")),
            "f.json: /benchmarks/0/time_unit: unknown unit 'week'; known are ns, us, ms, s");
  EXPECT_EQ(run_refusal(google(R"({"name": "a", "real_time": "1"})")),
            "f.json: /benchmarks/0/real_time: expected a number");
  EXPECT_EQ(
      run_refusal(google("", R"({"json_schema_version": 2})")),
      "f.json: /context/json_schema_version: version 2 is not known, 1 is; write the file with "
      "a Google Benchmark of that version or use a newer plumb");
  EXPECT_EQ(run_refusal(google("")), "f.json: /: no times to compare");
  EXPECT_THAT(run_refusal(R"({"context": {}, "benchmarks": [{"name": "a", "real_time": NaN}]})"),
              HasSubstr("f.json:1:"));
}

TEST(Nvbench, has_the_time_of_isolated_kernels) {
  const MeasuredRun run =
      run_in(nvbench(nvbench_state({{"nv/cold/time/cpu/mean", "\"2e-3\""},
                                    {"nv/batch/time/gpu/mean", "\"8e-4\""},
                                    {"nv/cold/time/gpu/mean", "\"1e-3\""},
                                    {"nv/cold/time/gpu/stdev/relative", "\"0.25\""},
                                    {"nv/cold/sample_size", "\"499\""}})));

  ASSERT_EQ(run.steps.size(), 1U);
  const MeasuredStep& step = run.steps.front();
  EXPECT_THAT(step.settings, ElementsAre(Pair("benchmark", "copy"), Pair("N", "8")));
  EXPECT_EQ(step.step, "isolated, GPU time");
  EXPECT_EQ(step.centre(), 1e-3);
  EXPECT_EQ(step.summary->deviation, 0.25);
  EXPECT_EQ(step.count(), 499U);
  EXPECT_EQ(run.device, "GPU");
  EXPECT_EQ(run.program, "nvbench 0.2.0");
}

TEST(Nvbench, has_the_time_of_batches_where_there_is_no_other) {
  const MeasuredRun run = run_in(nvbench(
      nvbench_state({{"nv/cold/time/gpu/mean", "null"}, {"nv/batch/time/gpu/mean", "8e-4"}})));

  EXPECT_EQ(run.steps.front().step, "batch, GPU time");
  EXPECT_FALSE(run.steps.front().summary->deviation.has_value());
}

TEST(Nvbench, leaves_skipped_states_out_and_says_why) {
  const MeasuredRun run =
      run_in(nvbench(nvbench_state({}, R"("is_skipped": true, "skip_reason": "too large")") + "," +
                     nvbench_state({{"nv/cold/time/gpu/mean", "\"1e-3\""}})));

  EXPECT_EQ(run.steps.size(), 1U);
  EXPECT_THAT(run.left_out, ElementsAre("copy Device=0 N=8: too large"));
}

TEST(Nvbench, is_refused_with_the_place_and_the_way_out) {
  const std::string place = "f.json: /benchmarks/0/states/0/summaries/0/data/0/value: ";

  EXPECT_EQ(run_refusal(nvbench(nvbench_state({{"nv/cold/time/gpu/mean", "\"-1\""}}))),
            place + "a time of -1 s");
  EXPECT_EQ(run_refusal(nvbench(nvbench_state({{"nv/cold/time/gpu/mean", "\"nan\""}}))),
            place + "a time of nan s");
  EXPECT_EQ(run_refusal(nvbench(nvbench_state({{"nv/cold/time/gpu/mean", "\"1 ms\""}}))),
            place + "'1 ms' is not a number");
  EXPECT_EQ(run_refusal(nvbench("", 2)),
            "f.json: /meta/version/json: version 2.0.0 is not known, 1 is; write the file with an "
            "nvbench of that version or use a newer plumb");
}

TEST(MeasuredRun, is_refused_where_the_file_is_of_another_kind) {
  EXPECT_EQ(run_refusal("{}"),
            "f.json: /: neither a result of plumb nor JSON of Google Benchmark or nvbench");
  EXPECT_EQ(run_refusal("[1]"), "f.json: /: expected an object");
  EXPECT_EQ(run_refusal(R"({"schema": "plumbline.profile/1"})"),
            "f.json: /: schema 'plumbline.profile/1' holds no measured times; plumb run -o FILE "
            "writes a result");
  EXPECT_EQ(run_refusal(R"({"schema": "plumbline.result/2"})"),
            "f.json: /: expected schema 'plumbline.result/1', found 'plumbline.result/2'; use the "
            "version of plumb that wrote the file, or a newer one");
  EXPECT_THAT(run_refusal(R"({"benchmarks": 3})"), HasSubstr("/benchmarks: expected a list"));
}

TEST(GoogleBenchmark, gives_back_the_samples_of_a_result_that_was_written_so) {
  const Result result = example_result();
  const MeasuredRun before = measured_run_of(result, "f.json");

  const MeasuredRun after = run_in(to_text(google_benchmark_json(result)));

  ASSERT_EQ(after.steps.size(), before.steps.size());
  for (std::size_t i = 0; i < before.steps.size(); ++i) {
    ASSERT_EQ(after.steps[i].samples.size(), before.steps[i].samples.size());
    for (std::size_t n = 0; n < before.steps[i].samples.size(); ++n)
      EXPECT_DOUBLE_EQ(after.steps[i].samples[n], before.steps[i].samples[n]);
  }
  EXPECT_THAT(after.left_out, IsEmpty());
}

}  // namespace
}  // namespace plumb
