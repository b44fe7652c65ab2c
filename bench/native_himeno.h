// bench/native_himeno.h - Himeno sweeps as OpenMP loops, compiled for this very processor.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "plumb/workloads/himeno/plan.h"

namespace plumb::bench {

// The arrays of the benchmark with random data in a given layout.
class NativeHimeno {
 public:
  NativeHimeno(const himeno::Grid& grid, const himeno::Layout& layout, std::uint64_t seed);

  // One sweep and a swap of the two pressures; returns gosa.
  double sweep();
  // One sweep, then the loop of the rules that copies the result back; returns gosa.
  double sweep_and_copy();
  [[nodiscard]] float pressure(std::uint64_t i, std::uint64_t j, std::uint64_t k) const;

 private:
  double relax();

  himeno::Grid grid_;
  himeno::Layout layout_;
  std::vector<float> p_;
  std::vector<float> next_;
  std::vector<float> coefficients_;
};

// The layout of the static C source: arrays of one element more along every axis, back to back.
himeno::Layout official_layout(const himeno::Grid& grid);

}  // namespace plumb::bench
