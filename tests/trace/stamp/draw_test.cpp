// tests/trace/stamp/draw_test.cpp - the blocks and records that are drawn stand for the launch.
//
// The instructions of the draws are executed here, one by one, as their PTX stands.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/trace/log_layout.h"
#include "plumb/trace/stamp/draw_text.h"
#include "tests/trace/ptx_lines.h"

namespace plumb::trace {
namespace {

struct Drawn {
  std::vector<std::uint32_t> blocks;
  std::uint32_t every = 0;
};

Drawn drawn_of(const Sampling& sampling, std::uint32_t block_count, std::uint32_t launch) {
  PtxLines draw(block_drawn(sampling));
  Drawn drawn;
  for (std::uint32_t block = 0; block < block_count; ++block) {
    draw.registers["%plumb_c"] = block;
    draw.registers["%plumb_d"] = block_count;
    draw.registers["%plumb_e"] = launch * 0xc2b2ae3d;
    draw.run();
    drawn.every = draw.registers["%plumb_every"];
    if (draw.registers["%plumb_on"] != 0) drawn.blocks.push_back(block);
  }
  return drawn;
}

TEST(Draw, takes_its_share_of_the_blocks_from_all_parts_of_a_launch) {
  constexpr std::uint32_t block_count = 8000;
  for (std::uint32_t launch = 0; launch < 3; ++launch) {
    std::vector<double> tenths(10);
    for (const std::uint32_t block : drawn_of({.blocks = 16}, block_count, launch).blocks)
      tenths.at(block / (block_count / 10)) += 1;

    // Five standard deviations of a binomial count.
    const double expected = block_count / 160.0;
    for (const double count : tenths) EXPECT_NEAR(count, expected, 5 * std::sqrt(expected));
  }
}

TEST(Draw, takes_every_column_of_a_grid) {
  constexpr std::uint32_t width = 16;
  std::vector<double> columns(width);
  for (const std::uint32_t block : drawn_of({.blocks = 16}, 16000, 1).blocks)
    columns.at(block % width) += 1;

  EXPECT_THAT(columns, testing::Each(testing::Gt(25)));
}

TEST(Draw, takes_other_blocks_in_the_next_launch) {
  EXPECT_NE(drawn_of({.blocks = 16}, 1000, 1).blocks, drawn_of({.blocks = 16}, 1000, 2).blocks);
}

TEST(Draw, takes_more_of_a_small_launch_and_all_of_a_tiny_one) {
  double some = 0;
  for (std::uint32_t launch = 0; launch < 20; ++launch)
    some += static_cast<double>(drawn_of(bounded_cost, 320, launch).blocks.size());

  EXPECT_NEAR(some / 20, 32, 6);
  EXPECT_EQ(drawn_of(bounded_cost, 320, 0).every, 1U);
  EXPECT_THAT(drawn_of(bounded_cost, 63, 0).blocks, testing::SizeIs(63));
  EXPECT_THAT(drawn_of(bounded_cost, 1, 0).blocks, testing::SizeIs(1));
  EXPECT_EQ(drawn_of(bounded_cost, 512, 0).every, bounded_cost.records);
}

TEST(Draw, takes_a_share_of_few_blocks_where_that_was_asked_for) {
  EXPECT_LT(drawn_of({.blocks = 4}, 100, 0).blocks.size(), 60U);
  EXPECT_THAT(drawn_of({.blocks = 1, .records = 3}, 100, 0).blocks, testing::SizeIs(100));
}

TEST(Draw, stands_in_the_word_of_a_record_where_launches_differ) {
  PtxLines draw(block_drawn(bounded_cost) + record_number(bounded_cost, 7));
  draw.registers["%plumb_c"] = 0;
  draw.registers["%plumb_e"] = 0;
  for (const auto& [blocks, drawn_from] : {std::pair(63U, 1U), {320U, 10U}, {5000U, 16U}}) {
    draw.registers["%plumb_d"] = blocks;
    draw.run();

    EXPECT_EQ(draw.registers["%plumb_i"] >> stamp_bits, drawn_from) << blocks;
    EXPECT_EQ(draw.registers["%plumb_i"] % (1U << stamp_bits), 7U);
  }
  EXPECT_EQ(record_number({.blocks = 16}, 7), "mov.u32 %plumb_i, 7;\n");
}

TEST(Draw, takes_the_block_that_was_chosen_and_no_other) {
  const Drawn drawn = drawn_of({.records = 3, .block = 7}, 100, 5);

  EXPECT_THAT(drawn.blocks, testing::ElementsAre(7));
  EXPECT_EQ(drawn.every, 3U);
  EXPECT_TRUE(leaves_out_warps({.block = 0}) && leaves_out_warps({.warp = 0}));
  EXPECT_FALSE(parts_blocks({.block = 0}) || leaves_out_warps({.records = 4}));
}

TEST(Draw, begins_with_any_of_the_first_records) {
  PtxLines draw(first_record_drawn());
  std::vector<double> starts(5);
  for (std::uint32_t lane = 0; lane < 2000; ++lane) {
    draw.registers["%plumb_c"] = lane * 0x165667b1;
    draw.registers["%plumb_every"] = 5;
    draw.run();
    starts.at(draw.registers["%plumb_skip"] - 1) += 1;
  }

  EXPECT_THAT(starts, testing::Each(testing::DoubleNear(400, 5 * std::sqrt(320.0))));
}

}  // namespace
}  // namespace plumb::trace
