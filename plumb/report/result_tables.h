// plumb/report/result_tables.h - everything that a result says, as tables: what a command prints
// after measuring, and what whoever has its file can print again.
//
//   const Json json = parse_json(read_text_file("himeno.json"), "himeno.json");
//   const Result result = result_from_json(JsonView(json, "himeno.json"));
//   fmt::print("{}", render(result_tables(result), Format::text));
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "plumb/records/result.h"
#include "plumb/report/table.h"

namespace plumb {

// The races, then what the layouts ask for; without either one row per step.
std::vector<Table> result_tables(const Result& result);

// One row per step of every point: time, spread, bandwidth, arithmetic, verdict.
Table points_table(std::span<const Point> points);

// One row per point that the layout shows.
Table rows_table(const Result& result, const TableLayout& layout);

// min, harmonic, geometric and arithmetic mean, max and deviation of a rate over all points.
Table statistics_table(const Result& result, const TableLayout& layout);

// Launches and time of some points beside those of others that are the same otherwise.
Table beside_table(const Result& result, const TableLayout& layout);

// One row per candidate, fastest first.
Table race_table(const RaceResult& race);

// The points of a result that a layout shows, in their order.
std::vector<const Point*> shown_points(const Result& result, const NamedTexts& where);

// What a column of a layout shows of a point that has times; without a row above it.
Cell column_cell(const Result& result, const Point& point, const ColumnLayout& column);

// A setting or label of the point; digits as a number.
Cell setting_cell(const Point& point, const std::string& name);

}  // namespace plumb
