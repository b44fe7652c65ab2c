// tests/model/predict_test.cpp - predictions against values worked out by hand.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/predict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/workloads/workload.h"
#include "tests/records/refusal.h"

namespace plumb {
namespace {

using testing::ElementsAre;

MeasuredPath path(double bandwidth, double latency) {
  return {.bandwidth = quantity_of(std::vector{bandwidth}, "B/s"),
          .latency = quantity_of(std::vector{latency}, "s")};
}

// Round numbers: B1 100, L1 1; B2 1000, L2 0.25; B3 50, L3 2; peaks 2000 B/s and 100 flop/s.
Profile round_profile() {
  Profile profile;
  profile.name = "round";
  profile.paths = {{.name = "all",
                    .note = {},
                    .types = {},
                    .transfer_in = path(100, 1),
                    .memory = path(1000, 0.25),
                    .transfer_out = path(50, 2)}};
  profile.peak = {.bandwidth = quantity_of(std::vector{2000.0}, "B/s"),
                  .flops = quantity_of(std::vector{100.0}, "flop/s")};
  return profile;
}

Step moved(Direction direction, const char* buffer) {
  return {"move", Transfer{.direction = direction, .buffer = buffer, .to = {}}};
}

Launch launch(const char* name, std::uint64_t points, double references, double flops) {
  Launch made;
  made.pass = {.name = name,
               .points = points,
               .accesses = {{.references = references, .bytes = Bytes{4}}},
               .flops = Flops{flops}};
  return made;
}

// 400 bytes in; 3 passes of 250 points x 2 references x 4 bytes; 100 bytes out.
Program small_program() {
  Program program;
  program.name = "small";
  program.buffers = {{"in", {Scalar::f32, 1}, 100, {}}, {"out", {Scalar::f32, 1}, 25, {}}};
  program.steps = {moved(Direction::in, "in"),
                   {"work", Repeat{3, {{"work", launch("work", 250, 2, 1)}}}},
                   moved(Direction::out, "out")};
  return program;
}

TEST(Ito2007, is_the_sum_of_amounts_over_bandwidths_and_latencies) {
  const PredictedPoint point =
      predict(round_profile(), small_program(), {.models = {"ito2007"}, .paths = {}});

  const Prediction& prediction = point.predictions.at(0);
  EXPECT_EQ(prediction.transfer_in->cost.time, Seconds{400.0 / 100 + 1});  // T1
  ASSERT_EQ(prediction.passes.size(), 1U);
  EXPECT_EQ(prediction.passes[0].calls, 3U);           // I
  EXPECT_EQ(prediction.passes[0].bytes, Bytes{6000});  // I KJS
  EXPECT_EQ(prediction.passes[0].cost.time, Seconds{3 * (2000.0 / 1000 + 0.25)});
  EXPECT_EQ(prediction.transfer_out->cost.time, Seconds{100.0 / 50 + 2});  // T3
  EXPECT_EQ(prediction.total(), Seconds{5 + 6.75 + 4});                    // T
}

TEST(Roofline, is_the_larger_of_data_and_arithmetic_and_knows_no_transfers) {
  Program program = small_program();
  program.steps[1].action = Repeat{1,
                                   {{"a", launch("data", 250, 2, 0.1)},   // 1 s of data, 0.25 s
                                    {"b", launch("flops", 250, 2, 4)}}};  // 10 s of arithmetic

  const Prediction prediction =
      predict(round_profile(), program, {.models = {"roofline"}, .paths = {}}).predictions.at(0);

  EXPECT_FALSE(prediction.transfer_in.has_value());
  EXPECT_FALSE(prediction.transfer_out.has_value());
  ASSERT_EQ(prediction.passes.size(), 2U);
  EXPECT_EQ(prediction.passes[0].cost.time, Seconds{1});
  EXPECT_EQ(limit_of(prediction.passes[0].cost), Limit::bandwidth);
  EXPECT_EQ(prediction.passes[1].cost.time, Seconds{10});
  EXPECT_EQ(limit_of(prediction.passes[1].cost), Limit::arithmetic);
  EXPECT_EQ(prediction.total(), Seconds{11});
}

TEST(Predict, passes_of_one_name_in_one_step_are_one_part) {
  Program program = small_program();
  program.steps[1].action = Batch{2,
                                  {{"a", launch("same", 250, 1, 0)},
                                   {"b", launch("other", 0, 1, 0)},
                                   {"c", launch("same", 500, 1, 0)}}};

  const Prediction prediction =
      predict(round_profile(), program, {.models = {"ito2007"}, .paths = {}}).predictions.at(0);

  ASSERT_EQ(prediction.passes.size(), 2U);
  EXPECT_EQ(prediction.passes[0].step, "work");
  EXPECT_EQ(prediction.passes[0].name, "same");
  EXPECT_EQ(prediction.passes[0].calls, 4U);
  EXPECT_EQ(prediction.passes[0].cost.time, Seconds{2 * (1.25 + 2.25)});
  EXPECT_EQ(prediction.passes[1].cost.latency, Seconds{0.5});
}

TEST(Predict, a_convergence_loop_counts_rounds_to_a_check_and_one_readback_per_check) {
  Program program = small_program();
  program.steps[1].action = Until{.steps = {{"sweep", launch("sweep", 250, 1, 0)}},
                                  .buffer = "out",
                                  .check_every = 4,
                                  .expected = 10};

  const Prediction prediction =
      predict(round_profile(), program, {.models = {"ito2007"}, .paths = {}}).predictions.at(0);

  ASSERT_EQ(prediction.passes.size(), 2U);
  EXPECT_EQ(prediction.passes[0].calls, 12U);  // the third check is the first behind 10 rounds
  EXPECT_EQ(prediction.passes[1].name, "check of out");
  EXPECT_EQ(prediction.passes[1].calls, 3U);
  EXPECT_NEAR(prediction.passes[1].cost.time.count(), 3 * (4.0 / 50 + 2), 1e-12);
}

TEST(Predict, a_convergence_loop_goes_no_further_than_its_limit) {
  Program program = small_program();
  Until loop{.steps = {{"sweep", launch("sweep", 250, 1, 0)}},
             .buffer = "out",
             .check_every = 4,
             .limit = 11,
             .expected = 10};
  const auto calls = [&](std::uint64_t expected) {
    loop.expected = expected;
    program.steps[1].action = loop;
    const Prediction prediction =
        predict(round_profile(), program, {.models = {"ito2007"}, .paths = {}}).predictions.at(0);
    return std::pair(prediction.passes.at(0).calls, prediction.passes.at(1).calls);
  };

  EXPECT_EQ(calls(10), std::pair(11UL, 3UL));
  EXPECT_EQ(calls(8), std::pair(8UL, 2UL));
  EXPECT_EQ(calls(100), std::pair(11UL, 3UL));

  loop.check_every = 12;

  EXPECT_EQ(calls(1), std::pair(11UL, 1UL));
}

TEST(Predict, a_copy_within_the_device_is_a_pass_with_one_reference) {
  Program program = small_program();
  program.buffers.push_back({"copy", {Scalar::f32, 1}, 100, {}});
  program.steps[1] = {"copy",
                      Transfer{.direction = Direction::within, .buffer = "in", .to = "copy"}};

  const PredictedPoint point = predict(round_profile(), program, {});

  EXPECT_EQ(point.predictions.at(0).passes.at(0).cost.time, Seconds{0.4 + 0.25});
  EXPECT_EQ(point.predictions.at(1).passes.at(0).cost.time, Seconds{0.4});  // read and written
}

TEST(Predict, a_walked_program_is_predicted_like_the_program_that_it_walks) {
  const Program whole = small_program();
  WalkedProgram walked{.frame = whole,
                       .element_type = {Scalar::f32, 1},
                       .each_step = [&](const EachCountedStep& use, const Interrupted&) {
                         for (const Step& step : whole.steps) use(step.name, step, 1);
                       }};
  walked.frame.steps.clear();

  const PredictedPoint point = predict(round_profile(), walked, {});

  const PredictedPoint expected = predict(round_profile(), whole, {});
  EXPECT_EQ(to_json(Predictions{.provenance = {}, .points = {point}}),
            to_json(Predictions{.provenance = {}, .points = {expected}}));
}

TEST(Predict, a_step_that_happens_several_times_counts_as_often_as_it_would_by_itself) {
  const Program whole = small_program();
  const auto walked = [&](std::uint64_t times, int rounds) {
    return WalkedProgram{
        .frame = whole,
        .element_type = {Scalar::f32, 1},
        .each_step = [&whole, times, rounds](const EachCountedStep& use, const Interrupted&) {
          for (int round = 0; round < rounds; ++round) {
            for (const Step& step : whole.steps) use(step.name, step, times);
          }
        }};
  };

  const PredictedPoint counted = predict(round_profile(), walked(4, 1), {});

  const PredictedPoint expected = predict(round_profile(), walked(1, 4), {});
  EXPECT_EQ(to_json(Predictions{.provenance = {}, .points = {counted}}),
            to_json(Predictions{.provenance = {}, .points = {expected}}));
}

TEST(Predict, kept_models_predict_as_new_ones_do_and_only_for_their_own_profile) {
  Profile profile = round_profile();
  profile.paths.push_back(profile.paths.front());
  profile.paths.back().name = "slow";
  profile.paths.back().memory = path(10, 1);
  Profile other = round_profile();
  other.peak.bandwidth = quantity_of(std::vector{1.0}, "B/s");
  KeptModels kept(profile);
  const auto same = [&](const Profile& of, const char* paths) {
    const PredictOptions anew{.models = {"ito2007", "roofline", "ito2007"}, .paths = paths};
    PredictOptions with_kept = anew;
    with_kept.kept = &kept;
    return to_json(Predictions{.provenance = {},
                               .points = {predict(of, small_program(), with_kept)}}) ==
           to_json(Predictions{.provenance = {}, .points = {predict(of, small_program(), anew)}});
  };

  EXPECT_TRUE(same(profile, "all"));
  EXPECT_TRUE(same(profile, "slow"));
  EXPECT_TRUE(same(profile, "all"));
  EXPECT_TRUE(same(other, "all"));
}

TEST(Predict, hands_the_question_for_an_interrupt_to_the_walk) {
  int asked = 0;
  const Interrupted later = [&] { return ++asked > 1; };  // not yet at the start
  const WalkedProgram walked{
      .frame = {},
      .element_type = {Scalar::f32, 1},
      .each_step = [](const EachCountedStep&, const Interrupted& interrupted) {
        if (interrupted()) throw Error(ErrorKind::input, "in the walk");
      }};

  EXPECT_EQ(refusal([&] {
              return predict(round_profile(), walked,
                             {.models = {}, .paths = {}, .interrupted = later});
            }),
            "in the walk");
}

TEST(Predict, a_missing_parameter_is_named_and_leaves_the_other_models_alone) {
  Profile profile = round_profile();
  profile.peak.flops.reset();
  profile.paths[0].transfer_out.reset();

  const PredictedPoint point = predict(profile, small_program(), {});

  EXPECT_EQ(
      point.predictions.at(0).reason,
      "profile 'round' has no path 'transfer_out' in its set 'all', which model 'ito2007' needs");
  EXPECT_EQ(point.predictions.at(1).reason,
            "profile 'round' has no peak flops, which model 'roofline' needs");
  EXPECT_TRUE(point.predictions.at(1).passes.empty());
  EXPECT_EQ(refusal([&] {
              return predict(profile, small_program(), {.models = {"roofline"}, .paths = {}});
            }),
            "profile 'round' has no peak flops, which model 'roofline' needs");
}

TEST(Predict, an_unknown_model_or_set_of_paths_is_refused_with_the_nearest) {
  EXPECT_EQ(
      refusal([] {
        return predict(round_profile(), small_program(), {.models = {"ito2017"}, .paths = {}});
      }),
      "unknown model 'ito2017'; known are plumbline, ito2007, roofline; did you mean 'ito2007'?");
  EXPECT_EQ(refusal([] {
              return predict(round_profile(), small_program(), {.models = {}, .paths = "al"});
            }),
            "profile 'round' has no paths 'al'; it has all; did you mean 'all'?");
}

TEST(Predict, fractional_references_are_rounded_once_for_the_part) {
  Program program = small_program();
  program.steps[1].action = Repeat{1000, {{"rare", launch("rare", 1, 0.1, 0)}}};  // 0.4 bytes each

  const PredictedPoint point = predict(round_profile(), program, {});

  EXPECT_EQ(point.predictions.at(0).passes.at(0).bytes, Bytes{400});
  EXPECT_NEAR(point.predictions.at(0).passes.at(0).cost.movement.count(), 0.4, 1e-12);
  EXPECT_NEAR(point.predictions.at(1).passes.at(0).cost.time.count(), 0.2, 1e-12);
}

TEST(Predict, passes_are_told_apart_by_step_and_name_however_many_there_are) {
  Program program = small_program();
  program.steps.clear();
  for (const std::uint64_t round : {1U, 2U}) {
    for (std::uint64_t i = 0; i < 300; ++i) {
      const std::string name = "p" + std::to_string(i % 150);
      const std::string step = i < 150 ? "a" : "b";
      program.steps.push_back({step, launch(name.c_str(), round * i, 1, 0)});
    }
  }

  const Prediction prediction =
      predict(round_profile(), program, {.models = {"ito2007"}, .paths = {}}).predictions.at(0);

  ASSERT_EQ(prediction.passes.size(), 300U);
  for (std::uint64_t i = 0; i < 300; ++i) {
    EXPECT_EQ(prediction.passes[i].step, i < 150 ? "a" : "b");
    EXPECT_EQ(prediction.passes[i].name, "p" + std::to_string(i % 150));
    EXPECT_EQ(prediction.passes[i].calls, 2U);
    EXPECT_EQ(prediction.passes[i].bytes, Bytes{3 * i * 4});
  }
}

TEST(Predict, demands_beyond_all_numbers_are_refused) {
  Program program = small_program();
  program.steps[1].action = Repeat{1ULL << 40U, {{"work", launch("work", 1ULL << 30U, 1, 0)}}};

  EXPECT_EQ(refusal([&] { return predict(round_profile(), program, {}); }),
            "'work' asks for more than 2^62 bytes or launches");
}

TEST(Predict, a_workload_is_predicted_from_its_passes) {
  const Workload& stream = workload_named("stream");
  const NamedTexts chosen{{"elements", "1000"}, {"operation", "triad"}};
  const Program program =
      stream.program(settings_for(stream, DeviceTraits{DeviceKind::gpu}, chosen));

  const Prediction prediction = predict(round_profile(), program, {}).predictions.at(0);

  EXPECT_EQ(prediction.total(), Seconds{12000.0 / 1000 + 0.25});
}

}  // namespace
}  // namespace plumb
