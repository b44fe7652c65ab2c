// tests/workloads/published_test.cpp - what suites quote from papers is what the papers' tables
// say.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "plumb/base/json.h"
#include "plumb/workloads/lu/lu.h"
#include "plumb/workloads/morphology/morphology.h"

namespace plumb {
namespace {

// T2 as measured, by its size and GPU, of a table of paper 000:
// gpu,core,size,component,measured_ms,predicted_ms
std::map<std::pair<std::string, std::string>, double> measured_t2(const std::string& table) {
  std::istringstream lines(read_text_file(PLUMB_SOURCE_DIR "/docs/papers/ito2007/" + table));
  std::map<std::pair<std::string, std::string>, double> found;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    std::vector<std::string> cell(6);
    for (std::string& text : cell) std::getline(cells, text, ',');
    if (cell[3] == "T2") found[{cell[2], cell[1]}] = std::stod(cell[4]);
  }
  return found;
}

void expect_as_printed(const std::vector<PublishedRow>& rows, const std::string& parameter,
                       const std::string& table) {
  const auto printed = measured_t2(table);
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
  expect_as_printed(morphology::published_rows({}), "references", "table5.csv");
  expect_as_printed(lu::published_rows({}), "size", "table6.csv");
}

}  // namespace
}  // namespace plumb
