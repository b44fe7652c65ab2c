// plumb/workloads/himeno/paper.h - table 3 of paper 001: what each rung of the ladder gave in 2008.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace plumb::himeno {

// Of size M; those of our variants stand in their rows (variants.cpp).
struct PaperRow {
  std::string_view what = {};
  double gflops_8800_gtx = 0;
  double gflops_gtx_280 = 0;
};

// The paper's rival, which we do not have.
inline constexpr PaperRow paper_rival{"previous implementation", 21.4, 41.2};

}  // namespace plumb::himeno
