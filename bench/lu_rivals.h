// bench/lu_rivals.h - other LU decompositions that are here: OpenBLAS on the host, cuSOLVER.
//
// Both are opened while the benchmark runs; what is not here is left out.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "plumb/workloads/lu/plan.h"
#include "plumb/workloads/lu/reference.h"

namespace plumb::bench {

// The matrix of a plan, decomposed by somebody else.
class LuRival {
 public:
  virtual ~LuRival() = default;
  virtual void restore() = 0;
  virtual void take_threads(int threads) = 0;  // of the host; where they do not matter: nothing
  virtual void decompose() = 0;                // what restore() left; returns when it is done
  [[nodiscard]] virtual lu::Factors factors() = 0;
};

// getrf of OpenBLAS (scripts/setup --test installs it); null: not here.
std::unique_ptr<LuRival> open_openblas(const lu::Plan& plan);

// getrf of cuSOLVER on the first CUDA device; null: not here.
std::unique_ptr<LuRival> open_cusolver(const lu::Plan& plan);

}  // namespace plumb::bench
