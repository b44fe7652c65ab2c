// plumb/workloads/gaussian/suite.cpp - the sizes of paper 004, table 5.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/gaussian/gaussian.h"

namespace plumb::gaussian {
namespace {

// Paper 004, table 5: the filter by the program as written and by the one with the most
// instructions moved out of the fragment program; slots of the vertex and the fragment program.
PaperTable table5() {
  return {.what = "filter of 13 taps, N x N = ",
          .parameter = "size",
          .settings = {{"pixel", "uchar4"}, {"taps", "13"}, {"variant", "two_pass"}},
          .columns = {"2+63 slots", "18+43 slots"},
          .rows = {{"256x256", {1.1, 0.6}},
                   {"512x512", {4.7, 2.8}},
                   {"768x768", {10.5, 6.1}},
                   {"1024x1024", {18.7, 10.9}}}};
}

}  // namespace

NamedTexts suite_lists(const NamedTexts& chosen) {
  const NamedTexts lists{{"size", chosen_or(chosen, "size", "256x256,512x512,768x768,1024x1024")},
                         {"pixel", chosen_or(chosen, "pixel", "uchar4")},
                         {"variant", chosen_or(chosen, "variant", "two_pass,one_pass")}};
  return with_others(lists, chosen);
}

std::vector<TableLayout> suite_layouts(const NamedTexts&, const std::string& device) {
  TableLayout table{.title = "gaussian on " + device};
  for (const char* name : {"size", "pixel", "taps", "variant"})
    table.columns.push_back({name, ColumnKind::setting, name});
  for (ColumnLayout& column : columns_of(table5())) table.columns.push_back(std::move(column));
  table.columns.insert(table.columns.end(), {{"time", ColumnKind::time, "", "us", 4},
                                             {"bandwidth", ColumnKind::bandwidth, "", "GB/s", 4},
                                             {"rate", ColumnKind::rate, "", "GFLOPS", 4},
                                             {"result", ColumnKind::verdict}});
  table.notes = {
      "slots of the vertex and the fragment program: t of table 5 of paper 004 on a Radeon X800 "
      "Pro, "
      "before and after moving work between the two"};
  return {table};
}

std::vector<PublishedRow> published_rows(const NamedTexts&) { return rows_of(table5()); }

std::vector<ChartLayout> charts() {
  return {{.kind = ChartKind::curve,
           .title = "time by the side of the image",
           .across = {"size"},
           .value = {"time", ColumnKind::time, "", "us", 4},
           .by = {"variant", "pixel", "taps"},
           .source = "paper 004, table 5",
           .logarithmic = true},
          {.title = "rate of each form",
           .across = {"size", "variant"},
           .value = {"rate", ColumnKind::rate, "", "GFLOPS", 4},
           .by = {"pixel", "taps"}}};
}

}  // namespace plumb::gaussian
