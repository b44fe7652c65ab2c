// tests/model/sensitivity_test.cpp - what a better device would save, and what is hard to believe.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/sensitivity.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/model/measured_rates.h"
#include "plumb/model/predict.h"
#include "plumb/workloads/workload.h"

namespace plumb {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Profile shipped(const std::string& name) {
  const std::string path = fmt::format("{}/profiles/{}.json", PLUMB_SOURCE_DIR, name);
  const Json json = parse_json(read_text_file(path), path);
  return profile_from_json(JsonView(json, path));
}

const Profile& h200() {
  static const Profile profile = shipped("h200-cuda");
  return profile;
}

PredictedPoint predicted(const Profile& profile, const char* elements) {
  const Workload& stream = workload_named("stream");
  const Program program = stream.program(
      settings_for(stream, traits_of(profile.provenance.device), {{"elements", elements}}));
  return predict(profile, program, {.models = {"plumbline"}, .paths = {}});
}

std::vector<double> shares(const char* elements) {
  std::vector<double> all;
  for (const Saving& saving :
       savings(h200(), predicted(h200(), elements),
               [&](const Profile& changed) { return predicted(changed, elements); }))
    all.push_back(saving.share);
  return all;
}

TEST(Sensitivity, of_a_long_stream_is_to_bandwidth_and_of_a_short_one_to_launches) {
  const std::vector<double> length = shares("1073741824");
  const std::vector<double> brief = shares("1024");
  ASSERT_THAT(length, SizeIs(4));
  ASSERT_THAT(brief, SizeIs(4));

  EXPECT_NEAR(length[0], 1 - 1 / 1.1, 0.005);
  EXPECT_LT(length[2], 0.01);
  EXPECT_LT(brief[0], 0.01);
  EXPECT_GT(brief[2], 0.3);
}

TEST(Sensitivity, changes_are_made_to_what_the_probes_found) {
  const auto value = [](const Profile& profile, const char* name) {
    return finding_named(profile, name)->value.value;
  };
  const Profile faster = with_change(h200(), DeviceChange::loads);
  EXPECT_EQ(value(faster, "latency.memory.time"), value(h200(), "latency.memory.time") / 2);
  EXPECT_EQ(value(faster, "threads.group256.flight1.per_item"),
            2 * value(h200(), "threads.group256.flight1.per_item"));
  EXPECT_EQ(value(faster, "barrier.kernel.time"), value(h200(), "barrier.kernel.time") / 2);
  EXPECT_EQ(value(faster, "launch.gap"), value(h200(), "launch.gap"));

  const Profile wider = with_change(h200(), DeviceChange::threads);
  EXPECT_EQ(value(wider, "threads.resident_groups"), 2 * value(h200(), "threads.resident_groups"));
  EXPECT_EQ(wider.provenance.device.abilities->unit_registers, 2U * 65536);
}

// Times of arithmetic beside loads are read as a ratio: a faster memory moves them no nearer.
TEST(Sensitivity, bandwidth_changes_the_curves_of_bytes_alone) {
  const Profile faster = with_change(h200(), DeviceChange::bandwidth);
  const auto longest = [](const Profile& profile, const char* name) {
    const Curve* curve = curve_named(profile, name);
    return curve == nullptr ? 0.0 : curve->points.back().y.value;
  };

  for (const char* name : {"elements.r1w1.4B", "transfer.in.pinned"}) {
    ASSERT_GT(longest(h200(), name), 0) << name;
    EXPECT_NEAR(longest(faster, name), longest(h200(), name) / 1.1, 1e-3 * longest(h200(), name));
  }
  for (const char* name : {"overlap.time", "atomic.random", "launch.group"}) {
    ASSERT_GT(longest(h200(), name), 0) << name;
    EXPECT_EQ(longest(faster, name), longest(h200(), name)) << name;
  }
}

TEST(Sensitivity, what_a_wider_device_seems_to_lose_is_nothing_saved) {
  const Workload& himeno = workload_named("himeno");
  const auto sweeps = [&](const Profile& profile) {
    const DeviceTraits traits = traits_of(profile.provenance.device);
    const Program program =
        himeno.program(settings_for(himeno, traits, {{"size", "S"}, {"variant", "wide"}}));
    return predict(profile, program, {.models = {"plumbline"}, .paths = {}});
  };
  const double before = sweeps(h200()).predictions.front().total().count();
  const std::vector<Saving> all = savings(h200(), sweeps(h200()), sweeps);
  // A grid that does not fill the units: the same loads are held by half of each.
  const Profile wider = with_change(h200(), DeviceChange::threads);

  EXPECT_GE(sweeps(wider).predictions.front().total().count(), before);
  ASSERT_THAT(all, SizeIs(4));
  EXPECT_EQ(all[3].share, 0);
  EXPECT_GT(all[0].share, 0);
}

TEST(Sensitivity, a_profile_without_our_model_has_none) {
  const Profile g80 = shipped("g80");
  const Workload& stream = workload_named("stream");
  const Program program = stream.program(settings_for(stream, DeviceTraits{DeviceKind::gpu}, {}));
  const PredictedPoint point = predict(g80, program, {.models = {"ito2007"}, .paths = {}});
  EXPECT_THAT(savings(g80, point, [&](const Profile&) { return point; }), IsEmpty());
}

PredictedPoint point_at(double bytes_per_second) {
  PartPrediction part;
  part.name = "blur";
  part.bytes = Bytes{1'000'000'000};
  part.cost.time = Seconds{1e9 / bytes_per_second};
  Prediction prediction;
  prediction.model = "ito2007";
  prediction.passes = {part};
  PredictedPoint point;
  point.predictions = {prediction};
  return point;
}

TEST(MeasuredRates, a_faster_part_is_named_with_both_rates) {
  Profile profile;
  profile.parameters.push_back({.name = "bandwidth.private.read.level1",
                                .value = quantity_of(std::vector{2e12}, "B/s"),
                                .method = {},
                                .note = {}});
  EXPECT_THAT(beyond_measured(profile, point_at(2e12)), IsEmpty());
  ASSERT_THAT(beyond_measured(profile, point_at(3e12)), SizeIs(1));
  EXPECT_THAT(
      beyond_measured(profile, point_at(3e12)).front(),
      HasSubstr("ito2007: 'blur' at 3000 GB/s is faster than any rate of the profile "
                "for the 953.7 MiB that a launch touches (2000 GB/s, 1.50 times the time)"));
  EXPECT_THAT(beyond_measured(Profile{}, point_at(3e12)), IsEmpty()) << "nothing was measured";
}

TEST(MeasuredRates, what_no_cache_can_hold_comes_from_memory) {
  const Profile profile = h200();
  const Workload& stream = workload_named("stream");
  const auto notes_of = [&](const char* elements) {
    const Program program = stream.program(
        settings_for(stream, traits_of(profile.provenance.device), {{"elements", elements}}));
    const PredictedPoint point = predict(profile, program, {.models = {}, .paths = {}});
    return beyond_measured(profile, point, &program);
  };

  EXPECT_THAT(notes_of("1073741824"),
              testing::ElementsAre(testing::AllOf(HasSubstr("ito2007: "), HasSubstr("12 GiB"),
                                                  HasSubstr("4814 GB/s"))));
}

TEST(MeasuredRates, a_copy_faster_than_the_bus_is_not_said_to_stay_in_registers) {
  Profile profile;
  profile.parameters.push_back({.name = "transfer.in.pinned.bandwidth",
                                .value = quantity_of(std::vector{5e10}, "B/s"),
                                .method = {},
                                .note = {}});
  PredictedPoint point = point_at(1e9);
  point.predictions.front().transfer_in = point_at(1e11).predictions.front().passes.front();

  const std::vector<std::string> notes = beyond_measured(profile, point);

  ASSERT_THAT(notes, SizeIs(1));
  EXPECT_THAT(notes.front(), HasSubstr("than any copy between host and device that was measured "
                                       "(50 GB/s)"));
}

TEST(MeasuredRates, unreliable_parameters_are_counted_and_the_first_is_named) {
  Profile profile;
  profile.name = "busy";
  const auto add = [&](const char* name, Confidence confidence, const char* note) {
    profile.parameters.push_back({.name = name,
                                  .value = quantity_of(std::vector{1.0}, "s"),
                                  .method = {},
                                  .confidence = confidence,
                                  .note = note});
  };
  add("a", Confidence::sure, "");
  EXPECT_EQ(unreliable_parameters(profile), "");
  add("b", Confidence::unreliable, "noise 12 %");
  add("c", Confidence::unreliable, "");
  EXPECT_THAT(unreliable_parameters(profile),
              HasSubstr("profile busy: 2 of 3 parameters are unreliable, b (noise 12 %) among"));
}

}  // namespace
}  // namespace plumb
