// plumb/workloads/lu/suite.cpp - the sizes of paper 000 beside what it measured; shapes worth
// racing.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/lu/lu.h"

namespace plumb::lu {
namespace {

// T2 of the whole decomposition as measured in 2007.
PaperTable table6() {
  return {.what = "LU decomposition, N = ",
          .parameter = "size",
          .settings = {{"precision", "f32"}, {"variant", "paper"}},
          .columns = {"NV45", "G70", "G80"},
          .rows = {{"128", {104.0, 100.0, 122.1}},
                   {"256", {229.6, 218.5, 267.9}},
                   {"512", {486.6, 445.1, 542.4}},
                   {"1024", {1244.8, 1055.1, 1223.2}},
                   {"2048", {4208.8, 2915.8, 3004.6}}}};
}

}  // namespace

NamedTexts suite_lists(const NamedTexts& chosen) {
  const NamedTexts lists{{"size", chosen_or(chosen, "size", "128,256,512,1024,2048")},
                         {"precision", chosen_or(chosen, "precision", "f32")},
                         {"variant", chosen_or(chosen, "variant", "paper,fused,blocked")}};
  return with_others(lists, chosen);
}

std::vector<TableLayout> suite_layouts(const NamedTexts&, const std::string& device) {
  TableLayout table{.title = "lu on " + device};
  for (const char* name : {"size", "precision", "variant"})
    table.columns.push_back({name, ColumnKind::setting, name});
  for (ColumnLayout& column : columns_of(table6())) table.columns.push_back(std::move(column));
  table.columns.insert(table.columns.end(),
                       {{"launches", ColumnKind::launches},
                        {"time", ColumnKind::time, "", "ms", 4},
                        {"rate", ColumnKind::rate, "", "GFLOPS", 4},
                        {"backward error", ColumnKind::reading, "backward error", "", 2},
                        {"result", ColumnKind::verdict}});
  table.notes = {
      "NV45, G70, G80: T2 of table 6 of paper 000, measured in 2007; rate: "
      "2/3 n^3 - n^2/2 - n/6 flops"};
  return {table};
}

std::vector<PublishedRow> published_rows(const NamedTexts&) { return rows_of(table6()); }

std::vector<NamedTexts> candidates(const DeviceTraits& device) {
  std::vector<NamedTexts> all;
  if (device.kind == DeviceKind::cpu) {
    for (const char* block : {"32", "48", "64", "96", "128"})
      all.push_back({{"variant", "blocked"}, {"form", "loops"}, {"block", block}});
    return all;
  }
  const std::string form = device.largest_cluster > 0 ? "clusters" : "tiles";
  for (const char* block : {"64", "128"}) {
    for (const char* panel : {"16", "32", "64"})
      all.push_back({{"variant", "blocked"}, {"form", form}, {"block", block}, {"panel", panel}});
  }
  return all;
}

std::vector<ChartLayout> charts() {
  return {{.kind = ChartKind::curve,
           .title = "rate by the size of the matrix",
           .across = {"size"},
           .value = {"rate", ColumnKind::rate, "", "GFLOPS", 4},
           .by = {"variant", "precision"},
           .logarithmic = true},
          {.kind = ChartKind::curve,
           .title = "time by the size of the matrix",
           .across = {"size"},
           .value = {"time", ColumnKind::time, "", "ms", 4},
           .by = {"variant", "precision"},
           .source = "paper 000, table 6",
           .logarithmic = true}};
}

}  // namespace plumb::lu
