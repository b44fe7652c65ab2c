// tests/trace/collect/reservoir_test.cpp - the slots that records draw stand for the whole run.
//
// The instructions that a stamp carries are executed here, one by one, as their PTX stands.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "plumb/trace/stamp/stage_text.h"
#include "tests/trace/ptx_lines.h"

namespace plumb::trace {
namespace {

constexpr std::uint32_t slot_count = 64;
constexpr std::uint32_t record_count = 6400;

// The numbers of the records that are in the slots of a place in the end.
std::vector<std::uint32_t> kept_records(std::uint32_t place) {
  PtxLines draw(slot_drawn({.slots = slot_count}, "%s"));
  std::vector<std::uint32_t> kept(slot_count);
  for (std::uint32_t number = 0; number < record_count; ++number) {
    draw.registers["%s"] = number;
    draw.registers["%plumb_place"] = place;
    draw.run();
    const std::uint32_t slot = draw.registers["%s"];
    if (slot < slot_count) kept[slot] = number;
  }
  return kept;
}

TEST(Reservoir, keeps_everything_while_there_are_slots) {
  PtxLines draw(slot_drawn({.slots = slot_count}, "%s"));
  for (std::uint32_t number = 0; number < slot_count; ++number) {
    draw.registers["%s"] = number;
    draw.registers["%plumb_place"] = 12345;
    draw.run();
    EXPECT_EQ(draw.registers["%s"], number);
  }
}

TEST(Reservoir, keeps_records_of_all_times_alike) {
  constexpr std::uint32_t places = 60;
  std::vector<double> tenths(10);
  for (std::uint32_t place = 0; place < places; ++place) {
    for (const std::uint32_t number : kept_records(place))
      tenths.at(number / (record_count / 10)) += 1;
  }

  // 60 * 64 records in ten parts: five standard deviations of a binomial count.
  const double expected = places * slot_count / 10.0;
  for (const double count : tenths) EXPECT_NEAR(count, expected, 5 * std::sqrt(expected * 0.9));
}

TEST(Reservoir, is_nothing_where_only_the_first_records_are_kept) {
  EXPECT_EQ(slot_drawn({.slots = slot_count, .first_only = true}, "%s"), "");
}

}  // namespace
}  // namespace plumb::trace
