// tests/model/plumbline_test.cpp - the terms of our model against values worked out by hand.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/plumbline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/model/plumbline/pattern_term.h"
#include "plumb/model/predict.h"
#include "tests/records/refusal.h"

namespace plumb {
namespace {

Quantity exactly(double value, const char* unit) { return quantity_of(std::vector{value}, unit); }

Curve curve_of(const std::string& name, const std::function<double(double)>& seconds) {
  Curve curve{.name = name, .x_name = "bytes", .x_unit = "B", .points = {}};
  for (double bytes = 1024; bytes <= 0x1p30; bytes *= 2)
    curve.points.push_back({.x = bytes, .y = exactly(seconds(bytes), "s")});
  return curve;
}

// A launch takes 4 us and 1 ns per 100 bytes, whatever it moves; a gap 1 us, a call 5 us.
Profile straight_profile() {
  Profile profile;
  profile.name = "straight";
  for (const int reads : {0, 1, 4}) {
    for (const int width : {4, 16})
      profile.curves.push_back(curve_of(fmt::format("elements.r{}w1.{}B", reads, width),
                                        [](double bytes) { return 4e-6 + bytes * 1e-11; }));
  }
  for (const char* way : {"in", "out"})
    profile.curves.push_back(curve_of(fmt::format("transfer.{}.pinned", way),
                                      [](double bytes) { return 1e-5 + bytes * 1e-10; }));
  const auto add = [&](const char* name, double value, const char* unit) {
    profile.parameters.push_back(
        {.name = name, .value = exactly(value, unit), .method = {}, .note = {}});
  };
  add("launch.gap", 1e-6, "s");
  add("launch.same", 5e-6, "s");
  add("launch.batch", 0.5e-6, "s");
  add("launch.sync", 9e-6, "s");
  add("bandwidth.private.read.level1", 1e12, "B/s");
  add("bandwidth.memory.driver_copy", 1e11, "B/s");
  add("compute.fma.f32.throughput", 2e12, "flop/s");
  add("compute.fma.f32.latency", 2e-9, "s");
  add("compute.div.f64.throughput", 1e9, "op/s");
  add("compute.div.f64.latency", 5e-8, "s");
  return profile;
}

Launch copying(std::uint64_t points) {
  Launch launch;
  launch.pass = {.name = "copy",
                 .points = points,
                 .accesses = {{.bytes = Bytes{4}}, {.bytes = Bytes{4}, .use = Use::write}}};
  return launch;
}

Program program_of(std::vector<Step> steps) {
  Program program;
  program.name = "p";
  program.buffers = {{"a", {Scalar::i32, 1}, 1U << 20U, {}}};
  program.steps = std::move(steps);
  return program;
}

double total(const Program& program, const Profile& profile) {
  const PredictOptions options{.models = {"plumbline"}, .paths = {}};
  return predict(profile, program, options).predictions.front().total().count();
}

constexpr double mebi = 1 << 20U;
constexpr std::uint64_t mebi_bytes = 1U << 20U;

TEST(TimeCurve, is_exact_at_its_points_constant_before_and_a_rate_behind_them) {
  const TimeCurve curve(curve_of("c", [](double bytes) { return 4e-6 + bytes * 1e-11; }));

  EXPECT_NEAR(curve.at(4096), 4e-6 + 4096e-11, 1e-18);
  EXPECT_DOUBLE_EQ(curve.at(1), curve.at(1024));
  EXPECT_DOUBLE_EQ(curve.at(0x1p32), 4 * curve.at(0x1p30));
  EXPECT_NEAR(curve.at(6000), 4e-6 + 6000e-11, 5e-9);  // between two points
}

// Points close together, far apart and of several to an octave, each found by its neighbours.
TEST(TimeCurve, lies_between_the_two_points_around_an_amount) {
  Curve curve{.name = "c", .x_name = "bytes", .x_unit = "B", .points = {}};
  for (const double x : {3.0, 4.0, 4.5, 5.0, 7.9, 8.0, 1000.0, 1024.0, 1e6, 3e6, 4e6, 1e9})
    curve.points.push_back({.x = x, .y = exactly(1e-6 * std::sqrt(x), "s")});
  const TimeCurve time(curve);

  // A root is a straight line in the logarithms, so every piece of it gives the same.
  for (double amount = 3; amount < 1e9; amount *= 1.07)
    EXPECT_NEAR(time.at(amount), 1e-6 * std::sqrt(amount), 1e-18 * amount) << amount;

  curve.points[5].y.value *= 2;  // at 8: what lies beside it changes, and nothing else does
  const TimeCurve with_peak(curve);
  EXPECT_DOUBLE_EQ(with_peak.at(8), 2e-6 * std::sqrt(8.0));
  EXPECT_GT(with_peak.at(7.95), 1.2 * time.at(7.95));
  EXPECT_GT(with_peak.at(500), 1.05 * time.at(500));
  EXPECT_DOUBLE_EQ(with_peak.at(7.8), time.at(7.8));
  EXPECT_DOUBLE_EQ(with_peak.at(1001), time.at(1001));
}

TEST(TimeCurve, leaves_out_what_is_not_a_time) {
  Curve curve{.name = "c", .x_name = "bytes", .x_unit = "B", .points = {}};
  for (const double seconds : {0.0, 2.0, -1.0})
    curve.points.push_back({.x = 1, .y = exactly(seconds, "s")});

  EXPECT_DOUBLE_EQ(TimeCurve(curve).at(1), 2.0);
  EXPECT_TRUE(TimeCurve(Curve{}).empty());
}

TEST(Traffic, counts_distinct_bytes_once_and_the_rest_as_reuse) {
  const Pass stencil{
      .name = "s",
      .points = 1000,
      .accesses = {{.references = 5, .bytes = Bytes{4}, .pattern = Pattern::neighbourhood},
                   {.references = 2, .bytes = Bytes{4}, .use = Use::both},
                   {.references = 3,
                    .bytes = Bytes{8},
                    .pattern = Pattern::random,
                    .footprint = Bytes{800}}}};

  const Traffic traffic = traffic_of(stencil);

  EXPECT_DOUBLE_EQ(traffic.read, 4000 + 4000 + 800);
  EXPECT_DOUBLE_EQ(traffic.written, 4000);
  EXPECT_DOUBLE_EQ(traffic.reused, 16000 + 0 + 24000 - 800);
}

TEST(Plumbline, a_single_launch_is_the_probed_one) {
  const Program program = program_of({{"copy", copying(1U << 20U)}});

  // The wait for it: 9 us less the 4 us that the least launch takes.
  EXPECT_NEAR(total(program, straight_profile()), 4e-6 + 8 * mebi * 1e-11 + 5e-6, 1e-7);
}

Prediction predicted(const Program& program, const Profile& profile) {
  const PredictOptions options{.models = {"plumbline"}, .paths = {}};
  return predict(profile, program, options).predictions.front();
}

// Kernels that the model has not seen took just what it says, or `longer` times that.
Profile with_tried(Profile profile, double longer = 1) {
  const auto add = [&](const std::string& name, double value, const char* unit) {
    profile.parameters.push_back(
        {.name = name, .value = exactly(value, unit), .method = {}, .note = {}});
  };
  add("compute.add.f32.throughput", 1e18, "flop/s");
  add("compute.integer.throughput", 1e18, "op/s");
  constexpr double side = 4096;
  add("patterns.side.memory", side, "1");
  const auto tried = [&](const std::string& name, double references, double arrays) {
    for (const double width : {4.0, 8.0, 16.0}) {
      const double cells = side * side * width;
      const double model =
          4e-6 + (arrays + 1) * cells * 1e-11 + (references - arrays) * cells * 1e-12;
      add(fmt::format("patterns.{}.{}B.memory", name, width),
          (references + 1) * cells / (longer * model), "B/s");
    }
  };
  tried("relative", 2, 1);
  tried("multiple", 4, 4);
  for (const int k : {2, 4, 8, 16}) {
    tried(fmt::format("row.k{}", k), k, 1);
    tried(fmt::format("square.k{}", k), 1.0 + k * k, 1);
  }
  return profile;
}

TEST(Plumbline, what_it_missed_of_the_probes_own_kernels_widens_the_interval) {
  Launch stencil = copying(1U << 26U);
  stencil.pass.accesses.front().references = 9;
  stencil.pass.accesses.front().pattern = Pattern::neighbourhood;
  const auto width = [](const Launch& launch, const Profile& profile) {
    const Cost whole = predicted(program_of({{"launch", launch}}), profile).whole();
    return whole.spread / whole.time;
  };

  Profile profile = straight_profile();
  profile.parameters.push_back(
      {.name = "mix.exponent", .value = exactly(1, "1"), .method = {}, .note = {}});
  EXPECT_LT(width(stencil, with_tried(profile)), 0.03);
  EXPECT_NEAR(width(stencil, with_tried(profile, 2)), 0.5, 0.03);
  EXPECT_NEAR(width(stencil, profile), 0.3, 0.03);  // none was tried
  EXPECT_NEAR(width(copying(1U << 26U), profile), 0.1, 0.03);
  // Units that others use as well: rounds of the probe lie 40 % around their middle.
  for (Finding& finding : profile.parameters) {
    const double value = finding.value.value;
    finding.value.low = 0.6 * value;
    finding.value.high = 1.4 * value;
  }
  EXPECT_NEAR(width(copying(1U << 26U), profile), std::sqrt(0.1 * 0.1 + 0.4 * 0.4), 0.03);
}

TEST(Plumbline, few_groups_have_few_units) {
  Profile profile = straight_profile();
  profile.provenance.device.compute_units = 100;
  Launch launch = copying(1024);
  launch.kernel = "k";
  launch.pass.flops = Flops{2e6};  // 1 ms of the whole device, and a chain of 2 ms
  launch.global = {1024, 1, 1};
  launch.local = {1024, 1, 1};
  const double one_group = total(program_of({{"launch", launch}}), profile);
  launch.local = {8, 1, 1};
  const double many_groups = total(program_of({{"launch", launch}}), profile);

  EXPECT_NEAR(one_group, 0.1024, 1e-4);
  EXPECT_NEAR(many_groups, 0.002, 2e-5);
}

TEST(Plumbline, the_unit_with_the_most_groups_ends_last) {
  Profile profile = straight_profile();
  profile.provenance.device.compute_units = 100;
  const auto time_of = [&](std::uint64_t groups) {
    Launch launch = copying(groups * 256);
    launch.kernel = "k";
    launch.pass.flops = Flops{1e6};  // 12.8 ms of the whole device for 100 groups
    launch.global = {groups * 256, 1, 1};
    launch.local = {256, 1, 1};
    return total(program_of({{"launch", launch}}), profile);
  };

  EXPECT_NEAR(time_of(100), 0.0128, 1e-4);
  EXPECT_NEAR(time_of(101), 0.0256, 1e-4);
  EXPECT_NEAR(time_of(200), 0.0256, 1e-4);
  EXPECT_NEAR(time_of(1001) / time_of(1000), 1.1, 0.01);
}

TEST(Plumbline, work_items_that_go_on_loading_compute_beside_their_loads) {
  Profile profile = straight_profile();
  const auto add = [&](const char* name, double value) {
    profile.parameters.push_back(
        {.name = name, .value = exactly(value, "1"), .method = {}, .note = {}});
  };
  add("overlap.exponent", 1);
  add("overlap.ahead.exponent", 64);
  Launch once = copying(1U << 26U);
  once.pass.flops = Flops{160};  // as long as the bytes take
  Launch again = once;
  again.pass.accesses.front().references = 4;
  again.pass.accesses.front().streams = 1;
  again.pass.accesses.front().footprint = Bytes{4U << 26U};

  const double bytes = 8.0 * (1U << 26U) * 1e-11;
  EXPECT_NEAR(total(program_of({{"launch", once}}), profile), 2 * bytes, 1e-3 * bytes + 1e-5);
  EXPECT_LT(total(program_of({{"launch", again}}), profile), 1.3 * bytes);
}

TEST(Plumbline, noise_of_the_probe_is_an_interval_of_the_prediction) {
  Profile noisy = straight_profile();
  for (Curve& curve : noisy.curves) {
    for (CurvePoint& point : curve.points) {
      point.y.low = 0.8 * point.y.value;
      point.y.high = 1.2 * point.y.value;
    }
  }
  const Program program = program_of({{"copy", copying(1U << 26U)}});

  const Cost sure = predicted(program, with_tried(straight_profile())).whole();
  const Cost unsure = predicted(program, with_tried(noisy)).whole();

  EXPECT_LT(sure.spread / sure.time, 0.03);  // curves are straight: little is missed between points
  EXPECT_NEAR(unsure.spread / unsure.time, 0.2, 0.01);
  const TimeInterval interval = interval_of(unsure).value();
  EXPECT_NEAR(interval.high / interval.low, 1.44, 0.03);
}

// 1024 work-items are resident; one takes 1 us for a turn of its loop.
Profile with_threads(Profile profile) {
  const auto add = [&](const char* name, double value, const char* unit) {
    profile.parameters.push_back(
        {.name = name, .value = exactly(value, unit), .method = {}, .note = {}});
  };
  add("threads.resident_groups", 4, "1");
  add("threads.group256.flight1.per_item", 8e6, "B/s");
  add("threads.group256.flight1.sharpness", 8, "1");
  add("latency.memory.time", 1e-6, "s");
  return profile;
}

TEST(Plumbline, abstains_where_turns_of_loops_alone_decide_and_where_memory_is_short) {
  Launch few = copying(1U << 20U);
  few.kernel = "k";
  few.global = {16, 1, 1};
  Launch warp = few;
  warp.global = {32, 1, 1};
  const Program program = program_of({{"copy", few}});
  Profile small = with_threads(straight_profile());
  small.provenance.device.memory = Bytes{1U << 20U};

  EXPECT_EQ(
      predicted(program, with_threads(straight_profile())).reason,
      "'copy' has long loops in few work-items (16): how a compiler overlaps their turns decides, "
      "which no probe tells");
  const Prediction of_a_warp =
      predicted(program_of({{"copy", warp}}), with_threads(straight_profile()));
  EXPECT_EQ(of_a_warp.reason, "");
  EXPECT_GT(of_a_warp.whole().spread / of_a_warp.whole().time, 0.5) << "a factor of two";
  EXPECT_EQ(predicted(program_of({{"copy", copying(16)}}), small).reason,
            "the program needs 0.00391 GiB of memory, straight has 0.000977 GiB");
}

TEST(Plumbline, abstains_from_images_and_on_gpus_from_groups_that_fill_no_warp) {
  Profile gpu = straight_profile();
  gpu.provenance.device.kind = "gpu";
  Launch lone = copying(1U << 20U);
  lone.kernel = "k";
  lone.global = {1U << 20U, 1, 1};
  lone.local = {1, 1, 1};
  Launch sampled = copying(1U << 20U);
  sampled.arguments.emplace_back(ImageArgument{"volume"});
  Launch few = lone;
  few.global = {64, 1, 1};
  few.pass.points = 64;

  EXPECT_EQ(predicted(program_of({{"copy", lone}}), gpu).reason,
            "'copy' has groups of 1 work-item: lanes that idle beside them no probe tells; groups "
            "of 32 or more can be predicted");
  EXPECT_EQ(predicted(program_of({{"copy", sampled}}), gpu).reason,
            "'copy' is given an image, and no access of its pass states a 'sampler'");
  EXPECT_EQ(predicted(program_of({{"copy", few}}), gpu).reason, "");
  Launch unwritten = copying(1U << 20U);
  EXPECT_EQ(predicted(program_of({{"copy", unwritten}}), gpu).reason, "");
  unwritten.pass.group = 256;
  EXPECT_EQ(predicted(program_of({{"copy", unwritten}}), gpu).reason, "");
  gpu.provenance.device.kind = "cpu";
  EXPECT_EQ(predicted(program_of({{"copy", lone}}), gpu).reason, "");
  EXPECT_EQ(predicted(program_of({{"copy", sampled}}), gpu).reason,
            "'copy' is given an image, and no access of its pass states a 'sampler'");
}

TEST(Plumbline, a_turn_that_waits_for_its_load_is_counted_once) {
  Launch few = copying(1U << 20U);
  few.kernel = "k";
  few.global = {1024, 1, 1};
  Profile profile = with_threads(straight_profile());
  profile.parameters.push_back(
      {.name = "latency.memory.time", .value = exactly(1e-6, "s"), .method = {}, .note = {}});
  for (Finding& found : profile.parameters) {
    if (found.name.ends_with("per_item")) found.value.value = 64e6;  // 1/8 us for a turn
  }
  const double turns = predicted(program_of({{"copy", few}}), profile).total().count();

  few.pass.accesses.front().dependent = 1;  // 1 us for each of 1024 turns
  const double waits = predicted(program_of({{"copy", few}}), profile).total().count();

  EXPECT_GT(turns, 1024 * 0.125e-6);
  EXPECT_NEAR(waits, 1024e-6, 5e-5);
}

TEST(Plumbline, what_is_asked_for_ahead_comes_beside_other_bytes) {
  Launch few = copying(1U << 20U);
  few.kernel = "k";
  few.global = {512, 1, 1};  // half of what the device holds
  few.pass.accesses.front().dependent = 1;
  const Profile profile = with_threads(straight_profile());
  const double waiting = predicted(program_of({{"copy", few}}), profile).total().count();

  for (Access& access : few.pass.accesses) access.ahead = 1;
  const double ahead = predicted(program_of({{"copy", few}}), profile).total().count();

  EXPECT_GT(ahead, 2048e-6);
  EXPECT_LT(ahead, waiting - 3e-5);
}

TEST(Plumbline, what_nobody_waits_for_has_no_turns) {
  Launch few = copying(1U << 20U);
  few.kernel = "k";
  few.global = {1024, 1, 1};
  Profile slow = with_threads(straight_profile());
  for (Finding& found : slow.parameters) {
    if (found.name.ends_with("per_item")) found.value.value = 64e6;
  }
  const double waiting = predicted(program_of({{"copy", few}}), slow).total().count();

  few.pass.accesses.front().ahead = 1;  // nobody waits for what is stored
  EXPECT_LT(predicted(program_of({{"copy", few}}), slow).total().count(), waiting - 2e-5);
}

TEST(Plumbline, an_access_without_references_has_no_turns) {
  Launch wide = copying(1U << 20U);
  wide.kernel = "k";
  wide.global = {1024, 1, 1};
  for (Access& access : wide.pass.accesses) access.width = 16;
  Profile slow = with_threads(straight_profile());
  for (Finding& found : slow.parameters) {
    if (found.name.ends_with("per_item")) found.value.value = 64e6;
  }
  const double before = predicted(program_of({{"copy", wide}}), slow).total().count();

  wide.pass.accesses.push_back({.references = 0, .bytes = Bytes{4}});

  EXPECT_NEAR(predicted(program_of({{"copy", wide}}), slow).total().count(), before, 1e-9);
}

TEST(Plumbline, the_longest_work_item_decides_how_many_are_busy) {
  Launch few = copying(1U << 20U);
  few.kernel = "k";
  few.global = {1024, 1, 1};
  Profile slow = with_threads(straight_profile());
  for (Finding& found : slow.parameters) {
    if (found.name.ends_with("per_item")) found.value.value = 64e6;
  }
  const double alike = predicted(program_of({{"copy", few}}), slow).total().count();

  few.pass.longest = 1280;  // as if four of five had all points

  EXPECT_NEAR(predicted(program_of({{"copy", few}}), slow).total().count() - alike,
              (1280 - 1024) * 0.125e-6, 3e-6);
}

TEST(Plumbline, what_other_units_had_comes_from_the_cache_of_all) {
  Launch edges = copying(1U << 20U);
  Profile profile = straight_profile();
  profile.parameters.push_back({.name = "bandwidth.shared.read.level1",
                                .value = exactly(1e11, "B/s"),
                                .method = {},
                                .note = {}});
  edges.pass.accesses.front().footprint = Bytes{4 * mebi_bytes};
  const double once = total(program_of({{"copy", edges}}), profile);

  edges.pass.accesses.front().executed = 2;
  const double near = total(program_of({{"copy", edges}}), profile);
  edges.pass.accesses.front().reuse = Reuse::device;
  const double far = total(program_of({{"copy", edges}}), profile);

  EXPECT_NEAR(near - once, 4 * mebi / 1e12, 1e-7);
  EXPECT_NEAR(far - once, 4 * mebi / 1e11, 1e-7);
}

TEST(Plumbline, few_work_items_with_long_loops_take_the_time_of_their_turns) {
  Launch few = copying(1U << 20U);
  few.kernel = "k";
  few.global = {1024, 1, 1};
  Profile slow = with_threads(straight_profile());
  for (Finding& found : slow.parameters) {
    if (found.name.ends_with("per_item")) found.value.value = 64e6;  // 1/8 us for a turn
  }

  const Prediction prediction = predicted(program_of({{"copy", few}}), slow);

  EXPECT_NEAR(prediction.total().count(), 1024 * 0.125e-6, 2e-5);
  EXPECT_EQ(prediction.passes.front().items, 1024U);
  few.global = {1U << 20U, 1, 1};
  EXPECT_LT(
      predicted(program_of({{"copy", few}}), with_threads(straight_profile())).total().count(),
      2e-4);
}

TEST(Plumbline, a_chain_waits_for_every_reference) {
  Launch chased = copying(1U << 20U);
  chased.kernel = "k";
  chased.global = {1U << 20U, 1, 1};
  chased.pass.accesses.front().dependent = 4;

  EXPECT_NEAR(total(program_of({{"chase", chased}}), with_threads(straight_profile())), 4096e-6,
              1e-4);
}

TEST(Plumbline, a_queue_of_short_launches_takes_as_long_as_the_host_calls) {
  const Program program = program_of({{"many", Repeat{1000, {{"copy", copying(256)}}}}});

  EXPECT_NEAR(total(program, straight_profile()), 1000 * 5e-6, 1e-5);
}

TEST(Plumbline, a_queue_of_long_launches_hides_the_host) {
  const Program program = program_of({{"many", Repeat{1000, {{"copy", copying(1U << 20U)}}}}});

  EXPECT_NEAR(total(program, straight_profile()), 1000 * (1e-6 + 8 * mebi * 1e-11), 1e-4);
}

Step waiting() { return {"wait", Wait{}}; }

// The least launch with its wait is probed: 9 us. Without waits the host's calls take 5 us each.
TEST(Plumbline, a_host_that_waits_after_every_launch_takes_as_long_as_was_probed) {
  const Program waits =
      program_of({{"many", Repeat{1000, {{"copy", copying(1)}, waiting()}}}, waiting()});
  const Program once = program_of({{"many", Repeat{1000, {{"copy", copying(1)}}}}, waiting()});

  EXPECT_NEAR(total(waits, straight_profile()), 1000 * 9e-6, 1e-7);
  EXPECT_NEAR(total(once, straight_profile()), 999 * 5e-6 + 9e-6, 1e-5);
}

TEST(Plumbline, calls_hide_behind_kernels_up_to_the_next_wait_alone) {
  const std::vector<Step> short_ones{{"short", Repeat{100, {{"short", copying(1)}}}}};
  const std::vector<Step> long_one{{"long", copying(1U << 20U)}};
  const auto together = [&](const std::vector<std::vector<Step>>& parts, bool waits) {
    Repeat all{1, {}};
    for (const std::vector<Step>& part : parts) {
      all.steps.insert(all.steps.end(), part.begin(), part.end());
      if (waits) all.steps.push_back(waiting());
    }
    return total(program_of({{"all", all}}), straight_profile());
  };

  // 100 calls of 5 us beside one kernel of 84 us and 100 of 1 us; behind a wait they have only
  // their own kernels beside them.
  EXPECT_NEAR(together({short_ones, long_one}, false), 500e-6 + 9e-6, 2e-6);
  EXPECT_NEAR(together({short_ones, long_one}, true), 495e-6 + 9e-6 + 8 * mebi * 1e-11 + 9e-6,
              2e-6);
  EXPECT_DOUBLE_EQ(together({long_one, short_ones}, true), together({short_ones, long_one}, true));
}

TEST(Plumbline, calls_hide_behind_nothing_that_was_waited_for) {
  const Step long_one{"long", copying(1U << 20U)};
  const Step short_ones{"short", Repeat{100, {{"short", copying(1)}}}};
  const double apart =
      total(program_of({{"a", Repeat{1, {long_one, waiting()}}}, {"b", Repeat{1, {short_ones}}}}),
            straight_profile());

  EXPECT_NEAR(total(program_of({{"all", Repeat{1, {long_one, waiting(), short_ones}}}}),
                    straight_profile()),
              apart, 1e-9);
}

// 1000 kernels of 1 us in a queue wait for calls of 5 us; a copy of 10 us before each hides them.
TEST(Plumbline, calls_hide_behind_copies) {
  const Step one{"one", copying(1)};
  const Step in{"in", Transfer{.buffer = "a", .count = 1}};
  const auto rounds = [&](const std::vector<Step>& steps) {
    return total(program_of({{"many", Repeat{1000, steps}}}), straight_profile());
  };

  EXPECT_NEAR(rounds({one}), 1000 * 5e-6, 2e-5);
  EXPECT_NEAR(rounds({in, one}), 1000 * (10.1e-6 + 1e-6), 2e-5);
}

TEST(Plumbline, a_round_that_begins_with_a_wait_waits_like_one_that_ends_with_it) {
  const Step one{"one", copying(1)};
  const auto rounds = [&](const std::vector<Step>& steps) {
    return total(program_of({{"many", Repeat{1000, steps}}, waiting()}), straight_profile());
  };

  EXPECT_NEAR(rounds({waiting(), one}), rounds({one, waiting()}), 1e-9);
  EXPECT_NEAR(rounds({waiting(), one, waiting()}), rounds({one, waiting()}), 1e-9);
  const Step out{"out", Transfer{.direction = Direction::out, .buffer = "a", .count = 1}};
  EXPECT_NEAR(rounds({waiting(), one, out}), rounds({one, out, waiting()}), 1e-9);

  const auto after_many = [&](const std::vector<Step>& steps) {
    return total(
        program_of({{"many", Repeat{1000, {one}}}, {"more", Repeat{1000, steps}}, waiting()}),
        straight_profile());
  };
  EXPECT_NEAR(after_many({waiting(), one}) - after_many({one, waiting()}), 5e-6, 4e-6)
      << "one wait more: for the thousand before it";
  const Repeat apart{1,
                     {{"copies", Repeat{10, {out, waiting()}}}, {"kernels", Repeat{1000, {one}}}}};
  EXPECT_NEAR(total(program_of({{"all", apart}}), straight_profile()),
              10 * 10.1e-6 + 999 * 5e-6 + 9e-6, 2e-5)
      << "nobody waits among the kernels";
}

TEST(Plumbline, a_wait_costs_only_where_launches_are_waited_for) {
  const Step in{"in", Transfer{Direction::in, "a"}};
  const Step out{"out", Transfer{Direction::out, "a"}};
  const Step one{"one", copying(1)};
  const auto of = [](std::vector<Step> steps) {
    return total(program_of(std::move(steps)), straight_profile());
  };

  EXPECT_DOUBLE_EQ(of({in, waiting(), waiting()}), of({in}));
  EXPECT_DOUBLE_EQ(of({one, waiting(), waiting()}), of({one}));
  EXPECT_DOUBLE_EQ(of({one, waiting(), in, waiting()}), of({one, waiting()}) + of({in}));
  EXPECT_DOUBLE_EQ(of({in, one, out, waiting()}), of({in, one, out}));
}

// A check reads 4 bytes back, 10 us; the next round starts on an idle queue.
TEST(Plumbline, a_check_hides_nothing_of_the_next_round) {
  const auto loop = [](std::uint64_t every) {
    return total(program_of({{"solve", Until{.steps = {{"sweep", copying(1)}},
                                             .buffer = "a",
                                             .check_every = every,
                                             .expected = 100}}}),
                 straight_profile());
  };

  EXPECT_NEAR(loop(1), 100 * (4e-6 + 10e-6), 2e-5);
  EXPECT_NEAR(loop(100), 99 * 5e-6 + 4e-6 + 10e-6, 5e-6);
}

// A round that begins with a wait waits for the one before it, unless that was checked.
TEST(Plumbline, a_loop_that_begins_with_a_wait_waits_for_rounds_that_are_not_checked) {
  constexpr double waited_for = 9e-6;  // a launch
  constexpr double check = 10.1e-6;
  constexpr double checked = 4e-6 + check;  // a launch, with its check
  constexpr double less_than_a_wait = 2e-6;
  const Step one{"one", copying(1)};
  const Step out{"out", Transfer{.direction = Direction::out, .buffer = "a", .count = 1}};
  const auto loop = [](const std::vector<Step>& steps, std::uint64_t every,
                       std::uint64_t limit = 1000) {
    return Step{
        "solve",
        Until{
            .steps = steps, .buffer = "a", .check_every = every, .limit = limit, .expected = 100}};
  };
  const auto expect = [](std::vector<Step> steps, double seconds) {
    EXPECT_NEAR(total(program_of(std::move(steps)), straight_profile()), seconds, less_than_a_wait);
  };

  expect({loop({waiting(), one}, 1)}, 100 * checked);
  expect({loop({waiting(), one}, 4)}, 75 * waited_for + 25 * checked);
  expect({loop({waiting(), one}, 100)}, 99 * waited_for + checked);
  expect({loop({waiting(), one}, 4, 7)}, 5 * waited_for + 2 * checked);
  expect({{"thrice", Repeat{3, {loop({waiting(), one}, 4)}}}},
         3 * (75 * waited_for + 25 * checked));
  expect({one, loop({waiting(), one}, 4)}, 76 * waited_for + 25 * checked);
  expect({loop({waiting(), one, waiting(), one}, 4)}, 175 * waited_for + 25 * checked);
  expect({loop({waiting(), one, out}, 4)}, 100 * checked + 25 * check);  // the copy waits

  // A round that ends with a wait leaves nothing to wait for, nor to the check.
  expect({loop({one, waiting()}, 4)}, 100 * waited_for + 25 * check);
  expect({loop({waiting(), one, waiting()}, 4)}, 100 * waited_for + 25 * check);
}

TEST(Plumbline, a_loop_in_a_loop_waits_at_the_beginning_of_every_round) {
  constexpr double waited_for = 9e-6;       // a launch
  constexpr double two_waited_for = 13e-6;  // a launch behind another
  constexpr double last_wait = 5e-6;
  constexpr double copy = 10.1e-6;
  const Step one{"one", copying(1)};
  const Step two{"two", Repeat{2, {one}}};
  const Step in{"in", Transfer{.buffer = "a", .count = 1}};
  const Step within{"within",
                    Transfer{.direction = Direction::within, .buffer = "a", .to = "b", .count = 1}};
  const auto repeat = [](std::uint64_t times, const std::vector<Step>& steps) {
    return Step{"repeat", Repeat{times, steps}};
  };
  const auto solve = [](const std::vector<Step>& steps) {
    return Step{"solve", Until{.steps = steps, .buffer = "a", .check_every = 4, .expected = 100}};
  };
  const auto of = [](const Step& step) { return total(program_of({step}), straight_profile()); };
  const auto expect = [&](const Step& step, double seconds) {
    EXPECT_NEAR(of(step), seconds, 2e-6);
  };

  expect(repeat(1, {one, repeat(100, {waiting(), one})}), 101 * waited_for);
  expect(repeat(3, {one, repeat(8, {waiting(), one})}), 23 * waited_for + 2 * two_waited_for);
  expect(repeat(3, {repeat(8, {waiting(), one})}), 24 * waited_for);
  expect(repeat(8, {repeat(2, {waiting()}), one}), 8 * waited_for);
  expect(repeat(100, {waiting(), two}), 100 * two_waited_for);
  expect(repeat(1, {one, solve({waiting(), one})}), 76 * waited_for + 25 * (4e-6 + copy));
  expect(solve({waiting(), two}), 75 * two_waited_for + 25 * (8e-6 + copy));

  // Where a copy comes first, it leaves nothing to wait for, unless it is one within the device.
  expect(repeat(100, {in, waiting(), one}), 100 * (copy + 4e-6) + last_wait);
  expect(repeat(100, {within, waiting(), one}), of(repeat(100, {within, one, waiting()})));
}

TEST(Plumbline, a_recorded_batch_needs_no_calls) {
  const Program program = program_of({{"batch", Batch{1000, {{"copy", copying(256)}}}}});

  EXPECT_NEAR(total(program, straight_profile()), 1000 * 0.5e-6, 2e-5);
}

TEST(Plumbline, a_processor_takes_up_kernels_of_a_queue_as_those_of_a_batch) {
  const Program program = program_of({{"many", Repeat{1000, {{"copy", copying(256)}}}}});
  Profile profile = straight_profile();
  std::ranges::find(profile.parameters, "launch.batch", &Finding::name)->value = exactly(8e-6, "s");
  EXPECT_NEAR(total(program, profile), 1000 * 5e-6, 1e-5);

  profile.provenance.device.kind = "cpu";
  EXPECT_NEAR(total(program, profile), 1000 * 8e-6, 1e-4);
}

TEST(Plumbline, a_kernel_waits_for_what_the_one_before_it_wrote) {
  const Program program = program_of({{"batch", Batch{1000, {{"copy", copying(256)}}}}});
  Profile profile = straight_profile();
  profile.parameters.push_back(
      {.name = "launch.batch.element", .value = exactly(1.25e-6, "s"), .method = {}, .note = {}});

  EXPECT_NEAR(total(program, profile), 1000 * 1.25e-6, 2e-5);
}

TEST(Plumbline, a_kernel_of_many_work_items_waits_for_more_than_one_of_few) {
  const auto batch_of = [](std::uint64_t n) {
    Launch launch = copying(n);
    launch.kernel = "k";
    launch.global = {n, 1, 1};
    return program_of({{"batch", Batch{1000, {{"copy", launch}}}}});
  };
  Profile profile = straight_profile();
  profile.parameters.push_back(
      {.name = "launch.batch.element", .value = exactly(1.25e-6, "s"), .method = {}, .note = {}});
  const double before_few = total(batch_of(256), profile);
  const double before_many = total(batch_of(1U << 16U), profile);
  // A word of 65,536 work-items takes 2 us more in a batch than when launched alone.
  const double alone = total(batch_of(1U << 16U), profile) / 1000 - 1.25e-6;
  profile.curves.push_back({.name = "launch.batch.elements",
                            .x_name = "work-items",
                            .x_unit = "1",
                            .points = {{.x = 256, .y = exactly(1.25e-6, "s")},
                                       {.x = 1U << 16U, .y = exactly(3.25e-6 + alone, "s")}}});

  EXPECT_NEAR(total(batch_of(256), profile), before_few, 2e-5);
  EXPECT_NEAR(total(batch_of(1U << 16U), profile) - before_many, 1000 * 2e-6, 1000 * 2e-7);
}

TEST(Plumbline, a_recorded_kernel_waits_for_the_neighbours_that_it_takes_up) {
  Profile profile = straight_profile();
  const auto add = [&](const char* name, double value) {
    profile.parameters.push_back(
        {.name = name, .value = exactly(value, "s"), .method = {}, .note = {}});
  };
  add("launch.batch.element", 1.25e-6);
  const auto time_of = [&](double references) {
    Launch launch = copying(256);
    launch.pass.accesses.front().references = references;
    launch.pass.accesses.front().footprint = Bytes{4 * 256};
    return total(program_of({{"batch", Batch{1000, {{"launch", launch}}}}}), profile) / 1000;
  };
  const std::array references{1.0, 3.0, 5.0, 9.0};
  std::array<double, 4> without{};
  std::ranges::transform(references, without.begin(), time_of);
  add("launch.batch.neighbours", 1.65e-6);

  EXPECT_NEAR(time_of(references[0]) - without[0], 0, 1e-9);
  EXPECT_NEAR(time_of(references[1]) - without[1], 0.2e-6, 1e-9);
  EXPECT_NEAR(time_of(references[2]) - without[2], 0.4e-6, 1e-9);
  EXPECT_NEAR(time_of(references[3]) - without[3], 0.4e-6, 1e-9);
}

TEST(Plumbline, a_group_waits_for_each_of_its_barriers) {
  Launch tree = copying(256);
  tree.pass.barriers = 100;
  Profile profile = straight_profile();
  const double without = total(program_of({{"c", copying(256)}}), profile);
  profile.parameters.push_back(
      {.name = "barrier.time", .value = exactly(3e-8, "s"), .method = {}, .note = {}});

  EXPECT_NEAR(total(program_of({{"t", tree}}), profile) - without, 100 * 3e-8, 1e-7);
}

// 2048 groups of 256 are resident: of 64 work-items none computes while another waits, and where
// all are there the longer of both hides the other.
TEST(Plumbline, few_work_items_wait_and_compute_in_turn) {
  constexpr std::uint64_t resident = 2048 * 256;
  Profile profile = straight_profile();
  const auto add = [&](const char* name, double value, const char* unit) {
    profile.parameters.push_back(
        {.name = name, .value = exactly(value, unit), .method = {}, .note = {}});
  };
  add("threads.resident_groups", 2048, "1");
  add("threads.group256.flight1.sharpness", 1000, "1");
  add("barrier.time", 3e-8, "s");
  add("overlap.exponent", 1000, "1");
  // Of an item: 1000 multiply-adds of 2 ns, 100 barriers of 30 ns.
  const auto time_of = [&](std::uint64_t items, double multiply_adds, double barriers) {
    Launch launch = copying(items);
    launch.pass.operations.fma = multiply_adds;
    launch.pass.barriers = barriers;
    return total(program_of({{"l", launch}}), profile);
  };

  const double alone = time_of(64, 0, 0);
  EXPECT_NEAR(time_of(64, 1000, 100) - alone, 2e-6 + 3e-6, 1e-8);
  EXPECT_NEAR(time_of(64, 0, 100) - alone, 3e-6, 1e-8);
  const double full = time_of(resident, 0, 0);
  ASSERT_GT(full - alone, 3e-5);
  EXPECT_NEAR(time_of(resident, 0, 1000), full, 1e-7);
  const double half = time_of(resident / 2, 0, 0) - alone;
  EXPECT_NEAR(time_of(resident / 2, 0, 1000) - alone, 3e-5 + half / 2, 1e-7);
}

TEST(Plumbline, what_waits_for_its_loads_is_limited_by_waits) {
  Launch walk = copying(64);
  walk.pass.accesses.front().references = 1000;
  walk.pass.accesses.front().dependent = 1000;
  walk.pass.accesses.front().footprint = Bytes{4U << 20U};
  Profile profile = straight_profile();
  profile.parameters.push_back(
      {.name = "latency.memory.time", .value = exactly(1e-6, "s"), .method = {}, .note = {}});

  const Prediction prediction = predicted(program_of({{"walk", walk}}), profile);

  EXPECT_EQ(limit_of(prediction.passes.front().cost), Limit::waits);
  EXPECT_EQ(limiting_path(prediction).name, "waits of work-items");
  EXPECT_NEAR(prediction.passes.front().cost.waiting.count(), 1e-3, 1e-9);
}

TEST(Plumbline, groups_of_a_cluster_wait_for_their_own_barriers) {
  Launch tree = copying(256);
  tree.pass.cluster_barriers = 100;
  Profile profile = straight_profile();
  EXPECT_EQ(refusal([&] { return total(program_of({{"t", tree}}), profile); }),
            "profile 'straight' has no barrier.cluster.time (plumb probe --only barrier), which "
            "model 'plumbline' needs");
  const double without = total(program_of({{"c", copying(256)}}), profile);
  const auto add = [&](const char* name, double seconds) {
    profile.parameters.push_back(
        {.name = name, .value = exactly(seconds, "s"), .method = {}, .note = {}});
  };
  // Of devices without clusters: a word is stored, and awaited.
  add("barrier.kernel.time", 5e-7);
  EXPECT_NEAR(total(program_of({{"t", tree}}), profile) - without, 100 * 2 * 5e-7, 1e-6);

  add("barrier.cluster.time", 4e-7);
  EXPECT_NEAR(total(program_of({{"t", tree}}), profile) - without, 100 * 4e-7, 1e-6);
}

TEST(Plumbline, abstains_from_groups_for_which_no_unit_has_room) {
  Profile profile = straight_profile();
  profile.provenance.device.abilities = DeviceAbilities{.local_memory = Bytes{48U << 10U},
                                                        .unit_local_memory = Bytes{100U << 10U},
                                                        .unit_registers = 65536};
  Launch large = copying(1U << 20U);
  large.kernel = "k";
  large.global = {1U << 20U, 1, 1};
  large.local = {512, 1, 1};
  const auto reason = [&] { return predicted(program_of({{"copy", large}}), profile).reason; };

  large.pass.local_memory = 48U << 10U;
  large.pass.registers = 128;
  EXPECT_EQ(reason(), "");
  large.pass.local_memory += 4;
  EXPECT_EQ(reason(),
            "a group of 'copy' takes 49156 B of local memory, 'straight' has 49152 for one");
  large.pass.local_memory = 0;
  large.pass.registers = 129;  // 136 are given
  EXPECT_EQ(reason(), "a group of 'copy' takes 69632 registers, a unit of 'straight' has 65536");
  profile.provenance.device.abilities->largest_group = 256;
  EXPECT_EQ(reason(), "a group of 'copy' has 512 work-items, 'straight' takes at most 256");
}

TEST(Plumbline, barriers_that_were_not_probed_are_named_with_their_probe) {
  Launch tree = copying(256);
  tree.pass.barriers = 1;

  EXPECT_EQ(refusal([&] { return total(program_of({{"t", tree}}), straight_profile()); }),
            "profile 'straight' has no barrier.time (plumb probe --only barrier), which model "
            "'plumbline' needs");
}

TEST(Plumbline, arithmetic_hides_behind_reuse_as_was_probed_of_reuse) {
  Profile profile = straight_profile();
  const auto add = [&](const char* name, double value) {
    profile.parameters.push_back(
        {.name = name, .value = exactly(value, "1"), .method = {}, .note = {}});
  };
  add("overlap.exponent", 1);
  add("overlap.ahead.exponent", 1);
  Launch launch = copying(1U << 20U);
  launch.pass.accesses.front().references = 1000;  // of which a unit's own cache has nearly all
  launch.pass.accesses.front().streams = 1;
  launch.pass.accesses.front().footprint = Bytes{4U << 20U};
  const double reused = total(program_of({{"launch", launch}}), profile);
  launch.pass.flops = Flops{4000};
  Launch alone = copying(1U << 20U);
  alone.pass.flops = launch.pass.flops;
  const double computed = total(program_of({{"launch", alone}}), profile);
  add("overlap.reused.exponent", 64);

  const double both = total(program_of({{"launch", launch}}), profile);

  EXPECT_GT(both, std::max(reused, computed) - 1e-4);
  EXPECT_LT(both, 1.05 * std::max(reused, computed));
}

TEST(Plumbline, work_items_that_load_nothing_compute_beside_their_stores_as_was_probed) {
  Profile profile = straight_profile();
  const auto add = [&](const char* name, double value) {
    profile.parameters.push_back(
        {.name = name, .value = exactly(value, "1"), .method = {}, .note = {}});
  };
  add("overlap.exponent", 1);
  Launch stores = copying(1U << 26U);
  std::erase_if(stores.pass.accesses, [](const Access& one) { return one.use != Use::write; });
  ASSERT_EQ(stores.pass.accesses.size(), 1);
  const double alone = total(program_of({{"launch", stores}}), profile);
  stores.pass.flops = Flops{80};  // as long as the bytes take
  const double in_turn = total(program_of({{"launch", stores}}), profile);
  add("overlap.ahead.exponent", 2);
  const double as_ahead = total(program_of({{"launch", stores}}), profile);
  add("overlap.stored.exponent", 64);

  const double as_probed = total(program_of({{"launch", stores}}), profile);

  EXPECT_NEAR(in_turn / alone, 2, 0.02);
  EXPECT_NEAR(as_ahead / alone, std::sqrt(2), 0.02);
  EXPECT_NEAR(as_probed / alone, 1, 0.02);
}

TEST(Plumbline, a_transfer_of_any_type_takes_its_probed_time) {
  const Program program =
      program_of({{"in", Transfer{.direction = Direction::in, .buffer = "a", .to = {}}}});

  EXPECT_NEAR(total(program, straight_profile()), 1e-5 + 4 * mebi * 1e-10, 1e-7);
}

TEST(Plumbline, operations_take_their_own_rate) {
  Launch divisions = copying(1U << 20U);
  divisions.pass.operations = {.type = Scalar::f64, .div = 1};
  const double without = total(program_of({{"d", copying(1U << 20U)}}), straight_profile());

  const double with = total(program_of({{"d", divisions}}), straight_profile());

  // Nothing was probed of how they overlap: one after the other.
  EXPECT_NEAR(with - without, mebi / 1e9, 1e-6);
}

TEST(Plumbline, one_work_item_waits_for_each_of_its_operations) {
  Launch chain = copying(1);
  chain.pass.flops = Flops{2e6};

  EXPECT_NEAR(total(program_of({{"c", chain}}), straight_profile()), 1e6 * 2e-9, 1e-4);
}

TEST(Plumbline, what_was_not_probed_is_named_with_its_probe) {
  Launch roots = copying(8);
  roots.pass.operations = {.sqrt = 1};
  Profile bare = straight_profile();
  std::erase_if(bare.curves, [](const Curve& curve) { return curve.name.starts_with("elements"); });

  EXPECT_EQ(refusal([&] { return total(program_of({{"r", roots}}), straight_profile()); }),
            "profile 'straight' has no compute.sqrt.f32.throughput (plumb probe --only compute), "
            "which model 'plumbline' needs");
  EXPECT_EQ(refusal([&] { return total(program_of({{"c", copying(8)}}), bare); }),
            "profile 'straight' has no curves elements.* (plumb probe --only elements), which "
            "model 'plumbline' needs");
}

// 4 bytes per reference and as many written at 1e11 B/s as a stream, at 1e10 in strides of 16.
TEST(Plumbline, a_class_that_was_not_probed_is_stood_for_by_its_neighbour) {
  Profile profile = straight_profile();
  const auto add = [&](const char* name, double rate) {
    profile.parameters.push_back(
        {.name = name, .value = exactly(rate, "B/s"), .method = {}, .note = {}});
  };
  add("patterns.self.4B.memory", 1e11);
  add("patterns.stride.k16.4B.memory", 1e10);
  const PatternTerm term(profile);
  const auto strided = [](std::uint64_t bytes, std::uint64_t elements) {
    return Access{
        .bytes = Bytes{bytes}, .pattern = Pattern::strided, .row_bytes = Bytes{bytes * elements}};
  };
  const double extra = 8 / 1e10 - 8 / 1e11;  // of a reference

  const Estimate probed = term.estimate(strided(4, 16), 1e6);
  const Estimate shorter = term.estimate(strided(4, 2), 1e6);
  const Estimate wider = term.estimate(strided(8, 16), 1e6);

  EXPECT_NEAR(probed.seconds, 1e6 * extra, 1e-9);
  EXPECT_NEAR(shorter.seconds, 1e6 * extra, 1e-9);
  EXPECT_NEAR(wider.seconds, 2e6 * extra, 1e-9);
  EXPECT_GT(shorter.spread, 1.5 * probed.spread);
  EXPECT_GT(wider.spread / wider.seconds, 1.5 * probed.spread / probed.seconds);
  EXPECT_THAT(
      refusal([&] { (void)term.estimate({.bytes = Bytes{4}, .pattern = Pattern::random}, 1e6); }),
      testing::HasSubstr("patterns.random.4B.memory"))
      << "a stride does not stand for random places";
}

TEST(PatternTerm, what_a_units_own_cache_holds_is_not_referred_to_from_afar) {
  Profile profile = straight_profile();
  profile.provenance.device.compute_units = 10;
  const auto add = [&](const char* name, double value, const char* unit) {
    profile.parameters.push_back(
        {.name = name, .value = exactly(value, unit), .method = {}, .note = {}});
  };
  add("capacity.level1", 64e3, "B");
  add("capacity.level2", 64e6, "B");
  add("patterns.self.4B.cache", 1e11, "B/s");
  add("patterns.random.4B.cache", 1e10, "B/s");
  const PatternTerm term(profile);
  constexpr double extra = 12 / 1e10 - 12 / 1e11;  // of a reference
  const auto missing = [&](std::uint64_t footprint, double references) {
    const Access access{
        .bytes = Bytes{4}, .pattern = Pattern::random, .footprint = Bytes{footprint}};
    return term.estimate(access, references).seconds / (references * extra);
  };

  EXPECT_NEAR(missing(64'000'000, 1e9), 1, 2e-3);
  EXPECT_NEAR(missing(128'000, 1e9), 0.5, 1e-6);
  EXPECT_NEAR(missing(32'000, 1e9), 1e-5, 1e-6);              // 1000 sectors of 10^8
  EXPECT_NEAR(missing(32'000, 1e4), 1 - std::exp(-1), 1e-6);  // as many as there are
  EXPECT_NEAR(missing(32'000'000, 1e7), 1, 3e-3);             // hardly any is kept
}

TEST(PatternTerm, atomic_operations_take_their_turns_on_few_words) {
  Profile profile = straight_profile();
  const auto add = [&](const char* name, double value) {
    profile.parameters.push_back(
        {.name = name, .value = exactly(value, "op/s"), .method = {}, .note = {}});
  };
  add("patterns.atomic.1", 1e9);
  add("patterns.atomic.1024", 4e9);
  const PatternTerm term(profile);
  Access access{.bytes = Bytes{4}, .pattern = Pattern::atomic, .footprint = Bytes{4}};

  EXPECT_NEAR(term.estimate(access, 1e6).seconds, 1e-3, 1e-12);
  access.footprint = Bytes{32 * 4};  // half way to 1024
  EXPECT_NEAR(term.estimate(access, 1e6).seconds, 0.5e-3, 1e-12);
  EXPECT_NEAR(term.estimate(access, 1e6, 0.01).seconds, 0.5e-3, 1e-12);  // however few units
  access.footprint = Bytes{4096 * 4};
  EXPECT_THROW((void)term.estimate(access, 1e6), MissingParameter);  // as a scatter
  access.footprint = Bytes{4};
  const Estimate guessed = PatternTerm(straight_profile()).estimate(access, 1e6);
  EXPECT_GT(guessed.spread, 5 * guessed.seconds);
}

}  // namespace
}  // namespace plumb
