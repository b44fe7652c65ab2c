// cli/himeno_tables.cpp - the rows of plumb himeno, with the paper's beside them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cli/himeno_points.h"
#include "plumb/workloads/himeno/himeno.h"
#include "plumb/workloads/himeno/paper.h"

namespace plumb::cli {
namespace {

double rate(const HimenoPoint& point) { return point.flops / point.time.count() * 1e-9; }

// How far gosa lies from its value in double, as a share of it.
Cell gosa_error(const HimenoPoint& point) {
  if (point.gosa_reference == 0) return Missing{"gosa was not verified"};
  return significant(std::fabs(point.gosa / point.gosa_reference - 1), 2);
}

Cell share_of_copy(double bandwidth, const HimenoPoint& point, const HimenoTableOptions& options) {
  const auto copy = options.copies.find(point.precision);
  if (copy == options.copies.end()) return Missing{"the run ended before the copy was measured"};
  return fixed(bandwidth / copy->second, 3);
}

Suits kind_of_variant(const std::string& variant) {
  const auto found = std::ranges::find(himeno::variants, variant, &Variant::name);
  return found == himeno::variants.end() ? Suits::any : found->suits;
}

// A form for CPUs says nothing about one for GPUs; what is for any device can follow both.
bool of_one_kind(const HimenoPoint& a, const HimenoPoint& b) {
  const Suits one = kind_of_variant(a.variant);
  const Suits other = kind_of_variant(b.variant);
  if (one == Suits::any || other == Suits::any) return true;
  return (one == Suits::cpu) == (other == Suits::cpu);
}

// The gain over the row above, where the step from there is the variant alone.
Cell gain_over(const HimenoPoint* before, const HimenoPoint& point) {
  if (before == nullptr) return Missing{"the first rung gains over nothing"};
  if (before->size != point.size || before->precision != point.precision)
    return Missing{"the row above has another size or precision"};
  if (!before->reason.empty()) return Missing{"the row above has no time"};
  if (!of_one_kind(*before, point)) return Missing{"the row above is for another kind of device"};
  return fixed(rate(point) / rate(*before), 2);
}

std::vector<Cell> measured_cells(const HimenoPoint& point, const HimenoPoint* before,
                                 const HimenoTableOptions& options) {
  if (!point.reason.empty()) {
    std::vector<Cell> cells(options.official ? 7 : 6, Cell(Missing{}));
    cells.front() = Missing{point.reason};  // told once, not for every column
    cells.emplace_back(point.verdict);
    return cells;
  }
  const double bandwidth = point.bytes / point.time.count();
  std::vector<Cell> cells{significant(point.time.count() * 1e6, 4),
                          significant(rate(point), 4),
                          gain_over(before, point),
                          significant(bandwidth * 1e-9, 4),
                          share_of_copy(bandwidth, point, options),
                          significant(point.gosa, 6)};
  if (options.official) cells.push_back(gosa_error(point));
  cells.emplace_back(point.verdict);
  return cells;
}

std::vector<Column> columns_of(const HimenoTableOptions& options) {
  std::vector<Column> columns{{"variant"}};
  if (options.paper) columns.insert(columns.end(), {{"8800 GTX", "GFLOPS"}, {"GTX 280", "GFLOPS"}});
  columns.insert(columns.end(), {{"size"},
                                 {"precision"},
                                 {"iterations"},
                                 {"time", "us"},
                                 {"rate", "GFLOPS"},
                                 {"gain"},
                                 {"bandwidth", "GB/s"},
                                 {"of copy"},
                                 {"gosa"}});
  if (options.official) columns.push_back({"off double by"});
  columns.push_back({"result"});
  return columns;
}

// What the paper printed for that variant.
void add_paper_cells(std::vector<Cell>& row, const std::string& variant) {
  const auto found = std::ranges::find(himeno::paper_rows, variant, &himeno::PaperRow::variant);
  const bool known = found != himeno::paper_rows.end();
  const Cell none{Missing{"not in the paper"}};
  row.push_back(known ? Cell(fixed(found->gflops_8800_gtx, 1)) : none);
  row.push_back(known ? Cell(fixed(found->gflops_gtx_280, 1)) : none);
}

void add_notes(Table& table, std::span<const HimenoPoint> points,
               const HimenoTableOptions& options) {
  std::string copies;
  for (const auto& [precision, rate] : options.copies)
    copies += fmt::format("{}{:.4g} GB/s ({})", copies.empty() ? "" : ", ", rate * 1e-9, precision);
  table.notes.push_back(
      fmt::format("copy {} in the same run; bandwidth: 14 words per inner point and iteration; "
                  "gain: over the row above",
                  copies));
  const HimenoPoint* best = nullptr;
  for (const HimenoPoint& point : points) {
    if (!point.reason.empty()) continue;
    if (best == nullptr || rate(point) > rate(*best)) best = &point;
    if (point.padding > 0)
      table.notes.push_back(fmt::format("{}: {} B between planes", point.variant, point.padding));
  }
  if (best == nullptr) return;
  const double mflops = rate(*best) * 1e3;
  table.notes.push_back(
      fmt::format("best: {} {} {} with {:.6g} MFLOPS, score {:.5g} (official, 82.84 MFLOPS of a "
                  "Pentium III); the C "
                  "sources would print {:.5g} (82), the dynamic one {:.6g} MFLOPS",
                  best->variant, best->size, best->precision, mflops, himeno::score(mflops),
                  himeno::score_of_c_sources(mflops), mflops * best->dynamic_flops / best->flops));
  if (best->gosa_reference == 0) return;  // not verified
  table.notes.push_back(fmt::format("gosa of iteration {} in double on the host: {:.9g}",
                                    best->iterations, best->gosa_reference));
}

}  // namespace

Table himeno_table(std::span<const HimenoPoint> points, const HimenoTableOptions& options) {
  Table table{.title = options.title, .columns = columns_of(options)};
  if (options.paper) {
    const himeno::PaperRow& rival = himeno::paper_rows.front();
    std::vector<Cell> row{std::string(rival.what),
                          fixed(rival.gflops_8800_gtx, 1),
                          fixed(rival.gflops_gtx_280, 1),
                          "M",
                          "f32",
                          Missing{"the paper prints rates alone"}};
    row.resize(table.columns.size(), Cell(Missing{}));  // told once, not for every column
    table.rows.push_back(std::move(row));
  }
  const HimenoPoint* before = nullptr;
  for (const HimenoPoint& point : points) {
    std::vector<Cell> row{point.variant};
    if (options.paper) add_paper_cells(row, point.variant);
    row.insert(row.end(), {point.size, point.precision, point.iterations});
    for (Cell& cell : measured_cells(point, before, options)) row.push_back(std::move(cell));
    table.rows.push_back(std::move(row));
    before = &point;
  }
  add_notes(table, points, options);
  return table;
}

}  // namespace plumb::cli
