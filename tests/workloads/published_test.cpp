// tests/workloads/published_test.cpp - what suites quote from papers is what the papers' tables
// say.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "plumb/base/json.h"
#include "plumb/workloads/gaussian/gaussian.h"
#include "plumb/workloads/lu/lu.h"
#include "plumb/workloads/morphology/morphology.h"

namespace plumb {
namespace {

using Cells = std::vector<std::string>;
using Times = std::map<std::pair<std::string, std::string>, double>;  // by value and column

// The rows of a paper's table below its titles, the first six cells of each.
std::vector<Cells> lines_of(const std::string& table) {
  std::istringstream lines(read_text_file(PLUMB_SOURCE_DIR "/docs/papers/" + table));
  std::vector<Cells> found;
  std::string line;
  for (std::getline(lines, line); std::getline(lines, line);) {
    std::istringstream cells(line);
    Cells cell(6);
    for (std::string& text : cell) std::getline(cells, text, ',');
    found.push_back(std::move(cell));
  }
  return found;
}

// T2 as measured, of a table of paper 000: gpu,core,size,component,measured_ms,predicted_ms
Times measured_t2(const std::string& table) {
  Times found;
  for (const Cells& cell : lines_of(table))
    if (cell[3] == "T2") found[{cell[2], cell[1]}] = std::stod(cell[4]);
  return found;
}

// t of the first and the last program of table 5 of paper 004: vertex and fragment slots,N,t,...
Times measured_filter() {
  const std::vector<Cells> lines = lines_of("ikeda2005/table5.csv");
  Times found;
  for (const Cells& cell : lines) {
    const bool first_or_last = cell[0] == lines.front()[0] || cell[0] == lines.back()[0];
    if (first_or_last)
      found[{cell[2] + "x" + cell[2], cell[0] + "+" + cell[1] + " slots"}] = std::stod(cell[3]);
  }
  return found;
}

void expect_as_printed(const std::vector<PublishedRow>& rows, const std::string& parameter,
                       const Times& printed) {
  std::size_t quoted = 0;
  for (const PublishedRow& row : rows) {
    for (const auto& [gpu, value] : row.values) {
      const auto cell = printed.find({*text_named(row.settings, parameter), gpu});
      ASSERT_NE(cell, printed.end()) << row.what;
      EXPECT_EQ(value, cell->second) << row.what << " on " << gpu;
      ++quoted;
    }
  }
  EXPECT_EQ(quoted, printed.size());
}

TEST(Published, times_of_paper_000_are_those_of_its_tables) {
  expect_as_printed(morphology::published_rows({}), "references",
                    measured_t2("ito2007/table5.csv"));
  expect_as_printed(lu::published_rows({}), "size", measured_t2("ito2007/table6.csv"));
}

TEST(Published, times_of_paper_004_are_those_of_its_table) {
  expect_as_printed(gaussian::published_rows({}), "size", measured_filter());
}

}  // namespace
}  // namespace plumb
