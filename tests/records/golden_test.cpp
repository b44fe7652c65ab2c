// tests/records/golden_test.cpp - the records as files: written documents equal those kept.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/base/json.h"
#include "tests/records/example_records.h"

namespace plumb {
namespace {

std::string golden(const std::string& name) {
  return read_text_file(std::string(PLUMB_SOURCE_DIR) + "/tests/golden/records/" + name);
}

TEST(WrittenFile, of_a_program_equals_the_golden_one_byte_for_byte) {
  EXPECT_EQ(to_text(to_json(example_program())), golden("program.json"));
}

TEST(WrittenFile, of_a_result_equals_the_golden_one_byte_for_byte) {
  EXPECT_EQ(to_text(to_json(example_result())), golden("result.json"));
}

TEST(WrittenFile, of_an_image_equals_the_golden_one_byte_for_byte) {
  EXPECT_EQ(to_text(to_json(example_image())), golden("image.json"));
}

TEST(WrittenFile, of_a_profile_equals_the_golden_one_byte_for_byte) {
  EXPECT_EQ(to_text(to_json(example_profile())), golden("profile.json"));
}

TEST(WrittenFile, of_predictions_equals_the_golden_one_byte_for_byte) {
  EXPECT_EQ(to_text(to_json(example_predictions())), golden("prediction.json"));
}

TEST(WrittenFile, of_an_allocation_equals_the_golden_one_byte_for_byte) {
  EXPECT_EQ(to_text(to_json(example_allocation())), golden("allocation.json"));
}

TEST(WrittenFile, of_a_tuning_equals_the_golden_one_byte_for_byte) {
  EXPECT_EQ(to_text(to_json(example_tuning())), golden("tuning.json"));
}

TEST(WrittenFile, of_a_trace_equals_the_golden_one_byte_for_byte) {
  EXPECT_EQ(to_text(to_json(example_trace())), golden("trace.json"));
}

}  // namespace
}  // namespace plumb
