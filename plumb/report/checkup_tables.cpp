// plumb/report/checkup_tables.cpp - rows of a checkup, and of expected values.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/checkup_tables.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/report/profile_tables.h"

namespace plumb {
namespace {

// A ratio needs a size to compare with.
Cell ratio_cell(const ExpectedValue& value) {
  if (!(value.expected.value > 0)) return Missing{};
  return fixed(value.measured.value / value.expected.value, 3);
}

std::string counted(const ExpectedValues& expected) {
  const auto count = [&](Agreement agreement) {
    return std::ranges::count(expected.values, agreement, &ExpectedValue::agreement);
  };
  return fmt::format("{} as expected, {} lower, {} higher, {} not known; {} of them worse",
                     count(Agreement::as_expected), count(Agreement::lower),
                     count(Agreement::higher), count(Agreement::unknown),
                     std::ranges::count_if(expected.values, is_worse));
}

}  // namespace

Table checkup_table(std::span<const CheckupItem> items) {
  Table table{.columns = {{"area"}, {"what"}, {"state"}, {"found"}, {"remedy"}}};
  for (const CheckupItem& item : items) {
    table.rows.push_back({item.area, item.subject, name_of(item.health), item.found,
                          item.remedy.empty() ? Cell(Missing{}) : Cell(item.remedy)});
  }
  std::string counts;
  for (const Health health :
       {Health::blocking, Health::disturbing, Health::missing, Health::unknown}) {
    counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ",
                          std::ranges::count(items, health, &CheckupItem::health), name_of(health));
  }
  table.notes.push_back(std::move(counts));
  return table;
}

Table expected_table(const ExpectedValues& expected) {
  Table table{.title = fmt::format("{} against {}", expected.file, expected.reference),
              .columns = {{"value"},
                          {"measured", "", Alignment::right},
                          {"expected", "", Alignment::right},
                          {"measured / expected", "", Alignment::right},
                          {"result"},
                          {"note"}}};
  for (const ExpectedValue& value : expected.values) {
    const bool known = value.agreement != Agreement::unknown;
    std::string result(name_of(value.agreement));
    if (is_worse(value)) result += ", worse";
    table.rows.push_back({value.name, known ? Cell(readable(value.measured)) : Cell(Missing{}),
                          known ? Cell(readable(value.expected)) : Cell(Missing{}),
                          known ? ratio_cell(value) : Cell(Missing{}), std::move(result),
                          value.note.empty() ? Cell(Missing{}) : Cell(value.note)});
  }
  table.notes = {counted(expected),
                 fmt::format("as expected: the intervals allow a factor of at most {:g}; worse: a "
                             "lower rate or a longer time",
                             1 + expected.within)};
  table.notes.insert(table.notes.end(), expected.notes.begin(), expected.notes.end());
  return table;
}

}  // namespace plumb
