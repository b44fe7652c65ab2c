// tests/report/table_property_test.cpp - any table survives CSV; any text table keeps its columns.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "plumb/base/printable.h"
#include "plumb/report/table.h"

namespace plumb {
namespace {

using Fields = std::vector<std::string>;

std::string draw_text() {
  static const Fields pieces{"a", "B", "7", " ", "-", ",", "\"", "|", "\n", "\r", "\t", "µ", "∞"};
  std::string text;
  for (const auto& piece : *rc::gen::container<Fields>(rc::gen::elementOf(pieces))) text += piece;
  return text;
}

Cell draw_cell() {
  switch (*rc::gen::inRange(0, 5)) {
    case 0:
      return *rc::gen::arbitrary<std::int64_t>();
    case 1:
      return fixed(*rc::gen::arbitrary<double>(), *rc::gen::inRange(0, 6));
    case 2:
      return significant(*rc::gen::arbitrary<double>(), *rc::gen::inRange(1, 6));
    case 3:
      return Missing{};
    default:
      return draw_text();
  }
}

Table draw_table() {
  Table table;
  table.columns.resize(*rc::gen::inRange<std::size_t>(1, 6));
  for (Column& column : table.columns) {
    column = {draw_text(), *rc::gen::element<std::string>("", "B", "µs"),
              *rc::gen::element(Alignment::automatic, Alignment::left, Alignment::right)};
  }
  table.rows.resize(*rc::gen::inRange<std::size_t>(0, 8));
  for (auto& row : table.rows) {
    for (std::size_t j = 0; j < table.columns.size(); ++j) row.push_back(draw_cell());
  }
  return table;
}

// A reader of RFC 4180 with plain line feeds.
std::vector<Fields> read_csv(std::string_view text) {
  std::vector<Fields> records;
  Fields record(1);
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c != '"') {
        record.back() += c;
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        record.back() += text[++i];
      } else {
        quoted = false;
      }
    } else if (c == '"') {
      quoted = true;
    } else if (c == ',') {
      record.emplace_back();
    } else if (c == '\n') {
      records.push_back(record);
      record.assign(1, std::string());
    } else {
      record.back() += c;
    }
  }
  return records;
}

Fields split_lines(const std::string& text) {
  std::istringstream stream(text);
  Fields lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The code points of UTF-8, each as the text of its bytes.
Fields code_points(const std::string& text) {
  Fields points;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xc0U) != 0x80U) points.emplace_back();
    points.back() += c;
  }
  return points;
}

std::string expected_field(const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell.value)) return printable(*text);
  if (const auto* whole = std::get_if<std::int64_t>(&cell.value)) return std::to_string(*whole);
  return "";
}

RC_GTEST_PROP(CsvProperty, is_read_back_as_it_was_written, ()) {
  const Table table = draw_table();

  const std::vector<Fields> records = read_csv(render(table, Format::csv));

  RC_ASSERT(records.size() == table.rows.size() + 1);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    RC_ASSERT(records[i + 1].size() == table.columns.size());
    for (std::size_t j = 0; j < table.columns.size(); ++j) {
      const Cell& cell = table.rows[i][j];
      if (const auto* number = std::get_if<Number>(&cell.value)) {
        RC_ASSERT(std::stod(records[i + 1][j]) == number->value);
      } else {
        RC_ASSERT(records[i + 1][j] == expected_field(cell));
      }
    }
  }
}

// The line of the rule: below the names and, where there are any, the units.
std::size_t rule_line(const Table& table) {
  const bool has_units = std::any_of(table.columns.begin(), table.columns.end(),
                                     [](const Column& column) { return !column.unit.empty(); });
  return has_units ? 2 : 1;
}

RC_GTEST_PROP(TextProperty, no_line_is_wider_than_the_rule_or_ends_in_a_blank, ()) {
  const Table table = draw_table();

  const Fields lines = split_lines(render(table, Format::text));

  RC_ASSERT(lines.size() == rule_line(table) + 1 + table.rows.size());
  const std::size_t width = lines[rule_line(table)].size();
  for (const std::string& line : lines) {
    RC_ASSERT(code_points(line).size() <= width);
    RC_ASSERT(!line.ends_with(' '));
  }
}

RC_GTEST_PROP(TextProperty, between_the_columns_of_the_rule_every_line_is_blank, ()) {
  const Table table = draw_table();

  const Fields lines = split_lines(render(table, Format::text));

  const std::string& rule = lines[rule_line(table)];
  for (const std::string& line : lines) {
    const Fields points = code_points(line);
    for (std::size_t at = 0; at < points.size(); ++at) {
      if (rule[at] == ' ') RC_ASSERT(points[at] == " ");
    }
  }
}

}  // namespace
}  // namespace plumb
