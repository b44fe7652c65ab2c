// plumb/workloads/livermore/programs/map.h - the technique of loops whose iterations depend on no
// other: one launch over rows or planes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/workloads/livermore/programs/parts.h"

namespace plumb::livermore {

struct Map {
  const char* source;
  const char* entry;
  std::string_view buffers;
  std::string_view scalars;
  double words;
  double flops;
  double written = 1;          // of the words
  Operations operations = {};  // where not all are additions and multiplications
};

// One row of n iterations; `between` stands behind the scalars.
Work row_map(const Parts& parts, const Map& map, std::uint64_t n,
             const std::vector<Argument>& between = {});

// The arrays and one row of all iterations, from kernels/maps.cl.
void build_plain_map(Parts& parts, const Map& map);

// Columns 2.. of arrays (l2, 7), rows 2..n. Five are computed, of an array whose neighbouring
// columns are read as well six or seven come from memory: a fraction more words per point.
//
// An item takes one row through all columns and hands what neighbours share from column to column.
Work column_map(const Parts& parts, const Map& map);
// An item takes points of one column.
Work plane_map(const Parts& parts, const Map& map, std::uint64_t columns);

// The same program with one work-item for all iterations.
template <void (*build)(Parts&)>
void build_in_one_item(Parts& parts) {
  parts.in_one_item();
  build(parts);
}

}  // namespace plumb::livermore
