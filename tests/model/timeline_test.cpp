// tests/model/timeline_test.cpp - steps on several queues, scheduled by hand.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/timeline.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

Step copied(const char* name, Direction direction, const char* queue,
            std::vector<std::string> after = {}) {
  return {name, Transfer{direction, "x"}, queue, std::move(after)};
}

Step computed(const char* name, std::vector<std::string> after = {}) {
  return {name, Launch{}, "kernels", std::move(after)};
}

Program two_queues() {
  Program program;
  program.queues = {{"kernels"}, {"copies"}, {"back"}};
  return program;
}

// A copy takes 2 s, a kernel 3 s.
double duration(const Step& step, bool /*recorded*/) {
  return std::holds_alternative<Launch>(step.action) ? 3.0 : 2.0;
}

double overlapped(const std::vector<Step>& steps) {
  const Program program = two_queues();
  Timeline timeline(program, {}, duration);
  for (const Step& step : steps) timeline.add(step);
  return timeline.overlapped();
}

TEST(Timeline, one_queue_overlaps_nothing) {
  EXPECT_DOUBLE_EQ(overlapped({computed("a"), computed("b")}), 0);
  EXPECT_DOUBLE_EQ(overlapped({copied("in", Direction::in, "kernels"), computed("a")}), 0);
}

TEST(Timeline, a_copy_hides_behind_a_kernel_that_does_not_wait_for_it) {
  EXPECT_DOUBLE_EQ(
      overlapped({copied("first", Direction::in, "copies"), computed("a", {"first"}),
                  copied("second", Direction::in, "copies"), computed("b", {"second"})}),
      2);
}

TEST(Timeline, one_engine_serves_one_after_the_other) {
  EXPECT_DOUBLE_EQ(
      overlapped({copied("a", Direction::in, "copies"), copied("b", Direction::in, "back")}), 0);
  EXPECT_DOUBLE_EQ(
      overlapped({copied("a", Direction::in, "copies"), copied("b", Direction::out, "back")}), 2);
}

TEST(Timeline, units_that_copy_do_not_compute_meanwhile) {
  Timeline timeline(two_queues(), {.units_copy = true}, duration);
  for (const Step& step : {copied("first", Direction::in, "copies"), computed("a", {"first"}),
                           copied("second", Direction::in, "copies"), computed("b", {"second"})})
    timeline.add(step);

  EXPECT_DOUBLE_EQ(timeline.overlapped(), 0);
}

TEST(Timeline, a_pipeline_of_many_chunks_takes_the_longest_engine_alone) {
  std::vector<Step> chunk{copied("in", Direction::in, "copies"), computed("work", {"in"}),
                          copied("out", Direction::out, "back", {"work"})};
  const std::vector<Step> steps{{"all", Repeat{100, chunk}, "kernels"}};

  // 100 x (2 + 3 + 2) one after the other; on the queues 2 + 100 x 3 + 2.
  EXPECT_DOUBLE_EQ(overlapped(steps), 700 - 304);
}

// One launch call takes 1 s, one of a copy 4 s, a fence 2 s: 4 + 1 + 2 + 4 + 2 a chunk.
constexpr HostCalls slow{.launch = Seconds{1}, .copy = Seconds{4}, .fence = Seconds{2}};

TEST(Timeline, a_slow_host_is_waited_for) {
  const Program program = two_queues();
  std::vector<Step> chunk{copied("in", Direction::in, "copies"), computed("work", {"in"}),
                          copied("out", Direction::out, "back", {"work"})};
  Timeline timeline(program, slow, duration);
  timeline.add({"all", Repeat{100, chunk}, "kernels"});

  // All but the calls of the last copy out, which takes 2 s; one after the other they take 700 s.
  EXPECT_DOUBLE_EQ(timeline.waiting_for_host(), 100 * 13 - (4 + 2) + 2 - 700);
  EXPECT_DOUBLE_EQ(timeline.overlapped(), 0);
}

TEST(Timeline, copies_both_ways_share_what_was_probed) {
  std::vector<Step> chunk{copied("in", Direction::in, "copies"), computed("work", {"in"}),
                          copied("out", Direction::out, "back", {"work"})};
  const auto seconds = [](const Step& step, bool) {
    return std::holds_alternative<Launch>(step.action) ? 1.0 : 2.0;
  };
  Timeline timeline(two_queues(), {.both_ways_gain = 1.6}, seconds);
  timeline.add({"all", Repeat{1000, chunk}, "kernels"});

  // A chunk in and one out together take 4 s / 1.6; alone each way would take 2 s.
  EXPECT_NEAR(5000 - timeline.overlapped(), 1000 * 4 / 1.6, 0.05 * 2500);
  EXPECT_NEAR(timeline.both_ways(), 1000 * 4 / 1.6, 0.12 * 2500);
}

TEST(Timeline, a_check_ends_what_runs_beside_it) {
  const std::vector<Step> round{copied("in", Direction::in, "copies"), computed("work")};
  const auto loop = [&](std::uint64_t every) {
    return std::vector<Step>{
        {"all", Until{.steps = round, .check_every = every, .expected = 100}, "kernels"}};
  };

  // A kernel of 3 s beside a copy of 2 s in each round; between checks the copies run ahead.
  EXPECT_DOUBLE_EQ(overlapped(loop(1)), 200);
  EXPECT_DOUBLE_EQ(overlapped(loop(50)), 200);
  const std::vector<Step> chunk{copied("in", Direction::in, "copies"), computed("work", {"in"})};
  const std::vector<Step> free{{"all", Repeat{100, chunk}, "kernels"}};
  const std::vector<Step> checked{
      {"all", Until{.steps = chunk, .check_every = 10, .expected = 100}, "kernels"}};
  EXPECT_DOUBLE_EQ(overlapped(free), 2 * 99);
  EXPECT_DOUBLE_EQ(overlapped(checked), 2 * 9 * 10);
}

// Three rounds with two checks: one and a half between them in the mean.
TEST(Timeline, a_part_of_a_round_is_scheduled_as_a_part) {
  const std::vector<Step> round{copied("in", Direction::in, "copies"), computed("work")};
  const Until solve{.steps = round, .check_every = 2, .limit = 3, .expected = 3};

  EXPECT_DOUBLE_EQ(overlapped({{"solve", solve, "kernels"}}), 3 * 2);
}

TEST(Timeline, the_host_queues_a_batch_by_one_call) {
  const Program program = two_queues();
  Timeline timeline(program, slow, duration);
  timeline.add({"all", Batch{.replays = 1, .steps = {computed("a"), computed("b")}}, "kernels"});
  timeline.add(copied("in", Direction::in, "copies"));

  // The copy starts after that call, at 1 s, beside the kernels.
  EXPECT_DOUBLE_EQ(timeline.overlapped(), 2);
  EXPECT_DOUBLE_EQ(timeline.waiting_for_host(), 0);
}

}  // namespace
}  // namespace plumb
