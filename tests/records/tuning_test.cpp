// tests/records/tuning_test.cpp - tunings there and back as JSON.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/tuning.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/records/example_records.h"
#include "tests/records/refusal.h"

namespace plumb {
namespace {

Tuning read_tuning(const Json& json) { return tuning_from_json(JsonView(json, "t.json")); }

TEST(Tuning, survives_writing_and_reading) {
  const Json json = to_json(example_tuning());

  EXPECT_EQ(to_json(read_tuning(json)), json);
  EXPECT_EQ(read_tuning(json).variant(), "two_step");
}

TEST(Tuning, one_without_a_variant_or_with_no_rate_is_refused) {
  Json without = to_json(example_tuning());
  without["settings"].erase("variant");
  Json still = to_json(example_tuning());
  still["rate"] = 0;

  EXPECT_EQ(refusal([&] { return read_tuning(without); }),
            "t.json: /settings: member 'variant' is missing");
  EXPECT_EQ(refusal([&] { return read_tuning(still); }),
            "t.json: /rate: expected a rate above zero");
}

}  // namespace
}  // namespace plumb
