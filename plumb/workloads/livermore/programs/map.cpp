// plumb/workloads/livermore/programs/map.cpp - kernels whose iterations depend on no other.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plumb/workloads/livermore/programs/parts.h"

namespace plumb::livermore {
namespace {

void append(std::vector<Argument>& arguments, const std::vector<Argument>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
}

std::vector<Argument> reals(const Parts& parts, std::initializer_list<const char*> names) {
  std::vector<Argument> arguments;
  for (const char* name : names) arguments.push_back(parts.real(name));
  return arguments;
}

struct Map {
  const char* source;
  const char* entry;
  const char* buffers;
  std::initializer_list<const char*> scalars;
  double words;
  double flops;
};

// A CPU's item takes fewer iterations where one has many words: a launch has enough items then to
// share them evenly.
std::uint64_t chunk_of(const Parts& parts, const Map& map) {
  constexpr double many_words = 10;
  return map.words > many_words ? std::max<std::uint64_t>(1, parts.chunk() / 8) : parts.chunk();
}

// One row of n iterations.
void add_row(Parts& parts, const Map& map, std::uint64_t n,
             const std::vector<Argument>& between = {}) {
  const std::uint64_t chunk = chunk_of(parts, map);
  Work work{.step = std::string(map.entry).substr(10),
            .source = map.source,
            .entry = map.entry,
            .items = {std::max<std::uint64_t>(1, (n + chunk - 1) / chunk), 1, 1},
            .arguments = parts.buffers(map.buffers),
            .demands = {n, map.words, map.flops}};
  if (work.source == "product") work.definitions = {{"WIDE", parts.on_cpu() ? "32" : "1"}};
  if (work.source == "difference") {
    work.definitions = {{"PAIRS", parts.on_cpu() ? "0" : "1"}};
    if (!parts.on_cpu()) work.items[0] = (n + 1) / 2, work.group = 64;
  }
  if (work.source == "maps") {
    const bool own_exp = parts.on_cpu() && parts.scalar() == Scalar::f64;
    work.definitions = {{"OWN_EXP", own_exp ? "1" : "0"}};
  }
  append(work.arguments, reals(parts, map.scalars));
  append(work.arguments, between);
  append(work.arguments, {Parts::count(n), Parts::count(chunk)});
  parts.add(work);
}

// Columns 2.. of arrays (l2, 7), rows 2..n. Five are computed, of an array whose neighbouring
// columns are read as well six or seven come from memory: a fraction more words per point.
Work plane_of(const Parts& parts, const Map& map) {
  const std::uint64_t n = parts.n();
  Work work{.step = std::string(map.entry).substr(10),
            .source = map.source,
            .entry = map.entry,
            .items = {parts.items(n - 1), 1, 1},
            .group = parts.on_cpu() ? 1U : 128U,
            .arguments = parts.buffers(map.buffers),
            .demands = {5 * (n - 1), map.words, map.flops, Pattern::neighbourhood}};
  append(work.arguments, {Parts::count(parts.size().l2), Parts::count(n)});
  return work;
}

// An item takes points of one column.
void add_plane(Parts& parts, const Map& map, std::uint64_t columns) {
  Work work = plane_of(parts, map);
  work.items[1] = columns;
  if (!parts.on_cpu()) work.group = 256;
  append(work.arguments, {Parts::count(parts.chunk())});
  parts.add(work);
}

// An item takes one row through all columns and hands what neighbours share from column to column.
void add_columns(Parts& parts, const Map& map) { parts.add(plane_of(parts, map)); }

void build_planes(Parts& parts, unsigned kernel) {
  const bool by_points = parts.on_cpu();
  if (kernel == 15) {
    const char* buffers = "VY VS VH VF VG";
    if (by_points) return add_plane(parts, {"casual", "livermore_casual", buffers, {}, 5.8, 33}, 6);
    return add_columns(parts, {"casual_columns", "livermore_casual_columns", buffers, {}, 5.8, 33});
  }
  const char* flux = "ZA ZB ZP ZQ ZR ZM";
  const char* velocity = "ZU ZV ZA ZB ZZ ZR";
  if (by_points) {
    add_plane(parts, {"hydro_2d", "livermore_flux", flux, {}, 6.8, 20}, 5);
    add_plane(parts, {"hydro_2d", "livermore_velocity", velocity, {}, 9, 20}, 5);
  } else {
    add_columns(parts, {"hydro_columns", "livermore_flux_columns", flux, {}, 6.8, 20});
    add_columns(parts, {"hydro_columns", "livermore_velocity_columns", velocity, {}, 9, 20});
  }
  add_plane(parts, {"hydro_2d", "livermore_advance", "ZR ZZ ZU ZV", {}, 6, 4}, 5);
}

void add_arrays(Parts& parts, std::initializer_list<const char*> names) {
  for (const char* name : names) parts.array(name);
}

void build_layout_map(Parts& parts, unsigned kernel) {
  const std::vector<Argument> rows{Parts::count(parts.row_length())};
  if (kernel == 8) {
    add_arrays(parts, {"U1", "U2", "U3", "DU1", "DU2", "DU3"});
    add_row(parts,
            {"layout",
             "livermore_adi",
             "U1 U2 U3 DU1 DU2 DU3",
             {"A11", "A12", "A13", "A21", "A22", "A23", "A31", "A32", "A33", "SIG"},
             21,
             72},
            parts.n() - 1, rows);
  } else if (kernel == 9) {
    add_arrays(parts, {"PX"});
    add_row(parts,
            {"layout",
             "livermore_integrate",
             "PX",
             {"DM28", "DM27", "DM26", "DM25", "DM24", "DM23", "DM22", "C0"},
             11,
             17},
            parts.n(), rows);
  } else if (kernel == 10) {
    add_arrays(parts, {"PX", "CX"});
    add_row(parts, {"difference", "livermore_differences", "PX CX", {}, 20, 9}, parts.n(), rows);
  } else {
    add_arrays(parts, {"PX", "CX", "VY"});
    add_row(parts, {"product", "livermore_product", "PX CX VY", {}, 75, 1250}, parts.n(),
            {Parts::count(parts.size().l2), rows[0]});
  }
}

}  // namespace

void build_map(Parts& parts, unsigned kernel) {
  const std::uint64_t n = parts.n();
  switch (kernel) {
    case 1:
      add_arrays(parts, {"X", "Y", "ZX"});
      add_row(parts, {"maps", "livermore_hydro", "X Y ZX", {"Q", "R", "T"}, 3, 5}, n);
      return;
    case 7:
      add_arrays(parts, {"X", "U", "Y", "Z"});
      add_row(parts, {"maps", "livermore_state", "X U Y Z", {"Q", "R", "T"}, 4, 16}, n);
      return;
    case 12:
      add_arrays(parts, {"X", "Y"});
      add_row(parts, {"maps", "livermore_first_difference", "X Y", {}, 2, 1}, n);
      return;
    case 22:
      add_arrays(parts, {"Y", "W", "U", "V", "X"});
      add_row(parts, {"maps", "livermore_planck", "Y W U V X", {}, 5, 17}, n);
      return;
    case 15:
      add_arrays(parts, {"VY", "VS", "VH", "VF", "VG"});
      return build_planes(parts, 15);
    case 18:
      add_arrays(parts, {"ZA", "ZB", "ZP", "ZQ", "ZR", "ZM", "ZU", "ZV", "ZZ"});
      return build_planes(parts, 18);
    default:
      build_layout_map(parts, kernel);
  }
}

}  // namespace plumb::livermore
