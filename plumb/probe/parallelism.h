// plumb/probe/parallelism.h - how bandwidth grows with the number of work-items.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

namespace plumb {

// B(W) = [B_max^-r + (W s)^-r]^(-1/r): proportional to W at first, B_max at last, the corner as
// sharp as r is large.
struct Parallelism {
  double most = 0;       // B_max
  double per_item = 0;   // s
  double sharpness = 0;  // r

  [[nodiscard]] double at(double items) const;
};

// Least squares of the relative error; at least three different numbers of work-items.
Parallelism fit_parallelism(std::span<const double> items, std::span<const double> rates);

}  // namespace plumb
