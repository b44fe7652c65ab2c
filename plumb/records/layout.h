// plumb/records/layout.h - how the points of a result become tables: data, so that a file can be
// printed again by whoever has it.
//
// A workload's suite makes the layouts, the result carries them, report/ makes the tables:
//
//   TableLayout layout{.title = "ladder"};
//   layout.columns = {{"variant", ColumnKind::setting, "variant"},
//                     {"time", ColumnKind::time, "", "us", 4},
//                     {"result", ColumnKind::verdict}};
//   result.layouts = {layout};
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "plumb/base/json.h"
#include "plumb/records/named_texts.h"

namespace plumb {

enum class ColumnKind {
  setting,       // or label, called `name`
  time,          // of one iteration of what is credited
  step_time,     // of the step called `name`
  rate,          // credited flops over time
  gain,          // of the rate over the row above, where the settings in `name` (a,b) are the same
  bandwidth,     // credited bytes over time
  of_copy,       // that bandwidth over the copy's, in the same run and precision
  reading,       // the last value of the reading called `name`
  off_expected,  // how far that value lies from what is expected, as a share of it
  launches,      // of the step that is credited
  of_host,       // time of one core of the host over time
  published,     // what was published for the device called `name`
  verdict
};

struct ColumnLayout {
  std::string title;
  ColumnKind kind = ColumnKind::setting;
  std::string name = {};
  std::string unit = {};  // us, ms; GFLOPS, MFLOPS; GB/s
  int digits = 0;         // decimals of ratios, else digits that count; 0: a whole number
};

// rows: one per point. statistics: means of the rate over all points. beside: points that have
// `where` beside those that have `against` and are the same otherwise.
enum class TableKind { rows, statistics, beside };

struct TableLayout {
  TableKind kind = TableKind::rows;
  std::string title;
  std::vector<ColumnLayout> columns = {};  // of `beside`: those that lead a row
  NamedTexts where = {};                   // settings of the points that are shown
  NamedTexts against = {};                 // beside
  std::vector<std::string> sides = {};     // beside: "its" and "our" in front of the columns
  std::vector<std::string> notes = {};     // below the table
};

// A row of a paper's table. It stands beside all points of its variant, or, where the paper has
// several rows of that, beside those that have all its settings.
struct PublishedRow {
  std::string what;                                    // in the paper's words
  NamedTexts settings;                                 // ours; without a variant: we have none
  std::vector<std::pair<std::string, double>> values;  // by device, in the column's unit
};

Json to_json(const TableLayout& layout);
TableLayout layout_from_json(const JsonView& view);
Json to_json(const PublishedRow& row);
PublishedRow published_row_from_json(const JsonView& view);

}  // namespace plumb
