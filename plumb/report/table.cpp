// plumb/report/table.cpp - one table in four formats; numbers never depend on the locale.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/table.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/base/printable.h"
#include "plumb/report/table_cells.h"

namespace plumb {
namespace {

struct NamedFormat {
  std::string_view name;
  Format format;
};
constexpr std::array<NamedFormat, 4> formats{
    {{"text", Format::text}, {"csv", Format::csv}, {"md", Format::md}, {"json", Format::json}}};

std::string full_name(const Column& column) {
  return column.unit.empty() ? column.name : fmt::format("{} [{}]", column.name, column.unit);
}

using Fields = std::vector<std::string>;

// What `change` makes of each item.
template <class Item, class Change>
Fields fields_of(const std::vector<Item>& items, const Change& change) {
  Fields fields;
  fields.reserve(items.size());
  for (const Item& item : items) fields.push_back(change(item));
  return fields;
}

// Code points: every byte of UTF-8 that does not continue one.
std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
  }));
}

// Pads every field to the width of its column.
void align(std::vector<Fields>& lines, const Table& table) {
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    std::size_t width = 1;
    for (const Fields& line : lines) width = std::max(width, display_width(line[j]));
    const bool right = is_right_aligned(table, j);
    for (Fields& line : lines) {
      const std::string blanks(width - display_width(line[j]), ' ');
      line[j] = right ? blanks + line[j] : line[j] + blanks;
    }
  }
}

std::string join_trimmed(const Fields& line) {
  std::string text = fmt::format("{}", fmt::join(line, "  "));
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

std::string render_text(const Table& table) {
  const auto name = [](const Column& column) { return printable_line(column.name); };
  const auto unit = [](const Column& column) { return printable_line(column.unit); };
  const auto shown = [](const Cell& cell) { return printable_line(display(cell)); };
  const auto dashes = [](const std::string& field) {
    return std::string(display_width(field), '-');
  };
  std::vector<Fields> lines{fields_of(table.columns, name)};
  if (std::any_of(table.columns.begin(), table.columns.end(),
                  [](const Column& column) { return !column.unit.empty(); })) {
    lines.push_back(fields_of(table.columns, unit));
  }
  const auto headings = static_cast<std::ptrdiff_t>(lines.size());
  for (const auto& row : table.rows) lines.push_back(fields_of(row, shown));
  align(lines, table);
  lines.insert(lines.begin() + headings, fields_of(lines.front(), dashes));
  if (table.columns.empty()) lines.clear();

  std::string text = table.title.empty() ? "" : printable_line(table.title) + "\n";
  for (const Fields& line : lines) text += join_trimmed(line);
  for (const std::string& note : all_notes(table)) text += printable_line(note) + "\n";
  return text;
}

// Escapes what Markdown would take for a cell's end, emphasis, code or a tag.
std::string escape_md(const std::string& text) {
  std::string escaped;
  for (const char c : printable_line(text)) {
    if (std::string_view("\\|*`<").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string render_md(const Table& table) {
  std::vector<Fields> lines;
  lines.push_back(
      fields_of(table.columns, [](const Column& column) { return escape_md(full_name(column)); }));
  for (const auto& row : table.rows) {
    lines.push_back(fields_of(row, [](const Cell& cell) { return escape_md(display(cell)); }));
  }
  align(lines, table);
  Fields rule;
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    const std::string dashes(display_width(lines.front()[j]) + 1, '-');
    rule.push_back(is_right_aligned(table, j) ? dashes + ':' : ':' + dashes);
  }
  std::vector<std::string> parts;  // with a blank line between them
  if (!table.title.empty()) parts.push_back(fmt::format("### {}\n", escape_md(table.title)));
  if (!table.columns.empty()) {
    std::string& grid = parts.emplace_back();
    for (std::size_t i = 0; i < lines.size(); ++i) {
      grid += fmt::format("| {} |\n", fmt::join(lines[i], " | "));
      if (i == 0) grid += fmt::format("|{}|\n", fmt::join(rule, "|"));
    }
  }
  std::string list;
  for (const std::string& note : all_notes(table)) list += fmt::format("- {}\n", escape_md(note));
  if (!list.empty()) parts.push_back(list);
  return fmt::format("{}", fmt::join(parts, "\n"));
}

// Empty texts are quoted: an empty field is a missing value.
std::string quote_csv(std::string_view text) {
  if (!text.empty() && text.find_first_of(",\"\r\n") == std::string_view::npos) {
    return std::string(text);
  }
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

struct CsvText {
  std::string operator()(const std::string& text) const { return quote_csv(printable(text)); }
  std::string operator()(const Number& number) const { return fmt::format("{}", number.value); }
  std::string operator()(const Missing&) const { return ""; }
  std::string operator()(auto whole) const { return fmt::format("{}", whole); }
};

// `label`: the leading column of a document's tables.
std::string render_csv(const Table& table, const std::optional<std::string>& label = {}) {
  if (table.columns.empty()) return "";
  std::vector<Fields> lines;
  lines.push_back(fields_of(
      table.columns, [](const Column& column) { return quote_csv(printable(full_name(column))); }));
  for (const auto& row : table.rows) {
    lines.push_back(fields_of(row, [](const Cell& cell) {
      return missing_reason(cell) ? std::string() : std::visit(CsvText{}, cell.value);
    }));
  }
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (label) lines[i].insert(lines[i].begin(), i == 0 ? "table" : quote_csv(*label));
    const std::string record = fmt::format("{}", fmt::join(lines[i], ","));
    text += (record.empty() ? "\"\"" : record) + "\n";  // an empty line separates tables
  }
  return text;
}

struct JsonValue {
  Json operator()(const Number& number) const { return number.value; }
  Json operator()(const Missing&) const { return nullptr; }
  Json operator()(const auto& plain) const { return plain; }
};

Json to_json(const Table& table) {
  Json columns = Json::array();
  for (const Column& column : table.columns) {
    columns.push_back({{"name", column.name}, {"unit", column.unit}});
  }
  Json rows = Json::array();
  for (const auto& row : table.rows) {
    Json& cells = rows.emplace_back(Json::array());
    for (const Cell& cell : row) {
      cells.push_back(missing_reason(cell) ? Json() : std::visit(JsonValue{}, cell.value));
    }
  }
  return {
      {"title", table.title}, {"columns", columns}, {"rows", rows}, {"notes", all_notes(table)}};
}

std::string render_json(std::span<const Table> tables) {
  Json document = {{"schema", "plumbline.tables/1"}, {"tables", Json::array()}};
  for (const Table& table : tables) document["tables"].push_back(to_json(table));
  return to_text(document);
}

std::string csv_label(const Table& table, std::size_t position) {
  return table.title.empty() ? fmt::format("{}", position) : table.title;
}

}  // namespace

Format format_from_name(std::string_view name) {
  for (const NamedFormat& known : formats) {
    if (known.name == name) return known.format;
  }
  std::vector<std::string_view> names;
  names.reserve(formats.size());
  for (const NamedFormat& known : formats) names.push_back(known.name);
  throw Error(ErrorKind::input,
              fmt::format("unknown format '{}'; known are {}", name, fmt::join(names, ", ")));
}

std::string render(const Table& table, Format format) {
  require_shape(table);
  switch (format) {
    case Format::text:
      return render_text(table);
    case Format::csv:
      return render_csv(table);
    case Format::md:
      return render_md(table);
    case Format::json:
      return render_json({&table, 1});
  }
  throw Error(ErrorKind::input, "unknown format");
}

std::string render(std::span<const Table> tables, Format format) {
  for (const Table& table : tables) require_shape(table);
  if (format == Format::json) return render_json(tables);
  std::vector<std::string> parts;
  for (const Table& table : tables) {
    if (format == Format::csv) {
      const auto position = static_cast<std::size_t>(&table - tables.data()) + 1;
      parts.push_back(render_csv(table, csv_label(table, position)));
    } else {
      parts.push_back(render(table, format));
    }
  }
  std::erase(parts, "");
  return fmt::format("{}", fmt::join(parts, "\n"));
}

}  // namespace plumb
