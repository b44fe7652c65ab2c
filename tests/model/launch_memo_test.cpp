// tests/model/launch_memo_test.cpp - which launches are taken for the same.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/launch_memo.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

Launch launch_of(std::uint64_t points) {
  Launch launch;
  launch.kernel = "sweep";
  launch.global = {points, 1, 1};
  launch.local = {64, 1, 1};
  launch.pass.name = "sweep";
  launch.pass.points = points;
  launch.pass.accesses.push_back({.references = 2});
  return launch;
}

// What a model said; the memo is asked until it keeps the launch.
void keep(LaunchMemo& memo, const Launch& launch, double seconds) {
  for (int time = 0; time < 2; ++time)
    memo.of(launch, false)[0] = LaunchCost{.device = {.time = Seconds{seconds}}, .call = Seconds{}};
}

TEST(LaunchMemo, keeps_what_comes_a_second_time) {
  LaunchMemo memo(2);
  const Launch launch = launch_of(1000);

  memo.of(launch, false)[0] = LaunchCost{};
  EXPECT_FALSE(memo.of(launch, false)[0]);
  memo.of(launch, false)[0] = LaunchCost{.device = {.time = Seconds{3}}, .call = Seconds{}};

  const LaunchMemo::Costs& kept = memo.of(launch, false);
  ASSERT_TRUE(kept[0]);
  EXPECT_EQ(kept[0]->device.time, Seconds{3});
  EXPECT_FALSE(kept[1]);  // of a model that was not asked
}

TEST(LaunchMemo, takes_no_launch_for_another) {
  const Launch launch = launch_of(1000);
  std::vector<Launch> others(11, launch);
  others[0].pass.points = 1001;
  others[1].pass.accesses[0].footprint = Bytes{64};
  others[2].pass.barriers = 1;
  others[3].local = {32, 1, 1};
  others[4].kernel = "other";
  others[5].arguments.emplace_back(ImageArgument{});
  others[6].pass.operations.div = 1;
  others[7].cluster = {2, 1, 1};
  others[8].pass.name = "other";
  others[9].arguments.emplace_back(LocalArgument{Bytes{1024}});
  others[10].local_bytes = Bytes{1024};

  for (const Launch& other : others) {
    LaunchMemo memo(1);
    keep(memo, launch, 3);
    EXPECT_FALSE(memo.of(other, false)[0]);
  }
  LaunchMemo memo(1);
  keep(memo, launch, 3);
  EXPECT_FALSE(memo.of(launch, true)[0]);
}

TEST(LaunchMemo, values_of_arguments_do_not_matter) {
  LaunchMemo memo(1);
  Launch launch = launch_of(1000);
  launch.arguments.emplace_back(ScalarArgument{Scalar::u32, 7});
  keep(memo, launch, 3);
  launch.arguments[0] = ScalarArgument{Scalar::u32, 8};

  EXPECT_TRUE(memo.of(launch, false)[0]);
}

TEST(LaunchMemo, local_memory_given_by_an_argument_does) {
  LaunchMemo memo(1);
  Launch launch = launch_of(1000);
  launch.arguments.emplace_back(LocalArgument{Bytes{1024}});
  keep(memo, launch, 3);

  EXPECT_TRUE(memo.of(launch, false)[0]);
  launch.arguments[0] = LocalArgument{Bytes{2048}};
  EXPECT_FALSE(memo.of(launch, false)[0]);
}

// More of them than places: each is kept or forgotten, and none gets what belongs to another.
TEST(LaunchMemo, many_launches_get_their_own_costs) {
  LaunchMemo memo(1);
  std::size_t kept = 0;
  for (int round = 0; round < 3; ++round) {
    for (std::uint64_t points = 1; points <= 1009; ++points) {
      for (int time = 0; time < 3; ++time) {
        std::optional<LaunchCost>& cost = memo.of(launch_of(points), false)[0];
        kept += cost ? 1 : 0;
        if (!cost)
          cost = LaunchCost{.device = {.time = Seconds{static_cast<double>(points)}},
                            .call = Seconds{}};
        ASSERT_EQ(cost->device.time, Seconds{static_cast<double>(points)});
      }
    }
  }

  EXPECT_GE(kept, 3U * 1009U);
}

}  // namespace
}  // namespace plumb
