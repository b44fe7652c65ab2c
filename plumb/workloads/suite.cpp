// plumb/workloads/suite.cpp - what was chosen for a suite; the table of a paper beside it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/suite.h"

namespace plumb {

std::string chosen_or(const NamedTexts& chosen, std::string_view name, std::string_view otherwise) {
  const std::string* text = text_named(chosen, name);
  return text != nullptr ? *text : std::string(otherwise);
}

NamedTexts with_others(NamedTexts lists, const NamedTexts& chosen) {
  for (const auto& [name, text] : chosen) {
    if (text_named(lists, name) == nullptr) lists.emplace_back(name, text);
  }
  return lists;
}

std::vector<PublishedRow> rows_of(const PaperTable& table) {
  std::vector<PublishedRow> rows;
  for (const PaperTimes& times : table.rows) {
    PublishedRow row{.what = table.what + times.value,
                     .settings = with_others({{table.parameter, times.value}}, table.settings),
                     .values = {}};
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      row.values.emplace_back(table.columns[i], times.milliseconds.at(i));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<ColumnLayout> columns_of(const PaperTable& table) {
  std::vector<ColumnLayout> columns;
  for (const std::string& column : table.columns)
    columns.push_back({column, ColumnKind::published, column, "ms", 1});
  return columns;
}

}  // namespace plumb
