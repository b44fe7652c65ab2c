// tests/model/image_term_test.cpp - reads through samplers, and loops of recorded kernels, against
// values worked out by hand.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/image_term.h"

#include <gtest/gtest.h>

#include "plumb/model/model.h"
#include "plumb/model/plumbline/arithmetic_term.h"
#include "plumb/model/plumbline/domain.h"
#include "plumb/model/plumbline/flight_term.h"
#include "plumb/model/plumbline/traffic.h"
#include "plumb/model/plumbline/turn_term.h"

namespace plumb {
namespace {

void put(Profile& profile, const std::string& name, double value, const char* unit) {
  profile.parameters.push_back(
      {.name = name, .value = quantity_of(std::vector{value}, unit), .method = {}, .note = {}});
}

// Nanoseconds a read of the whole device, and of one that waits for another.
void put_reads(Profile& profile, const std::string& name, double ns, double latency_ns) {
  put(profile, name + ".rate", 1e9 / ns, "op/s");
  put(profile, name + ".latency", latency_ns * 1e-9, "s");
}

Profile with_samplers(const char* kind) {
  Profile profile;
  profile.name = "sampled";
  profile.provenance.device.kind = kind;
  profile.provenance.device.compute_units = 4;
  put(profile, "capacity.level1", 1 << 16U, "B");
  put_reads(profile, "images.2d.linear.u8x1.own", 2, 200);
  put_reads(profile, "images.3d.linear.u8x1.own", 4, 400);
  put_reads(profile, "images.3d.linear.u8x1.shared", 12, 800);
  put_reads(profile, "images.3d.nearest.u8x1.own", 1, 100);
  return profile;
}

constexpr double of_rays = 1e6;

// Eight reads a point of an image of so many bytes.
Pass rays(std::uint64_t footprint, Sampler sampler, std::uint64_t width) {
  return {.name = "rays",
          .points = 1000000,
          .accesses = {{.references = 8,
                        .bytes = Bytes{1},
                        .width = width,
                        .pattern = Pattern::neighbourhood,
                        .footprint = Bytes{footprint},
                        .sampler = sampler}}};
}

TEST(ImageTerm, takes_the_rate_of_the_filter_and_of_the_axes_that_the_width_says) {
  const ImageTerm term(with_samplers("gpu"));

  EXPECT_NEAR(term.estimate(rays(4096, Sampler::linear, 8), 1).seconds, 8 * of_rays * 4e-9, 1e-9);
  EXPECT_NEAR(term.estimate(rays(4096, Sampler::linear, 4), 1).seconds, 8 * of_rays * 2e-9, 1e-9);
  // What does not say so takes the slower of both.
  EXPECT_NEAR(term.estimate(rays(4096, Sampler::linear, 1), 1).seconds, 8 * of_rays * 4e-9, 1e-9);
  EXPECT_NEAR(term.estimate(rays(4096, Sampler::nearest, 1), 1).seconds, 8 * of_rays * 1e-9, 1e-9);
  EXPECT_NEAR(term.estimate(rays(4096, Sampler::nearest, 1), 0.5).seconds, 16 * of_rays * 1e-9,
              1e-9);
  EXPECT_EQ(term.estimate(rays(4096, Sampler::none, 1), 1).seconds, 0);
}

TEST(ImageTerm, first_reads_of_what_no_unit_holds_come_from_the_shared_cache) {
  const ImageTerm term(with_samplers("gpu"));

  const double half = 4 * of_rays;
  EXPECT_NEAR(term.estimate(rays(4000000, Sampler::linear, 8), 1).seconds,
              half * 4e-9 + half * 12e-9, 1e-9);
  Pass anywhere = rays(1 << 18U, Sampler::linear, 8);
  anywhere.accesses[0].pattern = Pattern::random;
  EXPECT_NEAR(term.estimate(anywhere, 1).seconds, 8 * of_rays * (4e-9 + 0.75 * 8e-9), 1e-9);
}

TEST(ImageTerm, another_pixel_stands_in_with_a_wider_interval) {
  const ImageTerm term(with_samplers("gpu"));
  Pass floats = rays(4096, Sampler::nearest, 16);
  floats.accesses[0].bytes = Bytes{16};
  const Estimate as_probed = term.estimate(rays(4096, Sampler::nearest, 1), 1);

  const Estimate other = term.estimate(floats, 1);

  EXPECT_NEAR(other.seconds, as_probed.seconds, 1e-9);
  EXPECT_GT(other.spread, 1.5 * as_probed.spread);
}

TEST(ImageTerm, a_processor_calls_a_function_and_waits_for_those_in_turn) {
  const ImageTerm term(with_samplers("cpu"));
  Pass pass = rays(4096, Sampler::linear, 8);
  pass.accesses[0].dependent = 2;

  EXPECT_NEAR(term.estimate(pass, 1).seconds, 6 * of_rays * 4e-9 + 2 * of_rays * 400e-9 / 4, 1e-9);
}

TEST(ImageTerm, a_filter_that_was_not_probed_is_refused_with_the_command) {
  Profile profile;
  profile.name = "blind";
  const ImageTerm term(profile);

  EXPECT_FALSE(term.knows(Sampler::linear));
  EXPECT_TRUE(term.knows(Sampler::none));
  EXPECT_THROW((void)term.estimate(rays(4096, Sampler::linear, 8), 1), MissingParameter);
}

TEST(FlightTerm, chains_of_reads_through_a_sampler_have_its_latency) {
  const Profile profile = with_samplers("gpu");
  const FlightTerm term(profile);
  Pass ray = rays(4096, Sampler::linear, 8);
  ray.points = 1;
  ray.accesses[0].dependent = 8;

  EXPECT_NEAR(term.of_chains(ray, term.all_alike(1), false).seconds, 8 * 400e-9, 1e-12);
  ray.accesses[0].footprint = Bytes{1U << 24U};
  EXPECT_NEAR(term.of_chains(ray, term.all_alike(1), false).seconds, 8 * 800e-9, 1e-12);

  const FlightTerm processor(with_samplers("cpu"));
  EXPECT_EQ(processor.of_chains(ray, processor.all_alike(1), false).seconds, 0);
}

TEST(Traffic, has_what_samplers_bring_once_and_none_of_what_they_read_again) {
  const Traffic sampled = traffic_of(rays(4096, Sampler::nearest, 1));
  const Traffic loaded = traffic_of(rays(4096, Sampler::none, 1));

  EXPECT_EQ(sampled.read, 4096);
  EXPECT_EQ(sampled.reused, 0);
  EXPECT_EQ(loaded.reused, 8e6 - 4096);
}

TEST(ArithmeticTerm, kernels_that_read_images_have_no_vectors_on_a_processor) {
  Profile profile = with_samplers("cpu");
  put(profile, "compute.scalar.throughput", 1e10, "op/s");
  const ArithmeticTerm term(profile);

  EXPECT_TRUE(term.has_no_vectors(rays(4096, Sampler::nearest, 1), 1000));
  EXPECT_FALSE(term.has_no_vectors(rays(4096, Sampler::none, 1), 1000));
}

TEST(Domain, takes_images_whose_sampler_is_stated_and_probed) {
  const Profile profile = with_samplers("gpu");
  Launch launch;
  launch.arguments.emplace_back(ImageArgument{"volume"});
  launch.pass = rays(4096, Sampler::linear, 8);
  const auto why = [&](const Profile& of) {
    return outside_of_domain(launch, of, ImageTerm(of)).value_or("");
  };
  Profile blind;
  blind.name = "blind";

  EXPECT_EQ(why(profile), "");
  EXPECT_EQ(why(blind),
            "'rays' reads an image through a linear sampler, and 'blind' has no rate of one; plumb "
            "probe --only images finds it");
  launch.pass = rays(4096, Sampler::none, 1);
  EXPECT_EQ(why(profile), "'rays' is given an image, and no access of its pass states a 'sampler'");
}

// A word takes 1 us of a recorded kernel, five 1.2; a loop over one row 1.5, over four 2.4.
Profile with_rows() {
  Profile profile;
  profile.provenance.device.kind = "gpu";
  put(profile, "launch.batch", 0.8e-6, "s");
  put(profile, "launch.batch.element", 1e-6, "s");
  put(profile, "launch.batch.neighbours", 1.2e-6, "s");
  put(profile, "launch.batch.row", 1.5e-6, "s");
  put(profile, "launch.batch.rows", 2.4e-6, "s");
  return profile;
}

const WordTimes few_words{.items = 256, .log_items = 8, .written = {}, .both = {}};

TEST(TurnTerm, a_loop_takes_up_its_rows_one_after_the_other) {
  const Profile profile = with_rows();
  const ElementsTerm elements(profile);
  const TurnTerm term(profile, elements);
  const auto seconds = [&](const TakenUp& taken_up) {
    return term.estimate({0.8e-6, 0}, few_words, taken_up).seconds;
  };

  EXPECT_NEAR(seconds({.references = 5}), 1.2e-6, 1e-12);
  EXPECT_NEAR(seconds({.references = 2, .turns = 1, .around = true}), 1.5e-6, 1e-12);
  EXPECT_NEAR(seconds({.references = 2, .turns = 2, .around = true}), 1.8e-6, 1e-12);
  EXPECT_NEAR(seconds({.references = 8, .turns = 4}), 2.4e-6, 1e-12);
  EXPECT_NEAR(seconds({.references = 8, .turns = 64}), 2.4e-6, 1e-12);
  EXPECT_NEAR(seconds({.references = 1, .turns = 64}), 1e-6, 1e-12);  // a stream
}

TEST(TurnTerm, a_profile_without_rows_takes_loops_for_their_references) {
  Profile profile = with_rows();
  std::erase_if(profile.parameters,
                [](const Finding& found) { return found.name.starts_with("launch.batch.row"); });
  const ElementsTerm elements(profile);
  const TurnTerm term(profile, elements);

  EXPECT_NEAR(
      term.estimate({0.8e-6, 0}, few_words, {.references = 5, .turns = 4, .around = true}).seconds,
      1.2e-6, 1e-12);
}

TEST(TakenUp, has_the_points_of_the_longest_work_item_where_a_pass_says_so) {
  Pass pass = rays(4096, Sampler::none, 1);

  EXPECT_EQ(taken_up_by(pass, 1e6).turns, 0);
  EXPECT_EQ(taken_up_by(pass, 250000).turns, 4);
  pass.longest = 6;
  EXPECT_EQ(taken_up_by(pass, 250000).turns, 6);
  pass.turns = 9;
  EXPECT_EQ(taken_up_by(pass, 250000).turns, 9);
  EXPECT_TRUE(taken_up_by(pass, 1e6).around);
}

TEST(TakenUp, has_no_turns_where_nothing_loops) {
  Pass pass = rays(4096, Sampler::none, 1);
  pass.longest = 1;
  EXPECT_EQ(taken_up_by(pass, 250000).turns, 0);
  pass.longest = 4;
  pass.turns = 1;
  EXPECT_EQ(taken_up_by(pass, 250000).turns, 0);
  pass.turns = 3;
  pass.points = 0;
  EXPECT_EQ(taken_up_by(pass, 250000).turns, 0);
}

}  // namespace
}  // namespace plumb
