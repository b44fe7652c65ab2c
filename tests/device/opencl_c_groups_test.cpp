// tests/device/opencl_c_groups_test.cpp - local memory and atomics of OpenCL C are the same on
// every device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/device/opencl_c_case.h"

namespace plumb::device {
namespace {

using testing::ElementsAre;

class OpenClGroups : public OpenClCase {};
PLUMB_FOR_EACH_DEVICE(OpenClGroups);

TEST_P(OpenClGroups, pointers_to_local_memory_are_given_at_launch) {
  load("local_memory.cl");
  const std::size_t groups = (count + group - 1) / group;
  const auto a = drawn<float>(count, [&] { return eighths(); });
  const auto bytes =
      drawn<std::uint8_t>(groups * 24, [&] { return static_cast<std::uint8_t>(draw(0, 255)); });
  const auto in = given(a);
  const auto byte_in = given(bytes);
  const auto sums = taken(groups * 4);
  const auto doubles = taken(groups * 24 * 8);

  run("local_sum", items(count, group), {in.get(), sums.get(), LocalMemory{Bytes{4 * group}}, n});
  run("local_two", items(groups * 24, 24),
      {byte_in.get(), doubles.get(), LocalMemory{Bytes{25}}, LocalMemory{Bytes{24 * 8}}});

  const auto summed = found<float>(*sums);
  for (std::size_t g = 0; g < groups; ++g) {
    float sum = 0;
    for (std::size_t i = g * group; i < std::min(count, (g + 1) * group); ++i) sum += a[i];
    EXPECT_EQ(summed[g], sum) << g;
  }
  const auto mixed = found<double>(*doubles);
  for (std::size_t i = 0; i < mixed.size(); ++i) {
    const std::size_t first = i / 24 * 24;
    EXPECT_EQ(mixed[i], 0.5 * bytes[first + 23 - i % 24] + bytes[first + (i + 1) % 24] + 24000);
  }
}

TEST_P(OpenClGroups, groups_share_tiles_and_scans) {
  load("local_memory.cl");
  constexpr std::size_t width = 37;
  constexpr std::size_t height = 21;
  const auto tile =
      drawn<std::array<float, 2>>(width * height, [&] { return std::array{eighths(), eighths()}; });
  const auto line = drawn<int>(2 * 7 * 45, [&] { return draw(-1000, 1000); });
  const auto in = given(tile);
  const auto line_in = given(line);
  const auto out = taken(tile.size() * 8);
  const auto line_out = taken(line.size() * 4);
  Launch shape;
  shape.global = {40, 12, 1};
  shape.local = {8, 4, 1};

  run("local_tile", shape,
      {in.get(), out.get(), scalar(std::uint32_t{width}), scalar(std::uint32_t{height})});
  run("local_scan", items(line.size() / 2, 45),
      {line_in.get(), line_out.get(), LocalMemory{Bytes{45 * 4}}, LocalMemory{Bytes{45 * 4}}});

  const auto turned = found<std::array<float, 2>>(*out);
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x)
      EXPECT_THAT(turned[x * height + y],
                  ElementsAre(tile[y * width + x][1], tile[y * width + x][0]))
          << x << " " << y;
  const auto scanned = found<int>(*line_out);
  std::array<int, 2> sum{};
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (i % 90 < 2) sum[i % 2] = 0;
    sum[i % 2] += line[i];
    EXPECT_EQ(scanned[i], sum[i % 2]) << i;
  }
}

TEST_P(OpenClGroups, groups_copy_together) {
  if (device->info().kind == Kind::cpu)
    GTEST_SKIP() << "PoCL lacks wait_group_events on some processors, and ends the process";
  load("copies.cl");
  const auto line = drawn<int>(14 * 45, [&] { return draw(-1000, 1000); });
  const auto in = given(line);
  const auto out = taken(line.size() * 4);

  run("local_copies", items(line.size(), 45), {in.get(), out.get(), LocalMemory{Bytes{45 * 4}}});

  const auto reversed = found<int>(*out);
  for (std::size_t i = 0; i < line.size(); ++i)
    EXPECT_EQ(reversed[i], line[i / 45 * 45 + 44 - i % 45]) << i;
}

TEST_P(OpenClGroups, atomics_lose_nothing) {
  load("atomics.cl");
  const auto a = drawn<std::array<std::uint32_t, 4>>(count, [&] {
    const auto one = [&] { return static_cast<std::uint32_t>(random()); };
    return std::array{one(), one(), one(), one()};
  });
  const auto pairs = drawn<std::array<int, 2>>(
      count, [&] { return std::array{draw(-90000, 90000), draw(0, 90000)}; });
  const auto in = given(a);
  const auto pair_in = given(pairs);
  const auto bins = given(std::vector<std::uint32_t>(64, 5));
  const auto all = given(std::vector<int>{-100000, 100000, 0, -1, 0, -1, 0});
  const auto last = given(std::vector<float>{9});
  const auto next = given(std::vector<std::uint32_t>{0});
  const auto tickets = taken(count * 8);

  run("atomics_histogram", items(300, 60), {in.get(), bins.get(), n});
  run("atomics_all", items(count, group), {pair_in.get(), all.get(), last.get(), n});
  run("atomics_tickets", items(count, group), {next.get(), tickets.get(), n});

  std::vector<std::uint32_t> expected(64, 5);
  for (const auto& bin : a)
    for (const std::uint32_t value : bin) ++expected[value & 63];
  EXPECT_EQ(found<std::uint32_t>(*bins), expected);
  int most = -100000;
  int least = 100000;
  std::uint32_t either = 0;
  int both = -1;
  int odd = 0;
  for (const auto& [x, y] : pairs) {
    most = std::max(most, y);
    least = std::min(least, y);
    either |= 1U << (static_cast<std::uint32_t>(x) & 31U);
    both &= y | 0xff;
    odd ^= x;
  }
  const auto ended = found<int>(*all);
  EXPECT_THAT(std::vector(ended.begin(), ended.begin() + 5),
              ElementsAre(most, least, std::bit_cast<int>(either), both, odd));
  EXPECT_TRUE(ended[5] >= 0 && ended[5] < static_cast<int>(count)) << ended[5];
  EXPECT_EQ(ended[6], 1);
  EXPECT_THAT(found<float>(*last).front(), testing::AnyOf(0.0F, 1.0F));
  EXPECT_EQ(found<std::uint32_t>(*next).front(), count);
  std::vector<bool> seen(count);
  const auto taken_tickets = found<std::array<std::uint32_t, 2>>(*tickets);
  for (std::uint32_t i = 0; i < count; ++i) {
    EXPECT_EQ(taken_tickets[i][0], i);
    ASSERT_LT(taken_tickets[i][1], count);
    EXPECT_FALSE(seen[taken_tickets[i][1]]) << "item " << taken_tickets[i][1] << " came twice";
    seen[taken_tickets[i][1]] = true;
  }
}

}  // namespace
}  // namespace plumb::device
