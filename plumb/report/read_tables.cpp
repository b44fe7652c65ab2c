// plumb/report/read_tables.cpp - cells by the kind of their JSON.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/read_tables.h"

#include <cmath>

#include <fmt/format.h>

namespace plumb {
namespace {

Cell cell_from_json(const JsonView& view) {
  if (view.is_null()) return Missing{};
  if (view.is_text()) return view.text();
  const double number = view.number();
  constexpr double exact_below = 0x1p53;
  if (std::floor(number) == number && std::fabs(number) < exact_below)
    return static_cast<std::int64_t>(number);
  return significant(number, 4);
}

Table table_from_json(const JsonView& view) {
  view.only({"title", "columns", "rows", "notes"});
  Table table{.title = view.text_or("title", "")};
  for (const JsonView& column : view.at("columns").list())
    table.columns.push_back({column.at("name").text(), column.text_or("unit", "")});
  for (const JsonView& row : view.at("rows").list()) {
    std::vector<Cell>& cells = table.rows.emplace_back();
    for (const JsonView& cell : row.list()) cells.push_back(cell_from_json(cell));
    if (cells.size() != table.columns.size())
      row.refuse(fmt::format("{} cells for {} columns", cells.size(), table.columns.size()));
  }
  if (view.has("notes"))
    for (const JsonView& note : view.at("notes").list()) table.notes.push_back(note.text());
  return table;
}

}  // namespace

std::vector<Table> tables_from_json(const JsonView& view) {
  // Before there were documents of several, a table stood alone.
  if (!view.has("schema") && view.has("columns")) return {table_from_json(view)};
  view.require_schema("plumbline.tables/1");
  view.only({"schema", "tables"});
  std::vector<Table> tables;
  for (const JsonView& table : view.at("tables").list()) tables.push_back(table_from_json(table));
  return tables;
}

}  // namespace plumb
