// tests/model/ito2007_page_test.cpp - docs/papers/ito2007.md holds the tables that the programs
// give, and the calibrated replay of table 6 that it reports.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/json.h"
#include "plumb/report/table.h"
#include "tests/model/paper_tables.h"

namespace plumb {
namespace {

using testing::HasSubstr;

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
        const PaperCell& cell = cell_of(cells, device, size, component);
        row.emplace_back(triple(cell.measured, cell.predicted, ours.at(component)));
      }
      const PaperCell& total = cell_of(cells, device, size, "T");
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
        const PaperCell& cell = cell_of(cells, device, size, component);
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
      const PaperCell& cell = cell_of(cells, device, size, "T");
      const auto error = [&](double time) { return fixed(100 * (time / cell.measured - 1), 1); };
      table.rows.push_back({device, size, fixed(cell.measured, 1), error(cell.predicted),
                            error(found.at({device, size}).at("T")),
                            error(literal.at({device, size}).at("T"))});
    }
  }

  expect_on_page(table);
}

// Four numbers per GPU from the measured times of LU itself: launch costs by context from the
// column N = 128, the bandwidth of row_op's pattern from N = 1024. Calibration, not prediction.
struct Calibration {
  double changing = 0;   // ms per launch that changes program or target: copy, max, divide
  double paired = 0;     // of quadtree_op, the same program twice in a row
  double row = 0;        // of row_op
  double bandwidth = 0;  // MiB per ms, of row_op's pattern
};

// MiB per ms, by table 4.
double table_4_bandwidth(const std::string& device) {
  const Profile profile = shipped_profile(device);
  return paths_named(profile, "float").memory->bandwidth.value / 0x1p20 * 1e-3;
}

Calibration calibrated(const std::string& device, const std::vector<PaperCell>& cells,
                       const std::map<int, Amounts>& all) {
  const auto measured = [&](int size, const char* program) {
    return cell_of(cells, device, size, program).measured;
  };
  const Amounts& amounts = all.at(128);
  const double bandwidth = table_4_bandwidth(device);
  Calibration found;
  double launches = 0;
  for (const char* program : {"copy_op", "max_op", "divide_op"}) {
    found.changing += measured(128, program) - amounts.at(program).mebibytes / bandwidth;
    launches += amounts.at(program).launches;
  }
  found.changing /= launches;
  const Amount pairs = amounts.at("quadtree_op");
  found.paired = (measured(128, "quadtree_op") - pairs.mebibytes / bandwidth) / pairs.launches;
  found.row = measured(128, "row_op") / amounts.at("row_op").launches;
  const Amount large = all.at(1024).at("row_op");
  found.bandwidth = large.mebibytes / (measured(1024, "row_op") - large.launches * found.row);
  return found;
}

// Everything else as in the paper: T1, T3 and the data of the other programs by table 4.
Components replay(const Components& plain, const Amounts& amounts, const Calibration& found,
                  double bandwidth) {
  Components parts{{"T1", plain.at("T1")}, {"T3", plain.at("T3")}};
  double sum = plain.at("T1") + plain.at("T3");
  for (const auto& [program, amount] : amounts) {
    const bool row = program == "row_op";
    const double launch = row                        ? found.row
                          : program == "quadtree_op" ? found.paired
                                                     : found.changing;
    parts[program] =
        amount.launches * launch + amount.mebibytes / (row ? found.bandwidth : bandwidth);
    sum += parts[program];
  }
  parts["T"] = sum;
  return parts;
}

struct ReplayErrors {
  std::vector<double> totals;
  std::vector<double> programs;
};

void add_errors(const Components& ours, const std::vector<PaperCell>& cells,
                const std::string& device, int size, ReplayErrors& errors) {
  errors.totals.push_back(ours.at("T") / cell_of(cells, device, size, "T").measured - 1);
  for (const char* program : lu_programs) {
    errors.programs.push_back(ours.at(program) / cell_of(cells, device, size, program).measured -
                              1);
  }
}

TEST(CalibratedReplay, of_table_6_is_reported_as_calibration_on_the_columns_that_it_did_not_use) {
  const auto cells = paper_cells(6);
  const auto amounts = lu_amounts();
  const LuTable all = lu_table();
  ReplayErrors plain;
  ReplayErrors fitted;
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
      if (size == 128 || size == 1024) continue;  // used for the calibration
      add_errors(ours, cells, device, size, fitted);
      add_errors(paper, cells, device, size, plain);
    }
    table.rows.push_back(std::move(row));
  }

  expect_on_page(table);
  EXPECT_NEAR(errors_of(plain.totals).mean, 9.8, 0.05);
  EXPECT_NEAR(errors_of(plain.totals).most, 20.1, 0.05);
  EXPECT_NEAR(errors_of(plain.programs).mean, 12.8, 0.05);
  EXPECT_NEAR(errors_of(plain.programs).most, 31.6, 0.05);
  EXPECT_NEAR(errors_of(fitted.totals).mean, 0.9, 0.05);
  EXPECT_NEAR(errors_of(fitted.totals).most, 2.1, 0.05);
  EXPECT_NEAR(errors_of(fitted.programs).mean, 2.7, 0.05);
  EXPECT_NEAR(errors_of(fitted.programs).most, 15.7, 0.05);
}

// Only B2 of row_op changed, from its own cell at N = 1024: what a measurement of its pattern does.
TEST(CalibratedReplay, of_row_op_alone_takes_the_worst_error_of_nv45_away) {
  const auto cells = paper_cells(6);
  const Profile profile = shipped_profile("NV45");
  const auto amounts = lu_amounts();
  const Calibration found = calibrated("NV45", cells, amounts);
  const Components plain = lu(profile, 2048);
  const Amount row = amounts.at(2048).at("row_op");
  const double latency = paths_named(profile, "float").memory->latency.value * 1e3;
  const double total =
      plain.at("T") - plain.at("row_op") + row.launches * latency + row.mebibytes / found.bandwidth;

  EXPECT_NEAR(100 * (plain.at("T") / 4259.4 - 1), 20.1, 0.05);
  EXPECT_NEAR(100 * (total / 4259.4 - 1), 3.6, 0.05);
}

TEST(PaperPage, states_the_counts_that_the_tests_find) {
  const std::string page =
      read_text_file(std::string(PLUMB_SOURCE_DIR) + "/docs/papers/ito2007.md");

  for (const char* sentence :
       {"59 of the 108 predicted cells", "with 10^6 bytes 4", "mean 9.3 %, worst 20.1 %",
        "mean 9.5 %, worst 22.1 %", "0.9 % / 2.1 %", "2.7 % / 15.7 %", "9.8 % / 20.1 %",
        "12.8 % / 31.6 %", "+20.1 % to +3.6 %"}) {
    EXPECT_THAT(page, HasSubstr(sentence));
  }
}

}  // namespace
}  // namespace plumb
