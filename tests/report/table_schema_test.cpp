// tests/report/table_schema_test.cpp - tables as JSON are what schemas/tables.json describes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "plumb/base/json.h"
#include "plumb/report/table.h"

namespace plumb {
namespace {

bool is_described(const nlohmann::json& document) {
  const std::string path = std::string(PLUMB_SOURCE_DIR) + "/schemas/tables.json";
  const auto json = nlohmann::json::parse(read_text_file(path));
  valijson::Schema schema;
  valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(json), schema);
  valijson::Validator validator;
  return validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(document), nullptr);
}

TEST(TableSchema, describes_one_table_several_and_none) {
  const Table table{.title = "copy",
                    .columns = {{"size", "MiB"}, {"limited by"}},
                    .rows = {{64, "memory"}, {fixed(0.5, 1), Missing{"not known"}}},
                    .notes = {"cold"}};
  const std::vector<Table> tables{table, {}};
  const std::vector<Table> none;

  EXPECT_TRUE(is_described(nlohmann::json::parse(render(table, Format::json))));
  EXPECT_TRUE(is_described(nlohmann::json::parse(render(tables, Format::json))));
  EXPECT_TRUE(is_described(nlohmann::json::parse(render(none, Format::json))));
}

TEST(TableSchema, refuses_another_member_and_a_missing_one) {
  nlohmann::json document = nlohmann::json::parse(render(Table{}, Format::json));
  ASSERT_TRUE(is_described(document));

  nlohmann::json more = document;
  more["tables"][0]["colour"] = "red";
  nlohmann::json less = document;
  less["tables"][0].erase("rows");

  EXPECT_FALSE(is_described(more));
  EXPECT_FALSE(is_described(less));
}

}  // namespace
}  // namespace plumb
