// tests/records/trace_test.cpp - traces there and back as JSON, and which of them are sound.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/trace.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/records/example_records.h"
#include "tests/records/refusal.h"

namespace plumb {
namespace {

Trace read_trace(const std::string& text) {
  const Json json = parse_json(text, "t.json");
  return trace_from_json(JsonView(json, "t.json"));
}

std::string trace_refusal(std::string_view pointer, const Json& value) {
  Json json = to_json(example_trace());
  json[Json::json_pointer(std::string(pointer))] = value;
  return refusal([&] { return read_trace(to_text(json)); });
}

TEST(Trace, survives_writing_and_reading) {
  const Json json = to_json(example_trace());

  const Trace back = read_trace(to_text(json));

  EXPECT_EQ(to_json(back), json);
  const TracedStamp& stamp = back.points.front().stamps.front();
  EXPECT_EQ(stamp.time.samples, (std::vector<double>{668, 282, 694}));
  EXPECT_EQ(stamp.certificate.stamp, example_trace().points[0].stamps[0].certificate.stamp);
  EXPECT_EQ(back.points[0].builds[0].kernels[0].after,
            example_trace().points[0].builds[0].kernels[0].after);
}

TEST(OwnCycles, are_the_least_of_all_places_and_need_a_certificate) {
  Certificate certificate{
      .stamp = {},
      .verdict = CertificateVerdict::certified,
      .places = {{.function = "k", .complaint = {}, .cycles_before = 6, .cycles_behind = 2},
                 {.function = "k", .complaint = {}, .cycles_before = 1, .cycles_behind = 8}},
      .complaint = {}};

  EXPECT_EQ(own_cycles(certificate).before, 1U);
  EXPECT_EQ(own_cycles(certificate).behind, 2U);
  certificate.verdict = CertificateVerdict::not_certified;
  EXPECT_EQ(own_cycles(certificate).before, 0U);
  EXPECT_EQ(own_cycles({}).behind, 0U);
}

TEST(Trace, what_is_not_known_is_left_out_and_comes_back_as_such) {
  Trace trace = example_trace();
  BuildChange& build = trace.points[0].builds[0];
  build.stamp.reset();
  build.threads = 0;
  build.kernels[0].before.registers.reset();
  build.kernels[0].before.resident_blocks.reset();

  const Trace back = read_trace(to_text(to_json(trace)));

  const BuildChange& again = back.points[0].builds[0];
  EXPECT_FALSE(again.stamp);
  EXPECT_EQ(again.threads, 0U);
  EXPECT_FALSE(again.kernels[0].before.registers);
  EXPECT_FALSE(again.kernels[0].before.resident_blocks);
  EXPECT_TRUE(back.points[0].stamps[1].time.samples.empty());
}

TEST(Trace, a_chosen_block_and_warp_come_back) {
  Trace trace = example_trace();
  trace.points[0].stamped->block = 0;
  trace.points[0].stamped->warp = 3;

  const StampedShare back = *read_trace(to_text(to_json(trace))).points[0].stamped;

  EXPECT_EQ(back.block, 0U);
  EXPECT_EQ(back.warp, 3U);
}

TEST(Trace, a_stall_comes_back_with_its_certificate_or_its_reason) {
  Trace trace = example_trace();
  TracedStamp& stamp = trace.points[0].stamps[0];
  stamp.stall = ExposedStall{.certificate = stamp.certificate, .time = stamp.time};
  stamp.stall->certificate->stamp.method = StampMethod::first_use;
  trace.points[0].stamps[1].stall = ExposedStall{.reason = "first use in several places"};
  trace.points[0].builds[0].first_use = true;

  const TracedPoint back = read_trace(to_text(to_json(trace))).points[0];

  EXPECT_EQ(back.stamps[0].stall->certificate->stamp.method, StampMethod::first_use);
  EXPECT_EQ(back.stamps[0].stall->time.samples, stamp.time.samples);
  EXPECT_FALSE(back.stamps[1].stall->certificate);
  EXPECT_TRUE(back.stamps[1].stall->time.samples.empty());
  EXPECT_EQ(back.stamps[1].stall->reason, "first use in several places");
  EXPECT_TRUE(back.builds[0].first_use);
  EXPECT_FALSE(read_trace(to_text(to_json(example_trace()))).points[0].stamps[0].stall);
}

TEST(Trace, a_window_of_time_comes_back_and_one_that_ends_first_is_refused) {
  const TimeWindow back = *read_trace(to_text(to_json(example_trace()))).points[0].window;

  EXPECT_EQ(back.from, Seconds{0});
  EXPECT_EQ(back.to, Seconds{1.5e-3});
  EXPECT_EQ(back.run, Seconds{0.25});
  EXPECT_EQ(trace_refusal("/points/0/window/from", 2.0),
            "t.json: /points/0/window/to: not behind 'from'");
  EXPECT_EQ(trace_refusal("/points/0/window/run", -1.0),
            "t.json: /points/0/window/run: expected 0 or more");
}

TEST(Trace, weights_are_one_number_or_one_for_each_sample) {
  const char* weights = "/points/0/stamps/0/weights";

  EXPECT_EQ(read_trace(to_text(to_json(example_trace()))).points[0].stamps[0].weights,
            (std::vector<double>{64, 12, 64}));
  EXPECT_EQ(trace_refusal(weights, {1.0, 2.0}),
            "t.json: /points/0/stamps/0/weights: neither one number nor as many as there are "
            "samples");
  EXPECT_EQ(trace_refusal(weights, {0.0}),
            "t.json: /points/0/stamps/0/weights: expected numbers above 0");
}

TEST(Trace, unknown_words_other_units_and_contradictions_are_refused) {
  const std::string certificate = "/points/0/stamps/0/certificate";
  EXPECT_EQ(trace_refusal(certificate + "/stamp/space", "globl"),
            "t.json: " + certificate +
                "/stamp/space: unknown space 'globl'; known are none, generic, global, shared, "
                "local, constant, texture, surface; did you mean 'global'?");
  EXPECT_EQ(trace_refusal("/points/0/stamps/0/time/unit", "s"),
            "t.json: /points/0/stamps/0/time/unit: expected cycles");
  EXPECT_EQ(
      trace_refusal(certificate + "/verdict", "held"),
      "t.json: " + certificate + ": a complaint, and yet another verdict than 'not certified'");
  EXPECT_EQ(trace_refusal("/points/0/stamps/1/certificate/verdict", "not certified"),
            "t.json: /points/0/stamps/1/certificate: not certified, and no complaint says why");
  EXPECT_EQ(trace_refusal("/points/0/times/0/with", 0),
            "t.json: /points/0/times/0/with: expected more than 0");
  EXPECT_EQ(trace_refusal(certificate + "/stamp/id", 1ULL << 32U),
            "t.json: " + certificate + "/stamp/id: 4294967296 is more than 4294967295");
}

TEST(Trace, is_sound_where_the_output_stayed_and_every_stamp_is_certified) {
  TracedPoint point = example_trace().points[0];
  point.changed.clear();
  point.stamps.erase(point.stamps.begin());
  TracedPoint changed = point;
  changed.changed = {"out"};
  TracedPoint failed = point;
  failed.failure = "no such device";
  TracedPoint doubtful = point;
  doubtful.stamps[0].certificate.verdict = CertificateVerdict::not_certified;

  EXPECT_TRUE(is_sound(point));
  EXPECT_FALSE(is_sound(changed));
  EXPECT_FALSE(is_sound(failed));
  EXPECT_FALSE(is_sound(doubtful));
}

TEST(Trace, one_stamp_that_is_not_certified_is_enough_to_say_no) {
  std::vector<Certificate> all(2);
  all[0].verdict = CertificateVerdict::held;
  all[1].verdict = CertificateVerdict::shared_barrier;
  EXPECT_TRUE(all_certified(all));

  all[1].verdict = CertificateVerdict::not_certified;

  EXPECT_FALSE(all_certified(all));
}

}  // namespace
}  // namespace plumb
