// tests/records/allocation_test.cpp - allocations there and back as JSON.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/allocation.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/records/example_records.h"
#include "tests/records/refusal.h"

namespace plumb {
namespace {

Allocation read_allocation(const std::string& text) {
  const Json json = parse_json(text, "a.json");
  return allocation_from_json(JsonView(json, "a.json"));
}

std::string allocation_refusal(std::string_view pointer, std::string_view value) {
  Json json = to_json(example_allocation());
  json[Json::json_pointer(std::string(pointer))] = parse_json(value, "value");
  return refusal([&] { return read_allocation(to_text(json)); });
}

TEST(Allocation, survives_writing_and_reading) {
  const Json json = to_json(example_allocation());

  EXPECT_EQ(to_json(read_allocation(to_text(json))), json);
}

TEST(Allocation, unknown_words_and_constants_that_do_not_exist_are_refused) {
  EXPECT_EQ(allocation_refusal("/mode", R"("best")"),
            "a.json: /mode: unknown word 'best'; known are paper, optimal");
  EXPECT_EQ(allocation_refusal("/instructions/0/condition", R"("C5")"),
            "a.json: /instructions/0/condition: unknown word 'C5'; known are moved, C1, C2, C3, "
            "C4, shortage, no saving, dead");
  EXPECT_NE(allocation_refusal("/constants/2/fragment", "32"), "");
  EXPECT_NE(allocation_refusal("/constants/2/other", "1"), "");
  EXPECT_EQ(allocation_refusal("/constants/0/component", R"("r")"),
            "a.json: /constants/0/component: unknown word 'r'; known are x, y, z, w");
  EXPECT_EQ(allocation_refusal("/constants/0/value", R"("")"),
            "a.json: /constants/0/value: expected an expression");
}

TEST(Allocation, the_list_of_constants_stands_by_itself_too) {
  const Json json = to_json(example_allocation().constants);

  EXPECT_EQ(constants_from_json(JsonView(json, "constants.json")), example_allocation().constants);
}

}  // namespace
}  // namespace plumb
