// plumb/workloads/himeno/paper.h - table 3 of paper 001: what each rung of the ladder gave in 2008.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace plumb::himeno {

struct PaperRow {
  std::string_view variant;  // ours; empty: the paper's rival, which we do not have
  std::string_view what;
  double gflops_8800_gtx = 0;  // size M
  double gflops_gtx_280 = 0;
};

inline constexpr std::array<PaperRow, 8> paper_rows{{
    {"", "previous implementation", 21.4, 41.2},
    {"base", "base implementation", 14.4, 24.7},
    {"barrier", "frequent barriers", 20.3, 29.1},
    {"swap", "array dimensions swapped", 20.6, 38.9},
    {"shape", "block shape changed", 24.2, 44.9},
    {"resident", "more threads at once", 35.3, 62.3},
    {"threads", "total number of threads", 35.3, 67.3},
    {"padding", "padding between planes", 36.1, 69.7},
}};

}  // namespace plumb::himeno
