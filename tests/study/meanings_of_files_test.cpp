// tests/study/meanings_of_files_test.cpp - application files that say which of their parameters is
// the number of chunks, the split or the kind of the second device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/study/chunk_search.h"
#include "plumb/study/plan.h"
#include "plumb/study/profiles.h"
#include "plumb/study/split_search.h"

namespace plumb::study {
namespace {

const std::string folder = std::string(PLUMB_SOURCE_DIR) + "/docs/applications/";
const std::string pipeline = folder + "pipeline.toml";
const DeviceTraits traits_of_gpu{.kind = DeviceKind::gpu};

TEST(MeaningsOfFiles, chunks_are_found_and_taken) {
  const Profile profile = find_profile("h200-cuda");
  ProgramSource source(pipeline, traits_of_gpu);
  const NamedTexts left{{"C", "model"}, {"n", "1048577"}};

  const auto best = source.best_chunks(profile, {}, left);
  const Plan plan = plan_points(pipeline, traits_of_gpu, left, &profile);

  ASSERT_TRUE(best);
  EXPECT_EQ(best->parameter, "C");
  EXPECT_GT(best->count, 1U);
  EXPECT_EQ(*text_named(source.resolved(profile, left), "C"), std::to_string(best->count));
  EXPECT_EQ(*text_named(plan.points.front().file_settings, "C"), std::to_string(best->count));
  const Prediction predicted =
      source.predict(profile, {.models = {"plumbline"}, .paths = {}}, left).predictions.front();
  EXPECT_EQ(predicted.total(), best->time);
  for (const char* count : {"1", "4096"}) {
    EXPECT_GT(
        source.predict(profile, {.models = {"plumbline"}, .paths = {}}, with_text(left, "C", count))
            .predictions.front()
            .total(),
        best->time);
  }
}

TEST(MeaningsOfFiles, chunks_are_left_to_the_model_by_their_parameter_alone) {
  EXPECT_TRUE(leaves_chunks_to_model(pipeline, {{"C", "4,model"}}));
  EXPECT_FALSE(leaves_chunks_to_model(pipeline, {{"C", "4"}}));
  EXPECT_FALSE(leaves_chunks_to_model(pipeline, {{"n", "model"}}));
  EXPECT_FALSE(leaves_chunks_to_model(folder + "overlap.toml", {{"n", "model"}}));
  ProgramSource overlap(folder + "overlap.toml", traits_of_gpu);
  EXPECT_FALSE(overlap.best_chunks(find_profile("h200-cuda"), {}, {}));
  EXPECT_THROW((void)overlap.program({{"n", "model"}}), Error);
}

// Where no model predicts, the file's own number.
TEST(MeaningsOfFiles, without_a_prediction_the_file_decides) {
  ProgramSource source(pipeline, traits_of_gpu);
  const Profile of_a_paper = find_profile("g80");

  EXPECT_EQ(source.resolved(of_a_paper, {{"C", "model"}}), NamedTexts{});
  const PredictedPoint point = source.predict(of_a_paper, {}, {{"C", "model"}});
  EXPECT_EQ(*text_named(point.settings, "C"), "4");
}

TEST(MeaningsOfFiles, a_split_is_predicted_with_both_devices) {
  const Profile first = find_profile("h200-cuda");
  const Profile second = find_profile("h200-opencl");
  ProgramSource here(folder + "shared.toml", traits_of_gpu);
  ProgramSource there(folder + "shared.toml", traits_of_gpu);
  const NamedTexts alone = without_split(here, {{"F", "0.25"}});
  const PredictOptions options{.models = {"plumbline"}, .paths = {}};

  const PredictedPoint own = here.predict(first, options, alone);
  const PredictedPoint rival = there.predict(second, options, alone);
  const FoundSplit found = find_best_split({.own = {first, here, own},
                                            .rival = {second, there, rival},
                                            .model = "plumbline",
                                            .options = options,
                                            .chosen = alone,
                                            .asked = asked_split(here, {{"F", "0.25"}})});

  EXPECT_EQ(alone, (NamedTexts{{"F", "1"}}));
  EXPECT_TRUE(found.is_written);
  ASSERT_TRUE(found.best && found.asked);
  EXPECT_NEAR(found.best->fraction, 0.5, 0.05);
  EXPECT_GT(found.best->gain, 1.5);
  EXPECT_GT(found.asked->total(), found.best->times.total());
}

TEST(MeaningsOfFiles, kinds_of_devices_are_numbers_in_files) {
  const ProgramSource shared(folder + "shared.toml", traits_of_gpu);
  const ProgramSource workload("morphology", traits_of_gpu);

  EXPECT_EQ(shared.parameter_of(Meaning::second_kind), "there");
  EXPECT_EQ(shared.kind_text(DeviceKind::gpu), "1");
  EXPECT_EQ(shared.kind_text(DeviceKind::cpu), "0");
  EXPECT_EQ(workload.parameter_of(Meaning::second_kind), "second");
  EXPECT_EQ(workload.kind_text(DeviceKind::gpu), "gpu");
}

}  // namespace
}  // namespace plumb::study
