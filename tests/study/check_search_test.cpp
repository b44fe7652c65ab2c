// tests/study/check_search_test.cpp - the interval of checks that a model finds best.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/check_search.h"

#include <cmath>

#include <gtest/gtest.h>

#include "plumb/study/profiles.h"

namespace plumb::study {
namespace {

// Sweeps over so many floats.
Program solver(std::uint64_t points, std::uint64_t every, std::uint64_t limit = 100000) {
  Launch sweep;
  sweep.global = {points, 1, 1};
  sweep.local = {256, 1, 1};
  sweep.pass = {.name = "sweep",
                .points = points,
                .accesses = {{.bytes = Bytes{4}}, {.bytes = Bytes{4}, .use = Use::write}}};
  Program program;
  program.name = "solver";
  program.buffers = {{"x", {Scalar::f32, 1}, points, {}}};
  program.steps = {{"solve", Until{.steps = {{"sweep", sweep}},
                                   .buffer = "x",
                                   .check_every = every,
                                   .limit = limit,
                                   .expected = 1000}}};
  return program;
}

double predicted(const Program& program, const Profile& profile) {
  return predict(profile, program, {.models = {"plumbline"}, .paths = {}})
      .predictions.front()
      .total()
      .count();
}

TEST(BestCheck, weighs_checks_against_rounds_for_nothing) {
  const Profile profile = find_profile("h200-cuda");
  const Program program = solver(1U << 26U, 1);
  // A check and a round, from programs that differ by them.
  Program longer = program;
  std::get<Until>(longer.steps[0].action).expected = 2000;
  Program rarely = longer;
  std::get<Until>(rarely.steps[0].action).check_every = 2;
  const double both = (predicted(longer, profile) - predicted(program, profile)) / 1000;
  const double check = (predicted(longer, profile) - predicted(rarely, profile)) / 1000;

  const std::vector<BestCheck> best = best_checks(program, profile, {});

  ASSERT_EQ(best.size(), 1U);
  EXPECT_EQ(best[0].loop, "solve");
  EXPECT_EQ(best[0].taken, 1U);
  const double ideal = std::sqrt(2 * 1000 * check / (both - check));
  EXPECT_GE(static_cast<double>(best[0].every), ideal / 1.6);
  EXPECT_LE(static_cast<double>(best[0].every), ideal * 1.6);
  EXPECT_LT(best[0].time, best[0].time_as_it_stands);
}

TEST(BestCheck, is_rarer_where_rounds_are_short_and_not_beyond_the_limit) {
  const Profile profile = find_profile("h200-cuda");
  const auto best = [&](const Program& program) {
    return best_checks(program, profile, {}).at(0).every;
  };

  EXPECT_GT(best(solver(1U << 16U, 1)), best(solver(1U << 28U, 1)));
  EXPECT_LE(best(solver(1U << 16U, 1, 7)), 7U);
}

TEST(BestCheck, of_loops_of_one_name_takes_each_as_it_is) {
  const Profile profile = find_profile("h200-cuda");
  Program program = solver(1U << 20U, 4);
  program.steps.push_back(program.steps[0]);
  std::get<Until>(program.steps[1].action).expected = 4000;
  Program alike = program;
  std::get<Until>(alike.steps[1].action).expected = 1000;

  const BestCheck different = best_checks(program, profile, {}).at(0);
  const BestCheck same = best_checks(alike, profile, {}).at(0);

  EXPECT_NEAR(different.time_as_it_stands / same.time_as_it_stands, 2.5, 0.05);
}

TEST(BestCheck, stops_where_its_program_would) {
  const Profile profile = find_profile("h200-cuda");
  const Program cut = solver(1U << 20U, 4, 100);  // 1000 are expected
  const BestCheck best = best_checks(cut, profile, {}).at(0);

  EXPECT_NEAR(best.time_as_it_stands.count(), predicted(cut, profile),
              0.05 * predicted(cut, profile));
}

TEST(BestCheck, is_of_loops_with_a_condition_alone) {
  Program program = solver(1024, 1);
  // By way of a copy: the steps of the loop are part of what is assigned to.
  std::vector<Step> body = std::get<Until>(program.steps[0].action).steps;
  program.steps = std::move(body);

  EXPECT_TRUE(best_checks(program, find_profile("h200-cuda"), {}).empty());
}

}  // namespace
}  // namespace plumb::study
