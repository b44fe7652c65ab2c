// plumb/workloads/poisson/suite.cpp - the tables of solvers and of the thesis.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/records/verdict.h"
#include "plumb/workloads/poisson/paper.h"
#include "plumb/workloads/poisson/poisson.h"
#include "plumb/workloads/poisson/variants.h"

namespace plumb::poisson {
namespace {

constexpr const char* norms_note =
    "error bound: 2 dim n^2 / 8 times the largest residual, both by the host in double; true "
    "error: "
    "against the exact solution of the discrete equations, where it costs the host about a second";

// Within a deadline every execution has its own cycles: its time is that of the same one.
std::vector<ColumnLayout> solver_columns(bool hurries) {
  return {{"solver", ColumnKind::setting, "variant"},
          {"n", ColumnKind::setting, "n"},
          {"precision", ColumnKind::setting, "precision"},
          {"iterations", ColumnKind::reading, "iterations", "", 0},
          {"ended", ColumnKind::setting, "ended"},
          hurries ? ColumnLayout{"time", ColumnKind::reading, "execution time", "ms", 4}
                  : ColumnLayout{"time", ColumnKind::time, "", "ms", 4}};
}

void add_truth(std::vector<ColumnLayout>& columns) {
  columns.insert(columns.end(), {{"residual sum", ColumnKind::reading, "residual sum", "", 3},
                                 {"error bound", ColumnKind::reading, "error bound", "", 3},
                                 {"true error", ColumnKind::reading, "true error", "", 3},
                                 {"result", ColumnKind::verdict}});
}

// Whether each of the solvers, joined by commas, makes sweeps that the host makes as well.
bool all_sweep(std::string_view solvers) {
  while (!solvers.empty()) {
    const std::string_view name = solvers.substr(0, solvers.find(','));
    const auto rows = variant_rows();
    const auto row =
        std::ranges::find_if(rows, [&](const VariantRow& one) { return one.shown.name == name; });
    if (row == rows.end() || row->order == Order::none) return false;
    if (name.size() == solvers.size()) return true;
    solvers.remove_prefix(name.size() + 1);
  }
  return false;
}

// A solver is a variant under the name that people look for.
NamedTexts with_solver(const NamedTexts& chosen) {
  NamedTexts named;
  for (const auto& [name, value] : chosen) {
    if (name == "solver" && text_named(chosen, "variant") != nullptr)
      throw Error(ErrorKind::input, "--solver and --variant are the same: take one of them");
    named.emplace_back(name == "solver" ? "variant" : name, value);
  }
  return named;
}

}  // namespace

NamedTexts suite_lists(const NamedTexts& chosen) {
  NamedTexts lists{{"dim", chosen_or(chosen, "dim", "2")}, {"n", chosen_or(chosen, "n", "256")}};
  return with_others(std::move(lists), with_solver(chosen));
}

std::vector<TableLayout> suite_layouts(const NamedTexts& chosen, const std::string& device) {
  TableLayout table{.title = fmt::format("poisson on {}", device)};
  table.columns =
      solver_columns(std::strtod(chosen_or(chosen, "deadline", "0").c_str(), nullptr) > 0);
  // A cycle is not made of sweeps: what it moves is not credited.
  if (all_sweep(chosen_or(chosen, "solver", chosen_or(chosen, "variant", "")))) {
    table.columns.push_back({"bandwidth", ColumnKind::bandwidth, "", "GB/s", 4});
    table.columns.push_back({"of copy", ColumnKind::of_copy, "", "", 3});
  }
  add_truth(table.columns);
  table.notes = {norms_note};
  return {table};
}

NamedTexts paper_lists(const NamedTexts& chosen) {
  NamedTexts lists{{"n", chosen_or(chosen, "n", "32,64,128,256")},
                   {"precision", chosen_or(chosen, "precision", "f32")},
                   {"iterations", chosen_or(chosen, "iterations", "thesis")}};
  const NamedTexts named = with_solver(chosen);
  lists.emplace_back("variant", chosen_or(named, "variant", "jacobi"));
  return with_others(std::move(lists), named);
}

std::vector<TableLayout> paper_layouts(const NamedTexts&, const std::string& device) {
  TableLayout table{.title = fmt::format("table 4 of the thesis on {}", device)};
  table.columns = {{"n", ColumnKind::setting, "n"},
                   {"solver", ColumnKind::setting, "variant"},
                   {"iterations", ColumnKind::reading, "iterations", "", 0},
                   {"passes", ColumnKind::launches},
                   {"Pentium 4", ColumnKind::published, "Pentium 4", "ms", 1},
                   {"FX 5900", ColumnKind::published, "FX 5900", "ms", 1},
                   {"scalar core", ColumnKind::reading, "host core, scalar", "ms", 4},
                   {"SIMD core", ColumnKind::reading, "host core, SIMD", "ms", 4},
                   {"OpenCL CPU", ColumnKind::reading, "OpenCL CPU", "ms", 4},
                   {"time", ColumnKind::time, "", "ms", 4},
                   {"of host", ColumnKind::of_host, "", "", 2},
                   {"centre", ColumnKind::reading, "centre", "", 7}};
  add_truth(table.columns);
  table.notes = {
      "Pentium 4, FX 5900: table 4 of the thesis of 2004, f32; scalar and SIMD core: the same "
      "sweeps on one core of this host; OpenCL CPU: on all of them; of host: the SIMD core over "
      "the "
      "time; passes: launches, with those that count rounds",
      norms_note};
  return {table};
}

// Beside both: the thesis executed the same sweeps, whatever they are made of.
std::vector<PublishedRow> published_rows(const NamedTexts&) {
  std::vector<PublishedRow> rows;
  for (const char* variant : {"jacobi", "thesis"}) {
    for (const PaperRow& row : table4) {
      rows.push_back(
          {.what = fmt::format("{} sweeps, N = {}", row.iterations, row.n),
           .settings = {{"n", std::to_string(row.n)},
                        {"precision", "f32"},
                        {"dim", "2"},
                        {"variant", variant}},
           .values = {{"Pentium 4", row.cpu_seconds * 1e3}, {"FX 5900", row.gpu_seconds * 1e3}}});
    }
  }
  return rows;
}

std::vector<std::string> suite_remarks(std::span<const Point> points) {
  std::vector<std::string> remarks;
  for (const Point& point : points)
    for (const std::string& warning : point.warnings)
      if (warning.starts_with("stagnate") || warning.starts_with("deadline") ||
          warning.starts_with("not converged"))
        remarks.push_back(fmt::format("n = {}: {}", chosen_or(point.settings, "n", ""), warning));
  return remarks;
}

std::vector<ChartLayout> charts() {
  return {{.kind = ChartKind::series,
           .title = "convergence",
           .across = {"check"},
           .value = {"norm that is judged", ColumnKind::reading, "history", "", 3},
           .by = {"variant", "n", "precision"},
           .source = "paper 003, the Poisson equation",
           .logarithmic = true},
          {.kind = ChartKind::plane,
           .title = "the field",
           .value = {"field", ColumnKind::reading, "field", "", 3},
           .by = {"variant", "n", "precision"},
           .source = "paper 003, figure 7"},
          {.title = "time of each solver",
           .across = {"variant", "n"},
           .value = {"time", ColumnKind::time, "", "ms", 4},
           .by = {"precision"},
           .logarithmic = true},
          {.title = "true error of each solver",
           .across = {"variant", "n"},
           .value = {"true error", ColumnKind::reading, "true error", "", 3},
           .by = {"precision"},
           .logarithmic = true}};
}

}  // namespace plumb::poisson
