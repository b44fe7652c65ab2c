// tests/report/table_test.cpp - the four formats against golden files; refused tables and formats.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/table.h"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"

namespace plumb {
namespace {

template <class Step>
std::string refusal(const Step& step, ErrorKind kind) {
  try {
    static_cast<void>(step());
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind);
    return explain(error);
  }
  return "nothing was thrown";
}

std::string golden(const std::string& name) {
  return read_text_file(std::string(PLUMB_SOURCE_DIR) + "/tests/golden/report/" + name);
}

// Every kind of cell, and every character that one of the formats has to treat.
Table odd_table() {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  return {
      .title = "Odd, but *valid*",
      .columns = {{"kernel"},
                  {"größe", "B"},
                  {"rate", "GB/s"},
                  {"time", "µs"},
                  {"Δ", "%"},
                  {"left", "", Alignment::left},
                  {"remark"}},
      .rows = {{"copy, \"fast\"", 67108864, fixed(4012.345678901234, 1), significant(33.4567, 3),
                fixed(-12.5, 1), 1, "a|b\\c"},
               {"größer < ∞", std::numeric_limits<std::uint64_t>::max(), Missing{"no | profile"},
                significant(1.0 / 3, 3), fixed(-0.01, 1), 22, "two\nlines"},
               {"", std::numeric_limits<std::int64_t>::min(), fixed(nan, 1), significant(2.5e-9, 3),
                fixed(1e300, 1), -333, Missing{}},
               {"`code`", 0U, Missing{"no | profile"}, significant(123456, 3), fixed(0, 1), 4444,
                "-"}},
      .notes = {"GB = 10^9 bytes", "a | pipe and a \"quote\""}};
}

Table empty_table() {
  return {.title = "Nothing found", .columns = {{"device"}, {"memory", "GiB"}}};
}

Table untitled_table() { return {.columns = {{"a"}}, .rows = {{1}, {Missing{}}, {""}}}; }

TEST(Text, aligns_columns_by_code_points_and_explains_dashes) {
  EXPECT_EQ(render(odd_table(), Format::text), golden("odd.txt"));
  EXPECT_EQ(render(empty_table(), Format::text), golden("empty.txt"));
}

TEST(Csv, quotes_by_rfc_4180_and_keeps_every_digit) {
  EXPECT_EQ(render(odd_table(), Format::csv), golden("odd.csv"));
  EXPECT_EQ(render(empty_table(), Format::csv), golden("empty.csv"));
}

TEST(Markdown, escapes_what_would_end_a_cell_or_start_markup) {
  EXPECT_EQ(render(odd_table(), Format::md), golden("odd.md"));
  EXPECT_EQ(render(empty_table(), Format::md), golden("empty.md"));
}

TEST(Json, keeps_every_digit_and_writes_null_for_missing_values) {
  EXPECT_EQ(render(odd_table(), Format::json), golden("odd.json"));
  EXPECT_EQ(render(empty_table(), Format::json), golden("empty.json"));
}

TEST(Document, holds_several_tables_that_can_be_told_apart) {
  const std::array<Table, 3> tables{empty_table(), untitled_table(),
                                    Table{.title = "B, b", .columns = {{"x"}}, .rows = {{"y"}}}};

  EXPECT_EQ(render(tables, Format::text), golden("document.txt"));
  EXPECT_EQ(render(tables, Format::csv), golden("document.csv"));
  EXPECT_EQ(render(tables, Format::md), golden("document.md"));
  EXPECT_EQ(render(tables, Format::json), golden("document.json"));
}

TEST(Document, of_no_tables_is_empty) {
  const std::vector<Table> none;

  EXPECT_EQ(render(none, Format::text), "");
  EXPECT_EQ(render(none, Format::csv), "");
  EXPECT_EQ(render(none, Format::md), "");
  EXPECT_EQ(render(none, Format::json),
            "{\n \"schema\": \"plumbline.tables/1\",\n \"tables\": []\n}\n");
}

TEST(Table, without_columns_is_its_title_and_notes) {
  const Table table{.title = "No devices", .notes = {"install pocl-opencl-icd"}};

  EXPECT_EQ(render(table, Format::text), "No devices\ninstall pocl-opencl-icd\n");
  EXPECT_EQ(render(table, Format::md), "### No devices\n\n- install pocl-opencl-icd\n");
  EXPECT_EQ(render(table, Format::csv), "");
}

TEST(Table, a_reason_is_told_once_for_each_column) {
  const Missing none{"no profile"};
  const Table table{.columns = {{"a"}, {"b"}}, .rows = {{none, none}, {none, 1}}};

  EXPECT_EQ(render(table, Format::text),
            "a  b\n-  -\n-  -\n-  1\na missing: no profile\nb missing: no profile\n");
}

TEST(Table, a_row_of_the_wrong_length_is_refused) {
  const Table table{.title = "T", .columns = {{"a"}, {"b"}}, .rows = {{1, 2}, {3}}};

  EXPECT_EQ(refusal([&] { return render(table, Format::text); }, ErrorKind::check_failed),
            "table 'T': row 1 has 1 cells for 2 columns");
}

TEST(Format, is_found_by_name) {
  EXPECT_EQ(format_from_name("text"), Format::text);
  EXPECT_EQ(format_from_name("csv"), Format::csv);
  EXPECT_EQ(format_from_name("md"), Format::md);
  EXPECT_EQ(format_from_name("json"), Format::json);
  EXPECT_EQ(refusal([] { return format_from_name("XML"); }, ErrorKind::input),
            "unknown format 'XML'; known are text, csv, md, json");
}

}  // namespace
}  // namespace plumb
