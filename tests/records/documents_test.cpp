// tests/records/documents_test.cpp - the examples of docs/formats.md are accepted as they stand.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/records/image.h"
#include "plumb/records/program.h"
#include "plumb/records/quantity.h"

namespace plumb {
namespace {

using testing::HasSubstr;

std::string document(const std::string& name) {
  return read_text_file(std::string(PLUMB_SOURCE_DIR) + "/docs/" + name);
}

// The first line of formats.md that starts so, without its indentation.
Json example_line(const std::string& start) {
  const std::string page = document("formats.md");
  const std::size_t from = page.find(start);
  return parse_json(page.substr(from, page.find('\n', from) - from), "formats.md");
}

TEST(Formats, shows_the_program_that_lies_beside_it) {
  const std::string program = document("programs/double.json");

  EXPECT_THAT(document("formats.md"), HasSubstr("```json\n" + program + "```\n"));
}

TEST(Formats, shows_the_application_that_lies_beside_it) {
  const std::string application = document("applications/smooth.toml");

  EXPECT_THAT(document("formats.md"), HasSubstr("```toml\n" + application + "```\n"));
}

TEST(Formats, the_program_that_it_shows_is_accepted_and_asks_for_what_it_says) {
  const Json json = parse_json(document("programs/double.json"), "double.json");

  const Program program = program_from_json(JsonView(json, "double.json"));

  EXPECT_EQ(memory_of(program), Bytes{8032});
  EXPECT_EQ(demand_of(program.steps[1]).bytes, Bytes{8000});
  EXPECT_EQ(program.verification[0].expected, (std::vector<double>{0, 1, -6, 2e6}));
}

TEST(Formats, the_image_and_the_quantity_that_it_shows_are_accepted) {
  const Json image = example_line(R"({"schema": "plumbline.image/1")");
  const Json quantity = example_line(R"({"value")");

  EXPECT_EQ(image_from_json(JsonView(image, "image")).pixels.size(), 4U);
  EXPECT_EQ(quantity_from_json(JsonView(quantity, "quantity")).unit, "s");
}

}  // namespace
}  // namespace plumb
