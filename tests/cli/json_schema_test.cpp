// tests/cli/json_schema_test.cpp - whatever a command prints as JSON says what it is.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

// The schema that the output names, which must be one of schemas/.
std::string schema_of(const Outcome& outcome) {
  EXPECT_EQ(outcome.code, 0) << outcome.error;
  const Json json = parse_json(outcome.out, "output");
  if (!json.is_object()) return "none";
  const std::string schema = json.value("schema", "none");
  const std::string project = "plumbline.";
  if (!schema.starts_with(project)) return schema;
  const std::string name = schema.substr(project.size(), schema.find('/') - project.size());
  const std::string file = fmt::format("{}/schemas/{}.json", PLUMB_SOURCE_DIR, name);
  const Json described = parse_json(read_text_file(file), file);
  return described.value("$id", "another") == schema ? schema : "unknown " + schema;
}

class PlumbJson : public PlumbProgram {
 protected:
  std::string schema_printed(std::vector<std::string> words) {
    words.insert(words.end(), {"--format", "json"});
    return schema_of(plumb(words));
  }
};

TEST_F(PlumbJson, of_tables_carries_its_schema) {
  EXPECT_EQ(schema_printed({"list"}), "plumbline.tables/1");
  EXPECT_EQ(schema_printed({"devices"}), "plumbline.tables/1");
  EXPECT_EQ(schema_printed({"livermore", "--explain", "1"}), "plumbline.tables/1");
}

TEST_F(PlumbOnDevice, json_of_suites_carries_its_schema) {
  const std::vector<std::string> once{
      "--min-samples", "1", "--max-samples", "1", "--min-time", "0s", "-q", "--format", "json"};
  const auto printed = [&](std::vector<std::string> words) {
    words.insert(words.end(), once.begin(), once.end());
    return schema_of(plumb(words));
  };

  EXPECT_EQ(printed({"himeno", "--size", "5x6x9", "--variant", "naive", "--iterations", "2"}),
            "plumbline.result/1");
  EXPECT_EQ(printed({"livermore", "--kernel", "1", "--span", "27"}), "plumbline.result/1");
  EXPECT_EQ(printed({"himeno", "--size", "5x6x9", "--dry-run"}), "plumbline.tables/1");
}

}  // namespace
}  // namespace plumb
