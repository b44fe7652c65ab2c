// tests/model/divide_test.cpp - the sides of a program for two devices, and parts of others.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/divide.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/model/predict.h"
#include "plumb/workloads/workload.h"

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> names_of(const std::vector<Step>& steps) {
  std::vector<std::string> names;
  for (const Step& step : steps) names.push_back(step.name);
  return names;
}

Program split_image(const char* fraction) {
  const Workload& morphology = workload_named("morphology");
  return morphology.program(settings_for(morphology, {.kind = DeviceKind::gpu},
                                         {{"size", "101x40"}, {"split", fraction}}));
}

TEST(SideOf, an_image_has_the_steps_of_its_device_and_the_copies_between_both) {
  const Program whole = split_image("0.75");

  const SideOfProgram here = side_of(whole, 0);
  const SideOfProgram there = side_of(whole, 1);

  EXPECT_THAT(names_of(here.work.steps), ElementsAre("in", "erode", "out"));
  EXPECT_THAT(names_of(there.work.steps), ElementsAre("in_there", "erode_there"));
  ASSERT_THAT(names_of(here.exchange.steps), ElementsAre("join"));
  ASSERT_THAT(names_of(there.exchange.steps), ElementsAre("join"));
  const auto& arriving = std::get<Transfer>(here.exchange.steps.front().action);
  const auto& leaving = std::get<Transfer>(there.exchange.steps.front().action);
  EXPECT_EQ(arriving.direction, Direction::in);
  EXPECT_EQ(leaving.direction, Direction::out);
  EXPECT_EQ(bytes_of(here.exchange, arriving), Bytes{10 * 101 * 4});
  EXPECT_EQ(bytes_of(there.exchange, leaving), Bytes{10 * 101 * 4});
  EXPECT_EQ(devices_of(here.work), 1U);
  EXPECT_EQ(devices_of(there.work), 1U);
}

TEST(SideOf, both_sides_together_make_all_points) {
  const Program whole = split_image("0.3");
  std::uint64_t points = 0;
  for (const std::size_t device : {0U, 1U}) {
    for (const Step& step : side_of(whole, device).work.steps) {
      if (const auto* launch = std::get_if<Launch>(&step.action)) points += launch->pass.points;
    }
  }

  EXPECT_EQ(points, 101U * 40U);
}

TEST(SideOf, a_loop_that_the_other_device_decides_is_repeated_as_often_as_expected) {
  const Workload& poisson = workload_named("poisson");
  const Program whole = poisson.program(settings_for(
      poisson, {.kind = DeviceKind::gpu}, {{"variant", "jacobi"}, {"n", "33"}, {"split", "0.5"}}));
  const auto loop_in = [](const Program& program) {
    return std::get<Repeat>(program.steps.front().action).steps.front();
  };

  const SideOfProgram here = side_of(whole, 0);
  const SideOfProgram there = side_of(whole, 1);

  const Step decided = loop_in(here.work);
  ASSERT_TRUE(std::holds_alternative<Until>(decided.action));
  const Step repeated = loop_in(there.work);
  ASSERT_TRUE(std::holds_alternative<Repeat>(repeated.action));
  EXPECT_EQ(std::get<Repeat>(repeated.action).count, std::get<Until>(decided.action).expected);
  EXPECT_EQ(std::get<Repeat>(loop_in(here.exchange).action).count,
            std::get<Until>(decided.action).expected);
}

TEST(SideOf, a_program_of_one_device_has_nothing_for_a_second) {
  const Program whole = split_image("1");

  EXPECT_EQ(names_of(side_of(whole, 0).work.steps), names_of(whole.steps));
  EXPECT_THAT(side_of(whole, 0).exchange.steps, IsEmpty());
  EXPECT_THAT(side_of(whole, 1).work.steps, IsEmpty());
}

TEST(PartOf, a_step_has_that_fraction_of_points_groups_and_elements) {
  Program frame;
  frame.buffers = {{"x", {Scalar::f32, 1}, 1000, {}}};
  Launch launch;
  launch.kernel = "k";
  launch.global = {64, 100, 1};
  launch.local = {64, 1, 1};
  launch.pass = {.name = "work",
                 .points = 6400,
                 .accesses = {{.pattern = Pattern::self, .footprint = Bytes{25600}},
                              {.pattern = Pattern::random, .footprint = Bytes{4096}}}};
  const Step whole{"all",
                   Repeat{3, {{"in", Transfer{.buffer = "x"}}, {"launch", launch}, {"w", Wait{}}}}};

  const Step part = part_of(frame, whole, 0.25);

  const auto& inside = std::get<Repeat>(part.action);
  EXPECT_EQ(inside.count, 3U);
  EXPECT_EQ(std::get<Transfer>(inside.steps[0].action).count, 250U);
  const auto& quarter = std::get<Launch>(inside.steps[1].action);
  EXPECT_EQ(quarter.global, (Range{64, 25, 1}));
  EXPECT_EQ(quarter.pass.points, 1600U);
  EXPECT_EQ(quarter.pass.accesses[0].footprint, Bytes{6400});
  EXPECT_EQ(quarter.pass.accesses[1].footprint, Bytes{4096});  // anywhere in the same table
}

TEST(PartOf, the_least_part_is_one_of_each) {
  Program frame;
  frame.buffers = {{"x", {Scalar::f32, 1}, 10, {}}};
  Launch launch;
  launch.pass.points = 5;

  const Step moved = part_of(frame, {"in", Transfer{.buffer = "x"}}, 1e-9);
  const Step launched = part_of(frame, {"launch", launch}, 1e-9);

  EXPECT_EQ(std::get<Transfer>(moved.action).count, 1U);
  EXPECT_EQ(std::get<Launch>(launched.action).pass.points, 1U);
}

}  // namespace
}  // namespace plumb
