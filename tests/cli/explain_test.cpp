// tests/cli/explain_test.cpp - plumb explain with a trace of what was measured, or of another run.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/base/json.h"
#include "plumb/records/result.h"
#include "plumb/records/trace.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using ::testing::HasSubstr;

class PlumbExplain : public PlumbProgram {
 protected:
  const std::string result = PLUMB_SOURCE_DIR "/results/stream-h200-cuda.json";
  void SetUp() override {
    PlumbProgram::SetUp();
    trace = folder + "/trace.json";
  }

  // A trace of the result's first point, 300 loads of 700 cycles.
  [[nodiscard]] Trace traced() const {
    const Json json = parse_json(read_text_file(result), result);
    const Result measured = result_from_json(JsonView(json, result));
    TracedStamp stamp;
    stamp.certificate.stamp.kernel = "triad";
    stamp.certificate.stamp.space = MemorySpace::global;
    stamp.certificate.stamp.opcode = "ld.global.v4.f32";
    stamp.certificate.stamp.source = "stream.cl:12";
    stamp.certificate.verdict = CertificateVerdict::certified;
    stamp.time = quantity_of(std::vector<double>(300, 700), "cycles");
    TracedPoint point;
    point.label = "stream";
    point.workload = measured.points.front().workload;
    point.settings = measured.points.front().settings;
    point.stamps = {stamp};
    return {.provenance = measured.provenance, .points = {point}};
  }

  void keep(const Trace& one) const { write_whole(trace, to_text(to_json(one))); }

  std::string trace;
};

TEST_F(PlumbExplain, a_trace_says_where_the_warps_waited) {
  keep(traced());

  const Outcome outcome = plumb({"explain", result, "-p", "h200-cuda", "--trace", trace});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("trace: 100 % of the stamped cycles pass at triad, "));
  EXPECT_THAT(outcome.out, HasSubstr("700 cycles each, the median of 300; memory answers in "));
}

TEST_F(PlumbExplain, a_trace_with_uncertified_stamps_alone_says_so) {
  Trace uncertified = traced();
  Certificate& certificate = uncertified.points.front().stamps.front().certificate;
  certificate.verdict = CertificateVerdict::not_certified;
  certificate.complaint = "the load was moved";
  keep(uncertified);

  const Outcome outcome = plumb({"explain", result, "-p", "h200-cuda", "--trace", trace});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("trace: none of its 1 stamps is certified, so that no time of "
                                     "it is shown (the load was moved)"));
}

TEST_F(PlumbExplain, another_device_is_the_first_that_it_says) {
  const Outcome outcome = plumb({"explain", result, "-p", "pocl-x86-64", "--model", "roofline"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out,
              HasSubstr("measured on 'NVIDIA H200', the profile is of 'Intel(R) Xeon(R) "
                        "Processor': times differ because the devices do"));
}

TEST_F(PlumbExplain, what_is_not_a_result_with_points_is_one_line_with_the_way_out) {
  Json json = parse_json(read_text_file(result), result);
  json["points"] = Json::array();
  write_whole(folder + "/empty.json", json.dump());

  EXPECT_THAT(plumb({"explain", folder + "/empty.json", "-p", "h200-cuda"}).error,
              HasSubstr("the result has no points, nothing was measured; plumb run NAME -o "));
  EXPECT_THAT(plumb({"explain", PLUMB_SOURCE_DIR "/results/verdicts-h200.json"}).error,
              HasSubstr("JSON without a schema, and not the record of a run; give the file that "
                        "plumb run NAME -o RESULT.json wrote"));
}

TEST_F(PlumbExplain, a_trace_of_another_run_is_refused_with_the_way_out) {
  Trace other = traced();
  other.points.front().workload = other.points.front().label = "himeno";
  keep(other);

  const Outcome outcome = plumb({"explain", result, "-p", "h200-cuda", "--trace", trace});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error,
              HasSubstr("the trace is of 'himeno', which the result does not have; trace what was "
                        "measured: plumb trace run stream"));
}

TEST_F(PlumbExplain, a_trace_with_other_settings_is_refused_too) {
  Trace other = traced();
  ASSERT_FALSE(other.points.front().settings.empty());
  other.points.front().settings.front().second += "7";
  keep(other);

  EXPECT_EQ(plumb({"explain", result, "-p", "h200-cuda", "--trace", trace}).code, 2);
}

TEST_F(PlumbExplain, a_trace_of_another_device_is_refused) {
  Trace other = traced();
  other.provenance.device.name = "another";
  keep(other);

  const Outcome outcome = plumb({"explain", result, "-p", "h200-cuda", "--trace", trace});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("the trace is of a run on 'another'"));
}

TEST_F(PlumbExplain, what_is_not_a_trace_is_refused_in_one_line) {
  const auto refusal = [&](const std::string& file) {
    const Outcome outcome = plumb({"explain", result, "-p", "h200-cuda", "--trace", file});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(std::ranges::count(outcome.error, '\n'), 1) << outcome.error;
    return outcome.error;
  };
  const std::string empty = folder + "/empty.json";
  write_whole(empty, "");
  const std::string bare = folder + "/bare.json";
  write_whole(bare, "{\"schema\": 3}");

  EXPECT_THAT(refusal(PLUMB_SOURCE_DIR "/tests/golden/records/events.trace"),
              HasSubstr("a file of events (plumb trace run --events), and not the record of a "
                        "trace; give the file that plumb trace run APP -o TRACE.json wrote"));
  EXPECT_THAT(refusal(result), HasSubstr("a record 'plumbline.result/1', and not the record"));
  EXPECT_THAT(refusal(PLUMB_SOURCE_DIR "/README.md"), HasSubstr("neither JSON nor a record"));
  EXPECT_THAT(refusal(empty), HasSubstr("an empty file"));
  EXPECT_THAT(refusal(bare), HasSubstr("JSON without a schema"));
}

}  // namespace
}  // namespace plumb
