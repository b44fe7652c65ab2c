// plumb/workloads/sparse/suite.cpp - products and transfers with their tables; what is worth
// racing.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/sparse/sparse.h"

namespace plumb::sparse {
namespace {

NamedTexts sparse_lists(const NamedTexts& chosen, const char* size, const char* matrices,
                        const char* variants_shown) {
  const NamedTexts lists{{"size", chosen_or(chosen, "size", size)},
                         {"nonzeros", chosen_or(chosen, "nonzeros", "16")},
                         {"matrix", chosen_or(chosen, "matrix", matrices)},
                         {"precision", chosen_or(chosen, "precision", "f32")},
                         {"variant", chosen_or(chosen, "variant", variants_shown)}};
  return with_others(lists, chosen);
}

TableLayout leading_columns(const std::string& title) {
  TableLayout table{.title = title};
  for (const char* name : {"matrix", "size", "nonzeros", "precision", "variant"})
    table.columns.push_back({name, ColumnKind::setting, name});
  return table;
}

}  // namespace

NamedTexts product_lists(const NamedTexts& chosen) {
  return sparse_lists(chosen, "1048576", "banded,random", "ell,csr");
}

std::vector<TableLayout> product_layouts(const NamedTexts&, const std::string& device) {
  TableLayout table = leading_columns("sparse products on " + device);
  table.columns.insert(table.columns.end(), {{"time", ColumnKind::time, "", "us", 4},
                                             {"rate", ColumnKind::rate, "", "GFLOPS", 4},
                                             {"bandwidth", ColumnKind::bandwidth, "", "GB/s", 4},
                                             {"of copy", ColumnKind::of_copy, "", "", 3},
                                             {"result", ColumnKind::verdict}});
  table.notes = {"bandwidth: every element with its column, x and y once"};
  return {table};
}

NamedTexts transfer_lists(const NamedTexts& chosen) {
  return sparse_lists(chosen, "1024,2048,4096", "banded", "placed,full");
}

std::vector<TableLayout> transfer_layouts(const NamedTexts&, const std::string& device) {
  TableLayout table = leading_columns("moving a sparse matrix to " + device);
  table.columns.insert(table.columns.end(), {{"moved", ColumnKind::setting, "moved", "MB"},
                                             {"T1", ColumnKind::step_time, "transfer in", "us", 4},
                                             {"time", ColumnKind::time, "", "us", 4},
                                             {"result", ColumnKind::verdict}});
  table.notes = {
      "T1: of the transfer alone; time: of all steps; 'placed' clears the matrix, moves what is "
      "not zero with its "
      "coordinates, and places it"};
  return {table};
}

std::vector<NamedTexts> candidates(const DeviceTraits& device) {
  std::vector<NamedTexts> all;
  for (const char* variant : {"ell", "csr"}) {
    if (device.kind != DeviceKind::cpu) {
      all.push_back({{"variant", variant}, {"form", "wide"}});
      continue;
    }
    for (const char* chunk : {"256", "1024", "4096", "16384"})
      all.push_back({{"variant", variant}, {"form", "loop"}, {"chunk", chunk}});
  }
  return all;
}

std::vector<ChartLayout> charts() {
  return {{.title = "bandwidth of each format",
           .across = {"matrix", "variant"},
           .value = {"bandwidth", ColumnKind::bandwidth, "", "GB/s", 4},
           .by = {"size", "precision"}},
          {.kind = ChartKind::curve,
           .title = "time by the rows of the matrix",
           .across = {"size"},
           .value = {"time", ColumnKind::time, "", "us", 4},
           .by = {"variant", "matrix", "precision"},
           .source = "paper 003, moving a sparse matrix",
           .logarithmic = true}};
}

}  // namespace plumb::sparse
