// tests/records/quantity_test.cpp - medians with their samples, rates, and both as JSON.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/quantity.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/records/refusal.h"

namespace plumb {
namespace {

Quantity read_quantity(const std::string& text) {
  const Json json = parse_json(text, "q.json");
  return quantity_from_json(JsonView(json, "q.json"));
}

TEST(Quantity, of_samples_is_their_median_and_keeps_them_in_order) {
  const Quantity time = quantity_of(std::vector{3.0, 1.0, 2.0}, "s");

  EXPECT_EQ(time.value, 2);
  EXPECT_EQ(time.unit, "s");
  EXPECT_LE(time.low, 2);
  EXPECT_GE(time.high, 2);
  EXPECT_EQ(time.samples, (std::vector{3.0, 1.0, 2.0}));
}

TEST(Quantity, a_rate_turns_the_interval_over) {
  const Quantity time{.value = 2, .unit = "s", .low = 1, .high = 4, .samples = {2, 4}};

  const Quantity rate = rate_of(8, time, "B/s");

  EXPECT_EQ(rate.value, 4);
  EXPECT_EQ(rate.unit, "B/s");
  EXPECT_EQ(rate.low, 2);
  EXPECT_EQ(rate.high, 8);
  EXPECT_EQ(rate.samples, (std::vector{4.0, 2.0}));
}

TEST(Quantity, every_unit_reads_back_with_every_digit) {
  for (const std::string unit : {"B", "s", "B/s", "flop", "flop/s", "op/s", "Hz", "cycles", "1"}) {
    const Quantity quantity{
        .value = 0.1, .unit = unit, .low = 1.0 / 3, .high = 1e300, .samples = {5e-324, 0.1}};

    const Quantity again = read_quantity(to_text(to_json(quantity)));

    EXPECT_EQ(again.value, quantity.value);
    EXPECT_EQ(again.unit, quantity.unit);
    EXPECT_EQ(again.low, quantity.low);
    EXPECT_EQ(again.high, quantity.high);
    EXPECT_EQ(again.samples, quantity.samples);
  }
}

TEST(Quantity, a_missing_interval_and_an_unknown_unit_are_refused) {
  EXPECT_EQ(refusal([] { return read_quantity(R"({"value": 1, "unit": "s", "samples": []})"); }),
            "q.json: /: member 'low' is missing");
  EXPECT_EQ(
      refusal([] {
        return read_quantity(R"({"value": 1, "unit": "ms", "low": 1, "high": 1, "samples": []})");
      }),
      "q.json: /unit: unknown unit 'ms'; known are B, s, B/s, flop, flop/s, op/s, Hz, "
      "cycles, 1");
}

}  // namespace
}  // namespace plumb
