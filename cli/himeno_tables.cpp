// cli/himeno_tables.cpp - the rows of plumb himeno, with the paper's beside them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "cli/himeno_points.h"
#include "plumb/workloads/himeno/paper.h"

namespace plumb::cli {
namespace {

double rate(const HimenoPoint& point) { return point.flops / point.time.count() * 1e-9; }

std::vector<Cell> measured_cells(const HimenoPoint& point, const HimenoPoint* before, double copy) {
  if (!point.reason.empty()) {
    std::vector<Cell> cells(6, Cell(Missing{point.reason}));
    cells.emplace_back(point.verdict);
    return cells;
  }
  const double bandwidth = point.bytes / point.time.count();
  const bool comparable = before != nullptr && before->reason.empty();
  return {significant(point.time.count() * 1e6, 4),
          significant(rate(point), 4),
          comparable ? Cell(fixed(rate(point) / rate(*before), 2))
                     : Cell(Missing{"the first rung gains over nothing"}),
          significant(bandwidth * 1e-9, 4),
          fixed(bandwidth / copy, 3),
          significant(point.gosa, 6),
          point.verdict};
}

void add_notes(Table& table, std::span<const HimenoPoint> points, double copy) {
  table.notes.push_back(fmt::format(
      "copy {:.4g} GB/s in the same run; bandwidth: 14 words per inner point and iteration; gain: "
      "over the row above",
      copy * 1e-9));
  const HimenoPoint* best = nullptr;
  for (const HimenoPoint& point : points) {
    if (!point.reason.empty()) continue;
    if (best == nullptr || rate(point) > rate(*best)) best = &point;
    if (point.padding > 0)
      table.notes.push_back(fmt::format("{}: {} B between planes", point.variant, point.padding));
  }
  if (best == nullptr) return;
  const double mflops = rate(*best) * 1e3;
  table.notes.push_back(fmt::format(
      "best: {} with {:.6g} MFLOPS, score {:.5g} (official, 82.84 MFLOPS of a Pentium III); the C "
      "sources would print {:.5g} (82), the dynamic one {:.6g} MFLOPS",
      best->variant, mflops, himeno::score(mflops), himeno::score_of_c_sources(mflops),
      mflops * best->dynamic_flops / best->flops));
  table.notes.push_back(fmt::format("gosa of iteration {} in double on the host: {:.9g}",
                                    best->iterations, best->gosa_reference));
}

}  // namespace

Table himeno_table(std::span<const HimenoPoint> points, const std::string& title, double copy,
                   bool paper) {
  Table table{.title = title,
              .columns = {{"variant"},
                          {"size"},
                          {"iterations"},
                          {"time", "us"},
                          {"rate", "GFLOPS"},
                          {"gain"},
                          {"bandwidth", "GB/s"},
                          {"of copy"},
                          {"gosa"},
                          {"result"}}};
  if (paper) {
    table.columns.insert(table.columns.begin() + 1,
                         {{"8800 GTX", "GFLOPS"}, {"GTX 280", "GFLOPS"}});
    const himeno::PaperRow& rival = himeno::paper_rows.front();
    std::vector<Cell> row{std::string(rival.what), fixed(rival.gflops_8800_gtx, 1),
                          fixed(rival.gflops_gtx_280, 1)};
    row.resize(table.columns.size(), Cell(Missing{"as printed in the paper"}));
    table.rows.push_back(std::move(row));
  }
  const HimenoPoint* before = nullptr;
  for (const HimenoPoint& point : points) {
    std::vector<Cell> row{point.variant};
    if (paper) {
      const auto found =
          std::ranges::find(himeno::paper_rows, point.variant, &himeno::PaperRow::variant);
      const bool known = found != himeno::paper_rows.end();
      const Cell none{Missing{"not in the paper"}};
      row.push_back(known ? Cell(fixed(found->gflops_8800_gtx, 1)) : none);
      row.push_back(known ? Cell(fixed(found->gflops_gtx_280, 1)) : none);
    }
    row.emplace_back(point.size);
    row.emplace_back(point.iterations);
    for (Cell& cell : measured_cells(point, before, copy)) row.push_back(std::move(cell));
    table.rows.push_back(std::move(row));
    before = &point;
  }
  add_notes(table, points, copy);
  return table;
}

}  // namespace plumb::cli
