// tests/study/chunk_search_test.cpp - chunks are found by what a parameter means, not by its name.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/chunk_search.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "plumb/study/profiles.h"
#include "plumb/study/split_search.h"

namespace plumb::study {
namespace {

const DeviceTraits any_gpu{.kind = DeviceKind::gpu};

const Workload& gaussian() { return workload_named("gaussian"); }

// Gaussian with `pieces` in place of `chunks`.
Program program_of_pieces(const Settings& settings) {
  NamedTexts values = settings.values();
  for (auto& [name, text] : values)
    if (name == "pieces") name = "chunks";
  return gaussian().program(Settings(values, settings.device()));
}

TEST(BestChunks, belong_to_the_parameter_that_means_them) {
  std::vector<Parameter> parameters(gaussian().parameters.begin(), gaussian().parameters.end());
  const auto chunks = std::ranges::find(parameters, Meaning::chunks, &Parameter::meaning);
  ASSERT_NE(chunks, parameters.end());
  chunks->name = "pieces";
  Workload renamed = gaussian();
  renamed.parameters = parameters;
  renamed.program = program_of_pieces;
  const Profile profile = find_profile("h200-cuda");
  const NamedTexts chosen{{"form", "pipelined"}, {"size", "2049x1999"}};

  const auto expected = best_chunks(gaussian(), any_gpu, profile, {}, chosen);
  const auto found = best_chunks(renamed, any_gpu, profile, {}, chosen);

  ASSERT_TRUE(expected && found);
  EXPECT_GT(found->count, 1U);
  EXPECT_EQ(found->count, expected->count);
  EXPECT_EQ(found->parameter, "pieces");
  EXPECT_EQ(expected->parameter, "chunks");
  const NamedTexts left = with_text(chosen, "pieces", "model");
  EXPECT_EQ(*text_named(with_best_chunks(renamed, any_gpu, profile, {}, left), "pieces"),
            std::to_string(found->count));

  chunks->meaning = Meaning::own;
  EXPECT_FALSE(best_chunks(renamed, any_gpu, profile, {}, chosen).has_value());
  EXPECT_EQ(with_best_chunks(renamed, any_gpu, profile, {}, left), left);
}

TEST(BestChunks, are_left_to_the_model_by_workloads_that_have_them_only) {
  EXPECT_TRUE(leaves_chunks_to_model("gaussian", {{"chunks", "4,model"}}));
  EXPECT_FALSE(leaves_chunks_to_model("gaussian", {{"chunks", "4"}}));
  EXPECT_FALSE(leaves_chunks_to_model("gaussian", {}));
  EXPECT_FALSE(leaves_chunks_to_model("stream", {{"chunks", "model"}}));
  EXPECT_FALSE(leaves_chunks_to_model("chunks.json", {{"chunks", "model"}}));
}

TEST(Split, is_asked_of_workloads_that_two_devices_can_share_only) {
  const NamedTexts half{{"split", "0.5"}};
  const ProgramSource poisson("poisson", any_gpu);
  const ProgramSource stream("stream", any_gpu);

  EXPECT_TRUE(has_split(poisson));
  EXPECT_EQ(asked_split(poisson, half), 0.5);
  EXPECT_EQ(asked_split(poisson, {{"split", "1"}}), std::nullopt);
  EXPECT_EQ(without_split(poisson, half), (NamedTexts{{"split", "1"}}));
  EXPECT_FALSE(has_split(stream));
  EXPECT_EQ(asked_split(stream, half), std::nullopt);
  EXPECT_EQ(without_split(stream, half), half);
}

TEST(Meanings, stand_at_most_once_in_a_workload) {
  for (const Workload& workload : catalogue())
    for (const Meaning meaning : {Meaning::chunks, Meaning::split, Meaning::second_kind})
      EXPECT_LE(std::ranges::count(workload.parameters, meaning, &Parameter::meaning), 1)
          << workload.name;
}

}  // namespace
}  // namespace plumb::study
