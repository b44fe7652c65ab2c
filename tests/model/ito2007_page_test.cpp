// tests/model/ito2007_page_test.cpp - docs/papers/ito2007.md holds the tables that the programs
// give, and the calibrated replay of table 6 that it reports.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "plumb/base/json.h"
#include "plumb/report/table.h"
#include "tests/model/paper_calibration.h"
#include "tests/model/paper_tables.h"

namespace plumb {
namespace {

// The page must show the table as it is rendered now.
void expect_on_page(const Table& table) {
  const std::string text = render(table, Format::md);
  const std::string page =
      read_text_file(std::string(PLUMB_SOURCE_DIR) + "/docs/papers/ito2007.md");
  EXPECT_TRUE(page.find(text) != std::string::npos) << "not on the page:\n" << text;
}

std::string triple(double measured, double printed, double ours) {
  return fmt::format("{:.1f} / {:.1f} / {:.2f}", measured, printed, ours);
}

TEST(PaperPage, shows_table_5_measured_printed_and_recomputed) {
  Table table{.columns = {{"GPU"},
                          {"K"},
                          {"T1", "ms"},
                          {"T2", "ms"},
                          {"T3", "ms"},
                          {"T", "ms"},
                          {"ours - printed", "ms"},
                          {"ours / measured - 1", "%"}}};
  const auto cells = paper_cells(5);
  for (const char* device : paper_devices) {
    const Profile profile = shipped_profile(device);
    for (const int size : morphology_sizes) {
      const Components ours = morphology(profile, size);
      std::vector<Cell> row{device, size};
      for (const char* component : {"T1", "T2", "T3", "T"}) {
        const PaperCell cell = cell_of(cells, device, size, component);
        row.emplace_back(triple(cell.measured, cell.predicted, ours.at(component)));
      }
      const PaperCell total = cell_of(cells, device, size, "T");
      row.emplace_back(fixed(ours.at("T") - total.predicted, 2));
      row.emplace_back(fixed(100 * (ours.at("T") / total.measured - 1), 1));
      table.rows.push_back(std::move(row));
    }
  }

  expect_on_page(table);
}

constexpr std::array<const char*, 9> lu_components{
    "T1", "copy_op", "max_op", "quadtree_op", "divide_op", "row_op", "T2", "T3", "T"};

TEST(PaperPage, shows_table_6_measured_printed_and_recomputed_with_the_residuals) {
  Table table{.columns = {{"GPU"}, {"part"}}};
  Table residuals{.columns = {{"GPU"}, {"part"}}};
  for (const int size : lu_sizes) {
    table.columns.push_back({fmt::format("N = {}", size), "ms"});
    residuals.columns.push_back({fmt::format("N = {}", size), "ms"});
  }
  const auto cells = paper_cells(6);
  const LuTable all = lu_table();
  for (const char* device : paper_devices) {
    for (const char* component : lu_components) {
      std::vector<Cell> row{device, component};
      std::vector<Cell> residual{device, component};
      for (const int size : lu_sizes) {
        const PaperCell cell = cell_of(cells, device, size, component);
        const double ours = all.at({device, size}).at(component);
        row.emplace_back(triple(cell.measured, cell.predicted, ours));
        residual.emplace_back(fmt::format("{:+.2f} ({:+.1f} %)", ours - cell.predicted,
                                          100 * (ours / cell.predicted - 1)));
      }
      table.rows.push_back(std::move(row));
      residuals.rows.push_back(std::move(residual));
    }
  }

  expect_on_page(table);
  expect_on_page(residuals);
}

TEST(PaperPage, shows_the_errors_of_the_printed_and_of_the_recomputed_totals) {
  Table table{.columns = {{"GPU"},
                          {"N"},
                          {"measured", "ms"},
                          {"printed", "%"},
                          {"ours", "%"},
                          {"literal reading of table 3", "%"}}};
  const auto cells = paper_cells(6);
  const LuTable found = lu_table();
  const LuTable literal = lu_table(true);
  for (const char* device : paper_devices) {
    for (const int size : lu_sizes) {
      const PaperCell cell = cell_of(cells, device, size, "T");
      const auto error = [&](double time) { return fixed(100 * (time / cell.measured - 1), 1); };
      table.rows.push_back({device, size, fixed(cell.measured, 1), error(cell.predicted),
                            error(found.at({device, size}).at("T")),
                            error(literal.at({device, size}).at("T"))});
    }
  }

  expect_on_page(table);
}

TEST(CalibratedReplay, of_table_6_is_shown_with_its_four_numbers_per_gpu) {
  const auto cells = paper_cells(6);
  const auto amounts = lu_amounts();
  const LuTable all = lu_table();
  Table table{
      .columns = {
          {"GPU"}, {"changing", "us"}, {"paired", "us"}, {"row_op", "us"}, {"row_op", "MiB/s"}}};
  for (const int size : lu_sizes) table.columns.push_back({fmt::format("N = {}", size), "%"});
  for (const char* device : paper_devices) {
    const Calibration found = calibrated(device, cells, amounts);
    std::vector<Cell> row{device, fixed(found.changing * 1e3, 1), fixed(found.paired * 1e3, 1),
                          fixed(found.row * 1e3, 1), fixed(found.bandwidth * 1e3, 0)};
    for (const int size : lu_sizes) {
      const Components& paper = all.at({device, size});
      const Components ours = replay(paper, amounts.at(size), found, table_4_bandwidth(device));
      row.emplace_back(
          fixed(100 * (ours.at("T") / cell_of(cells, device, size, "T").measured - 1), 1));
    }
    table.rows.push_back(std::move(row));
  }

  expect_on_page(table);
}

}  // namespace
}  // namespace plumb
