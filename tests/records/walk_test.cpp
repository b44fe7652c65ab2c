// tests/records/walk_test.cpp - every step is visited once, in order, with what stands around it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/walk.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plumb {
namespace {

using testing::ElementsAre;

std::vector<Step> nested() {
  const Step wait{"wait", Wait{}};
  return {{"first", Launch{}},
          {"outer", Repeat{3,
                           {{"batch", Batch{4, {{"inner", Launch{}}}}},
                            {"until", Until{.steps = {wait}, .expected = 5}}}}},
          {"last", Transfer{Direction::in, "a"}}};
}

std::string seen(const StepContext& context) {
  return fmt::format("{} {} {}{}", path_of(context), context.depth, context.times,
                     context.in_batch ? " recorded" : "");
}

TEST(Walk, visits_what_holds_others_before_them) {
  std::vector<std::string> visited;
  std::vector<std::string> left;

  walk(
      nested(), [&](const auto&, const StepContext& context) { visited.push_back(seen(context)); },
      [&](const Step& step, const StepContext&) { left.push_back(step.name); });

  EXPECT_THAT(visited,
              ElementsAre("step 'first' 1 1", "step 'outer' 1 1", "step 'outer': step 'batch' 2 3",
                          "step 'outer': step 'batch': step 'inner' 3 12 recorded",
                          "step 'outer': step 'until' 2 3",
                          "step 'outer': step 'until': step 'wait' 3 15", "step 'last' 1 1"));
  EXPECT_THAT(left, ElementsAre("batch", "until", "outer"));
}

TEST(Walk, a_case_is_called_for_its_action_alone) {
  int launches = 0;
  int transfers = 0;

  walk(nested(), Cases{[&](const Launch&, const StepContext&) { ++launches; },
                       [&](const Transfer&, const StepContext&) { ++transfers; },
                       PassOver<Exchange, Wait, Batch, Repeat, Until>{}});

  EXPECT_EQ(launches, 2);
  EXPECT_EQ(transfers, 1);
}

TEST(Walk, repetitions_are_capped_and_do_not_wrap_around) {
  const Step inner{"inner", Repeat{1ULL << 40U, {{"launch", Launch{}}}}};
  std::uint64_t times = 0;

  walk(std::vector<Step>{{"outer", Repeat{1ULL << 40U, {inner}}}},
       Cases{[&](const Launch&, const StepContext& context) { times = context.times; },
             PassOver<Transfer, Exchange, Wait, Batch, Repeat, Until>{}});

  EXPECT_EQ(times, UINT64_MAX);
}

TEST(QueueOf, is_its_own_or_that_around_it_or_the_first) {
  Program program;
  program.queues = {{"main", 0}, {"copies", 2}};
  const Step plain{"plain", Launch{}};
  const Step own{"own", Launch{}, "copies"};
  program.steps = {plain, {"group", Repeat{1, {plain, {"back", Launch{}, "main"}}}, "copies"}, own};
  std::vector<std::string> found;

  walk(program.steps, Cases{[&](const Launch&, const StepContext& context) {
                              const std::size_t queue = queue_of(program, context);
                              found.push_back(fmt::format("{} {} on {}", context.step->name,
                                                          program.queues[queue].name,
                                                          device_of_queue(program, queue)));
                            },
                            PassOver<Transfer, Exchange, Wait, Batch, Repeat, Until>{}});

  EXPECT_THAT(found, ElementsAre("plain main on 0", "plain copies on 2", "back main on 0",
                                 "own copies on 2"));
  EXPECT_EQ(devices_of(program), 3U);
}

}  // namespace
}  // namespace plumb
