// plumb/report/table_cells.cpp - what all formats of a table share.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/table_cells.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb {
namespace {

struct RoundedText {
  std::string operator()(const std::string& text) const { return text; }
  std::string operator()(const Number& number) const { return to_text(number); }
  std::string operator()(const Missing&) const { return "-"; }
  std::string operator()(auto whole) const { return fmt::format("{}", whole); }
};

}  // namespace

void require_shape(const Table& table) {
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (table.rows[i].size() == table.columns.size()) continue;
    throw Error(ErrorKind::check_failed,
                fmt::format("table '{}': row {} has {} cells for {} columns", table.title, i,
                            table.rows[i].size(), table.columns.size()));
  }
}

std::optional<std::string> missing_reason(const Cell& cell) {
  if (const auto* missing = std::get_if<Missing>(&cell.value)) return missing->reason;
  const auto* number = std::get_if<Number>(&cell.value);
  if (number != nullptr && !std::isfinite(number->value)) return "not a finite number";
  return std::nullopt;
}

std::vector<std::string> all_notes(const Table& table) {
  std::vector<std::string> notes = table.notes;
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    for (const auto& row : table.rows) {
      const std::string reason = missing_reason(row[j]).value_or("");
      if (reason.empty()) continue;
      std::string note = fmt::format("{} missing: {}", table.columns[j].name, reason);
      if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
    }
  }
  return notes;
}

std::string display(const Cell& cell) {
  return missing_reason(cell) ? "-" : std::visit(RoundedText{}, cell.value);
}

bool is_right_aligned(const Table& table, std::size_t column) {
  const Column& described = table.columns[column];
  if (described.alignment != Alignment::automatic) return described.alignment == Alignment::right;
  if (!described.unit.empty()) return true;
  return std::any_of(table.rows.begin(), table.rows.end(), [column](const auto& row) {
    const auto& value = row[column].value;
    return !std::holds_alternative<std::string>(value) && !std::holds_alternative<Missing>(value);
  });
}

}  // namespace plumb
