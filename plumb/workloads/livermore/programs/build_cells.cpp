// plumb/workloads/livermore/programs/build_cells.cpp - kernels 6, 13, 14 and 16: solve, scatter,
// search.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plumb/workloads/livermore/programs/parts.h"

namespace plumb::livermore {
namespace {

constexpr std::uint64_t cells = 2048;

void build_particles_2d(Parts& parts) {
  for (const char* name : {"P", "B", "C", "Y", "Z", "E", "F", "H"}) parts.array(name);
  parts.scratch("counts", Scalar::u32, 64ULL * 64);
  std::vector<Argument> arguments = parts.buffers("P B C Y Z E F counts");
  arguments.insert(arguments.end(), {Parts::count(parts.n()), Parts::count(parts.chunk())});
  parts.add({.step = "move",
             .source = "particles_2d",
             .entry = "livermore_move_2d",
             .items = {parts.items(parts.n()), 1, 1},
             .arguments = arguments,
             .demands = {parts.n(), 8, 7, Pattern::atomic}});
  parts.add({.step = "add counts",
             .source = "particles_2d",
             .entry = "livermore_add_counts",
             .items = {64ULL * 64, 1, 1},
             .group = 64,
             .arguments = parts.buffers("H counts"),
             .demands = {64ULL * 64, 3}});
}

void add_atomic_charge(Parts& parts) {
  std::vector<Argument> arguments = parts.buffers("RH RX IR");
  arguments.insert(arguments.end(), {Parts::count(parts.n()), Parts::count(parts.chunk())});
  parts.add({.step = "charge by atomics",
             .source = "charge_atomic",
             .entry = "livermore_charge_atomic",
             .items = {parts.items(parts.n()), 1, 1},
             .arguments = arguments,
             .demands = {parts.n(), 4, 3, Pattern::atomic},
             .definitions = {{"WORDS", parts.scalar() == Scalar::f64 ? "2" : "1"}}});
}

// A stable counting sort by cell, then a fixed tree per cell.
void add_sorted_charge(Parts& parts) {
  constexpr std::uint64_t block = 4096;
  const std::uint64_t n = parts.n();
  const std::uint64_t blocks = (n + block - 1) / block;
  parts.scratch("counts", Scalar::u32, cells * blocks);
  parts.scratch("starts", Scalar::u32, cells + 1);
  parts.scratch("sorted", parts.scalar(), n);
  const auto add = [&](const char* entry, std::uint64_t items, std::uint64_t group,
                       std::string_view buffers, std::vector<Argument> counts,
                       const Demands& demands) {
    std::vector<Argument> arguments = parts.buffers(buffers);
    arguments.insert(arguments.end(), counts.begin(), counts.end());
    parts.add({.step = std::string(entry).substr(10),
               .source = "particles_1d",
               .entry = entry,
               .items = {items, 1, 1},
               .group = group,
               .arguments = std::move(arguments),
               .demands = demands,
               .definitions = {{"GROUP", std::to_string(parts.group())}}});
  };
  const std::vector<Argument> sizes{Parts::count(blocks), Parts::count(n), Parts::count(block)};
  add("livermore_cell_count", blocks, 1, "IR counts", sizes, {n, 0.5});
  add("livermore_cell_totals", cells, 64, "counts starts", {sizes[0]}, {cells * blocks, 0.5});
  add("livermore_cell_starts", 1, 1, "starts", {}, {cells});
  add("livermore_cell_offsets", cells, 64, "counts starts", {sizes[0]}, {cells * blocks, 1});
  add("livermore_cell_place", blocks, 1, "IR RX counts sorted", sizes,
      {n, 2.5, 0, Pattern::scatter});
  add("livermore_cell_charge", (cells + 1) * parts.group(), parts.group(), "RH sorted starts", {},
      {n, 2, 3, Pattern::reduction});
}

}  // namespace

void add_particles(Parts& parts) {
  for (const char* name :
       {"GRD", "EX", "DEX", "XI", "EX1", "DEX1", "VX", "XX", "RX", "IX", "IR", "RH"})
    parts.array(name);
  std::vector<Argument> arguments = parts.buffers("GRD EX DEX XI EX1 DEX1 VX XX RX IX IR");
  arguments.insert(arguments.end(),
                   {parts.real("FLX"), Parts::count(parts.n()), Parts::count(parts.chunk())});
  parts.add({.step = "move",
             .source = "particles_1d",
             .entry = "livermore_move_1d",
             .items = {parts.items(parts.n()), 1, 1},
             .arguments = arguments,
             .demands = {parts.n(), 16, 8, Pattern::random},
             .definitions = {{"GROUP", std::to_string(parts.group())}}});
}

void build_scatter(Parts& parts, unsigned kernel) {
  if (kernel == 13) return build_particles_2d(parts);
  add_particles(parts);
  if (parts.atomic_scatter()) {
    add_atomic_charge(parts);
  } else {
    add_sorted_charge(parts);
  }
}

void build_solve(Parts& parts) {
  constexpr std::uint64_t block = 64;
  const std::uint64_t n = parts.n();
  const std::uint64_t group = parts.on_cpu() ? 1 : block;
  const std::uint64_t chunk = parts.on_cpu() ? block : 1;
  parts.array("W");
  parts.array("B");
  parts.scratch("sums", parts.scalar(), n);
  const std::vector<std::pair<std::string, std::string>> definitions{
      {"GROUP", std::to_string(group)}, {"BLOCK", std::to_string(block)}};
  for (std::uint64_t first = 0; first < n; first += block) {
    std::vector<Argument> arguments = parts.buffers("W B sums");
    arguments.insert(arguments.end(),
                     {Parts::count(parts.size().b), Parts::count(first), Parts::count(n)});
    const std::uint64_t rows = std::min(block, n - first);
    parts.add({.step = "solve",
               .source = "solve",
               .entry = "livermore_solve",
               .items = {group, 1, 1},
               .group = group,
               .arguments = arguments,
               .demands = {rows, static_cast<double>(rows) / 2, static_cast<double>(rows)},
               .definitions = definitions});
    if (first + block >= n) break;
    const std::uint64_t later = n - first - block;
    arguments.push_back(Parts::count(chunk));
    parts.add({.step = "spread",
               .source = "solve",
               .entry = "livermore_spread",
               .items = {(later + chunk - 1) / chunk, 1, 1},
               .group = group,
               .arguments = arguments,
               .demands = {later, static_cast<double>(block) + 2, 2.0 * static_cast<double>(block),
                           Pattern::multiple},
               .definitions = definitions});
  }
}

void build_search(Parts& parts) {
  const std::uint64_t n = parts.n();
  const std::uint64_t zones = parts.zones();
  for (const char* name : {"ZONE", "D", "PLAN", "SEARCH"}) parts.array(name);
  parts.scratch("event", Scalar::u32, zones);
  parts.scratch("evaluations", Scalar::u32, zones);
  const std::vector<Argument> limits{parts.real("R"), parts.real("S"), parts.real("T")};
  const auto add = [&](const char* entry, Range items, std::vector<Argument> arguments,
                       std::vector<Argument> more, const Demands& demands) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    parts.add({.step = std::string(entry).substr(10),
               .source = "search",
               .entry = entry,
               .items = items,
               .group = items[0] == 1 || items[0] == zones ? 1U : 0U,
               .arguments = std::move(arguments),
               .demands = demands});
  };
  const Argument span = Parts::number(n);
  const Argument chunk = Parts::count(parts.chunk());
  const Range all{parts.items(n), zones, 1};
  const double words = parts.scalar() == Scalar::f64 ? 1 : 2;  // two integers of ZONE
  add("livermore_search_reset", {zones, 1, 1}, parts.buffers("event evaluations"), {span}, {zones});
  const Argument reach = ScalarArgument{Scalar::i32, static_cast<double>(parts.size().l416)};
  add("livermore_search_find", all, parts.buffers("ZONE D PLAN event"),
      {limits[0], limits[1], limits[2], reach, span, chunk},
      {n * zones, words + 3, 10, Pattern::random});
  add("livermore_search_count", all, parts.buffers("ZONE event evaluations"), {span, chunk},
      {n * zones, words / 2});
  add("livermore_search_walk", {1, 1, 1}, parts.buffers("ZONE D PLAN event evaluations SEARCH"),
      {limits[0], limits[1], limits[2], span}, {zones});
}

}  // namespace plumb::livermore
