// plumb/workloads/suite.h - named sets of a workload's points, with the tables they are shown in.
//
// A suite turns the few words of a user into points: `plumb run himeno --suite ladder --size S,M`
// asks lists({{"size", "S,M"}}) for the values of every parameter, takes all combinations,
// completes each by point() and shows what was measured as layouts() say.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/records/layout.h"
#include "plumb/records/named_texts.h"
#include "plumb/records/result.h"

namespace plumb {

struct Suite {
  std::string_view name;
  std::string_view help;

  std::span<const std::string_view> several;  // what may have several values: its table shows it

  // Values joined by commas, for what was chosen and what was not; points follow each other in this
  // order, the last parameter changing fastest. Without a variant it is the one that was tuned for
  // the device, else its default. Names that the workload does not have are for point().
  NamedTexts (*lists)(const NamedTexts& chosen);

  // One combination as settings of the workload; null: as it is.
  NamedTexts (*point)(const NamedTexts& combination) = nullptr;

  // Forms of a point among which the fastest is shown, by what they set beyond it; null or none:
  // the point itself.
  std::vector<NamedTexts> (*forms)(const NamedTexts& point) = nullptr;

  // What else is measured after a point, to stand beside it; null: nothing.
  std::vector<NamedTexts> (*companions)(const NamedTexts& point) = nullptr;

  std::vector<TableLayout> (*layouts)(const NamedTexts& chosen, const std::string& device);

  std::vector<PublishedRow> (*published)(const NamedTexts& chosen) = nullptr;

  // Each point is timed on the OpenCL CPU as well: the reading "OpenCL CPU".
  bool beside_cpu = false;

  // Notes below the first table, from what it shows; null: none.
  std::vector<std::string> (*remarks)(std::span<const Point> points) = nullptr;
};

// The text chosen under that name, or `otherwise`.
std::string chosen_or(const NamedTexts& chosen, std::string_view name, std::string_view otherwise);

// `lists`, then what was chosen besides.
NamedTexts with_others(NamedTexts lists, const NamedTexts& chosen);

// A table of times in a paper: a row for each value of a parameter, a column for each device.
struct PaperTimes {
  std::string value;
  std::vector<double> milliseconds;  // in the order of the columns
};
struct PaperTable {
  std::string what;  // in the paper's words; the value follows
  std::string parameter;
  NamedTexts settings;  // ours, the same for all rows
  std::vector<std::string> columns;
  std::vector<PaperTimes> rows;
};
std::vector<PublishedRow> rows_of(const PaperTable& table);
std::vector<ColumnLayout> columns_of(const PaperTable& table);

}  // namespace plumb
