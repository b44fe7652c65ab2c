// plumb/records/layout.cpp - layouts and published rows as JSON (schemas/result.json).
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/layout.h"

#include <array>

#include <nlohmann/json.hpp>

#include "plumb/records/names.h"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 13> column_names{
    "setting", "time",         "step_time", "rate",    "gain",      "bandwidth", "of_copy",
    "reading", "off_expected", "launches",  "of_host", "published", "verdict"};
constexpr std::array<std::string_view, 3> table_names{"rows", "statistics", "beside"};

Json to_json(const ColumnLayout& column) {
  Json json = {{"title", column.title}, {"kind", name_in(column_names, column.kind)}};
  if (!column.name.empty()) json["name"] = column.name;
  if (!column.unit.empty()) json["unit"] = column.unit;
  if (column.digits != 0) json["digits"] = static_cast<unsigned>(column.digits);
  return json;
}

ColumnLayout column_from(const JsonView& view) {
  view.only({"title", "kind", "name", "unit", "digits"});
  (void)view.at("kind");
  const auto kind = [](std::string_view name) {
    return value_in<ColumnKind>(column_names, name, "kind of column");
  };
  constexpr std::uint64_t most_digits = 17;
  return {
      .title = view.at("title").text(),
      .kind = named_or(view, "kind", kind, ColumnKind::setting),
      .name = view.text_or("name", ""),
      .unit = view.text_or("unit", ""),
      .digits = view.has("digits") ? static_cast<int>(view.at("digits").count(most_digits)) : 0};
}

std::vector<std::string> texts_from(const JsonView& view) {
  std::vector<std::string> texts;
  for (const JsonView& item : view.list()) texts.push_back(item.text());
  return texts;
}

}  // namespace

Json to_json(const TableLayout& layout) {
  Json json = {{"kind", name_in(table_names, layout.kind)}, {"title", layout.title}};
  json["columns"] = Json::array();
  for (const ColumnLayout& column : layout.columns) json["columns"].push_back(to_json(column));
  if (!layout.where.empty()) json["where"] = json_of(layout.where);
  if (!layout.against.empty()) json["against"] = json_of(layout.against);
  if (!layout.sides.empty()) json["sides"] = layout.sides;
  json["notes"] = layout.notes;
  return json;
}

TableLayout layout_from_json(const JsonView& view) {
  view.only({"kind", "title", "columns", "where", "against", "sides", "notes"});
  const auto kind = [](std::string_view name) {
    return value_in<TableKind>(table_names, name, "kind of table");
  };
  TableLayout layout{.kind = named_or(view, "kind", kind, TableKind::rows),
                     .title = view.at("title").text()};
  for (const JsonView& item : view.at("columns").list())
    layout.columns.push_back(column_from(item));
  if (view.has("where")) layout.where = named_texts_from_json(view.at("where"));
  if (view.has("against")) layout.against = named_texts_from_json(view.at("against"));
  if (view.has("sides")) layout.sides = texts_from(view.at("sides"));
  if (layout.kind == TableKind::beside && layout.sides.size() != 2)
    view.refuse("a table of two sides names both in 'sides'");
  layout.notes = texts_from(view.at("notes"));
  return layout;
}

Json to_json(const PublishedRow& row) {
  Json values = Json::object();
  for (const auto& [device, value] : row.values) values[device] = value;
  return {{"what", row.what}, {"settings", json_of(row.settings)}, {"values", std::move(values)}};
}

PublishedRow published_row_from_json(const JsonView& view) {
  view.only({"what", "settings", "values"});
  PublishedRow row{.what = view.at("what").text(),
                   .settings = named_texts_from_json(view.at("settings")),
                   .values = {}};
  const JsonView values = view.at("values");
  for (const std::string& device : values.member_names())
    row.values.emplace_back(device, values.at(device).number());
  return row;
}

}  // namespace plumb
