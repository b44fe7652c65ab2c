// plumb/workloads/morphology/suite.cpp - the sweep over K of paper 000, table 5.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/morphology/morphology.h"

namespace plumb::morphology {
namespace {

// T2 as measured in 2007.
PaperTable table5() {
  return {.what = "morphological filter, K = ",
          .parameter = "references",
          .settings = {{"size", "1024x1024"}, {"pixel", "uchar4"}, {"variant", "one_pass"}},
          .columns = {"NV45", "G70", "G80"},
          .rows = {{"4", {1.5, 0.5, 0.3}},
                   {"8", {3.1, 0.9, 0.5}},
                   {"16", {6.3, 1.8, 1.1}},
                   {"32", {12.6, 3.6, 2.0}},
                   {"64", {25.1, 7.1, 3.9}},
                   {"128", {50.0, 13.8, 7.6}},
                   {"256", {99.8, 27.5, 15.0}},
                   {"512", {199.6, 54.8, 36.2}},
                   {"1024", {399.0, 109.5, 71.3}}}};
}

}  // namespace

NamedTexts suite_lists(const NamedTexts& chosen) {
  const NamedTexts lists{
      {"size", chosen_or(chosen, "size", "1024x1024")},
      {"pixel", chosen_or(chosen, "pixel", "uchar4")},
      {"references", chosen_or(chosen, "references", "4,8,16,32,64,128,256,512,1024")}};
  return with_others(lists, chosen);
}

std::vector<TableLayout> suite_layouts(const NamedTexts&, const std::string& device) {
  TableLayout table{.title = "morphology on " + device};
  table.columns.push_back({"K", ColumnKind::setting, "references"});
  for (const char* name : {"size", "pixel", "variant"})
    table.columns.push_back({name, ColumnKind::setting, name});
  for (ColumnLayout& column : columns_of(table5())) table.columns.push_back(std::move(column));
  table.columns.insert(table.columns.end(), {{"time", ColumnKind::time, "", "ms", 4},
                                             {"bandwidth", ColumnKind::bandwidth, "", "GB/s", 4},
                                             {"result", ColumnKind::verdict}});
  table.notes = {"NV45, G70, G80: T2 of table 5 of paper 000, measured in 2007"};
  return {table};
}

std::vector<PublishedRow> published_rows(const NamedTexts&) { return rows_of(table5()); }

std::vector<ChartLayout> charts() {
  return {{.kind = ChartKind::curve,
           .title = "time by the references of a point",
           .across = {"references"},
           .value = {"time", ColumnKind::time, "", "ms", 4},
           .by = {"size", "pixel", "variant", "operation"},
           .source = "paper 000, table 5",
           .logarithmic = true}};
}

}  // namespace plumb::morphology
