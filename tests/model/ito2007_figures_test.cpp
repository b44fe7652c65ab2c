// tests/model/ito2007_figures_test.cpp - the figures in the text of docs/papers/ito2007.md are
// those that the paper's cells and our programs give.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <regex>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "plumb/base/json.h"
#include "tests/model/paper_calibration.h"
#include "tests/model/paper_tables.h"

namespace plumb {
namespace {

// The page as one line with single blanks.
std::string page_text() {
  const std::string page =
      read_text_file(std::string(PLUMB_SOURCE_DIR) + "/docs/papers/ito2007.md");
  return std::regex_replace(page, std::regex("[ \n]+"), " ");
}

// `sentence` with each # as a number, everything else as it is.
std::regex pattern_of(const std::string& sentence) {
  std::string pattern;
  for (const char c : sentence) {
    if (c == '#') {
      pattern += "([+-]?[0-9]+(?:[.][0-9]+)?)";
    } else {
      if (std::string("^$\\.*+?()[]{}|/").find(c) != std::string::npos) pattern += '\\';
      pattern += c;
    }
  }
  return std::regex(pattern);
}

// The page says `sentence` once, and its numbers are `computed` to the last digit that they have.
void expect_stated(const std::string& sentence, const std::vector<double>& computed) {
  const std::string page = page_text();
  const std::regex pattern = pattern_of(sentence);
  const std::sregex_iterator found(page.begin(), page.end(), pattern);
  ASSERT_EQ(std::distance(found, std::sregex_iterator()), 1) << sentence;
  const std::smatch& numbers = *found;
  ASSERT_EQ(numbers.size(), computed.size() + 1) << sentence;
  for (std::size_t i = 0; i < computed.size(); ++i) {
    const std::string text = numbers[i + 1].str();
    const std::size_t point = text.find('.');
    const auto decimals =
        static_cast<double>(point == std::string::npos ? 0 : text.size() - point - 1);
    EXPECT_NEAR(std::stod(text), computed[i], 0.5 * std::pow(10, -decimals) + 1e-9)
        << sentence << ", number " << i + 1;
  }
}

Errors printed_errors(int table, bool programs) {
  std::vector<double> ratios;
  for (const PaperCell& cell : paper_cells(table)) {
    if (programs ? !cell.component.ends_with("_op") : cell.component != "T") continue;
    ratios.push_back(cell.predicted / cell.measured - 1);
  }
  return errors_of(ratios);
}

TEST(PaperFigures, of_the_unit_are_counted) {
  expect_stated(
      "With it, # of the # predicted cells of table 5 come out within half of their last digit "
      "from "
      "the printed parameters; with 10^6 bytes # do.",
      {static_cast<double>(cells_met(0x1p20)), static_cast<double>(paper_cells(5).size()),
       static_cast<double>(cells_met(1e6))});
}

TEST(PaperFigures, of_table_5_are_those_of_its_cells) {
  double most = 0;
  for (const PaperCell& cell : paper_cells(5)) {
    if (cell.component != "T") continue;
    const double ours = morphology(shipped_profile(cell.device), cell.size).at("T");
    most = std::max(most, std::fabs(ours - cell.predicted));
  }
  std::vector<double> inside;
  for (const Inside& one : inside_rounding) inside.insert(inside.end(), {one.in, one.out});
  const Errors printed = printed_errors(5, false);

  expect_stated("(B1, B3 = #, # on NV45; #, # on G70; #, # MiB/s on G80; the rest as printed)",
                inside);
  expect_stated("T differs by at most # ms, nearly all of it from B3", {most});
  expect_stated("the printed T is wrong by # % on average and by # % at worst.",
                {printed.mean, printed.most});
}

TEST(PaperFigures, of_the_cost_that_table_5_does_not_explain_are_its_differences) {
  const auto cells = paper_cells(5);
  std::vector<double> ends;  // least and most of all, then of each device
  for (const char* device : paper_devices) {
    std::vector<double> rest;
    for (const int size : morphology_sizes) {
      double parts = 0;
      for (const char* part : {"T1", "T2", "T3"})
        parts += cell_of(cells, device, size, part).measured;
      rest.push_back(cell_of(cells, device, size, "T").measured - parts);
    }
    ends.insert(ends.end(), {std::ranges::min(rest), std::ranges::max(rest)});
  }
  ends.insert(ends.begin(), {std::ranges::min(ends), std::ranges::max(ends)});

  expect_stated(
      "The measured T exceeds the measured T1 + T2 + T3 by # to # ms, hardly depending on K (NV45 "
      "# to "
      "#, G70 # to #, G80 # to #)",
      ends);
}

TEST(PaperFigures, of_table_6_recomputed_are_its_largest_differences) {
  double total = 0;
  double transfers = 0;
  int totals = 0;
  const LuTable table = lu_table();
  for (const PaperCell& cell : paper_cells(6)) {
    const double ours = table.at({cell.device, cell.size}).at(cell.component);
    if (cell.component == "T") {
      ++totals;
      total = std::max(total, 100 * std::fabs(ours / cell.predicted - 1));
    } else if (cell.component == "T1" || cell.component == "T3") {
      transfers = std::max(transfers, std::fabs(ours - cell.predicted));
    }
  }

  expect_stated(
      "T differs by at most # % from the printed prediction in all # cells, T1 and T3 by at most # "
      "ms.",
      {total, static_cast<double>(totals), transfers});
}

TEST(PaperFigures, of_row_op_are_the_slopes_of_its_cells) {
  std::vector<double> numbers{0};
  for (const char* device : paper_devices) {
    const RowSlope slope = row_slope(device);
    numbers.front() = std::max(numbers.front(), slope.residual);
    numbers.push_back(slope.seconds * 1e5);
  }
  for (const char* device : paper_devices) numbers.push_back(1e2 / table_4_bandwidth(device));

  expect_stated(
      "cells of row_op follow to # ms from slopes of #, # and # (10^-5 s/MiB); table 4 has #, # "
      "and "
      "#.",
      numbers);
}

// Errors of T over the devices from `first` on, in %.
Errors recomputed_errors(std::size_t first) {
  const auto cells = paper_cells(6);
  const LuTable table = lu_table();
  std::vector<double> ratios;
  for (std::size_t d = first; d < paper_devices.size(); ++d) {
    for (const int size : lu_sizes) {
      ratios.push_back(table.at({paper_devices.at(d), size}).at("T") /
                           cell_of(cells, paper_devices.at(d), size, "T").measured -
                       1);
    }
  }
  return errors_of(ratios);
}

Errors printed_errors_from(std::size_t first) {
  const auto cells = paper_cells(6);
  std::vector<double> ratios;
  for (std::size_t d = first; d < paper_devices.size(); ++d) {
    for (const int size : lu_sizes) {
      const PaperCell cell = cell_of(cells, paper_devices.at(d), size, "T");
      ratios.push_back(cell.predicted / cell.measured - 1);
    }
  }
  return errors_of(ratios);
}

TEST(PaperFigures, of_the_errors_against_2007_are_those_of_the_cells) {
  const Errors ours = recomputed_errors(0);
  const Errors printed = printed_errors(6, false);
  const Errors programs = printed_errors(6, true);

  expect_stated(
      "Recomputed with table 4: mean # %, worst # %. As printed in table 6: mean # %, worst # %.",
      {ours.mean, ours.most, printed.mean, printed.most});
  // NV45 comes first: its error, then the worst of the two others.
  expect_stated("which fits table 4 (# %, # %) and not table 6 (# %, # %).",
                {ours.most, recomputed_errors(1).most, printed.most, printed_errors_from(1).most});
  expect_stated(
      "Program by program the printed prediction is wrong by # % on average and by # % at worst.",
      {programs.mean, programs.most});
}

TEST(PaperFigures, of_the_wrong_ranking_are_the_differences_at_2048) {
  const auto cells = paper_cells(6);
  const PaperCell g70 = cell_of(cells, "G70", 2048, "T");
  const PaperCell g80 = cell_of(cells, "G80", 2048, "T");
  const double ours =
      lu(shipped_profile("G70"), 2048).at("T") - lu(shipped_profile("G80"), 2048).at("T");

  expect_stated(
      "it predicts G80 to be faster, by # ms at N = 2048 in print and by # ms with table 4; "
      "measured, "
      "G80 is # ms slower.",
      {g70.predicted - g80.predicted, ours, g80.measured - g70.measured});
}

TEST(PaperFigures, of_the_row_pattern_take_the_worst_error_of_nv45_away) {
  const Calibration found = calibrated("NV45", paper_cells(6), lu_amounts());
  const double measured = cell_of(paper_cells(6), "NV45", 2048, "T").measured;
  const double plain = lu(shipped_profile("NV45"), 2048).at("T");

  expect_stated(
      "(# MiB/s instead of #) and nothing else is changed, the error of T on NV45 at N = 2048 goes "
      "from # % to # %.",
      {found.bandwidth * 1e3, table_4_bandwidth("NV45") * 1e3, 100 * (plain / measured - 1),
       100 * (total_with_measured_row() / measured - 1)});
}

TEST(PaperFigures, of_the_calibrated_replay_are_those_of_the_columns_that_it_did_not_use) {
  const Calibration g80 = calibrated("G80", paper_cells(6), lu_amounts());
  const Replays errors = replay_errors();
  const auto row = [](const ReplayErrors& of) -> std::vector<double> {
    return {errors_of(of.totals).mean, errors_of(of.totals).most, errors_of(of.programs).mean,
            errors_of(of.programs).most};
  };

  expect_stated(
      "copy_op, max_op and divide_op took about # us on G80, quadtree_op # and row_op #, where "
      "table "
      "4 has #.",
      {g80.changing * 1e3, g80.paired * 1e3, g80.row * 1e3, table_4_latency("G80") * 1e3});
  expect_stated("| table 4, as the paper predicts | # % / # % | # % / # % |", row(errors.plain));
  expect_stated("| calibrated, four numbers per GPU | # % / # % | # % / # % |", row(errors.fitted));
}

}  // namespace
}  // namespace plumb
