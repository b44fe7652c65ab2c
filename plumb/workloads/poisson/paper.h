// plumb/workloads/poisson/paper.h - table 4 of the thesis of 2004.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "plumb/workloads/poisson/problem/grid.h"

namespace plumb::poisson {

// Times as printed: the text calls the difference at 32 "slight", so 0.383 is probably 0.0383.
struct PaperRow {
  std::uint64_t n;
  std::uint64_t iterations;  // found on the CPU, then executed on both without checks
  double cpu_seconds;        // Pentium 4, 3.0 GHz
  double gpu_seconds;        // GeForce FX 5900 Ultra
};

inline constexpr std::array<PaperRow, 4> table4{{{32, 2435, 0.0377, 0.383},
                                                 {64, 9276, 0.591, 0.523},
                                                 {128, 33913, 8.970, 8.383},
                                                 {256, 121364, 130.285, 165.342}}};

// The row of a square grid in two dimensions; null where the thesis has none.
inline const PaperRow* paper_row(const Grid& grid) {
  for (const PaperRow& row : table4)
    if (grid.dim == 2 && grid.n[0] == row.n && grid.n[1] == row.n) return &row;
  return nullptr;
}

}  // namespace plumb::poisson
