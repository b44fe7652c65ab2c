// tests/compare/made_up_runs.h - runs with known times, the same on every machine.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "plumb/compare/compare.h"
#include "plumb/records/measured_run.h"

namespace plumb {

// A step of `workload` with one setting n.
inline MeasuredStep made_up_step(const std::string& n, std::vector<double> samples,
                                 const std::string& workload = "made up") {
  return {.settings = {{"workload", workload}, {"n", n}},
          .step = "step",
          .samples = std::move(samples)};
}

inline MeasuredRun made_up_run(const std::string& file, std::vector<MeasuredStep> steps) {
  return {.file = file, .program = "plumb 1", .device = "device", .steps = std::move(steps)};
}

// Box and Muller's normal numbers: the standard's distributions differ between libraries.
class NormalNumbers {
 public:
  explicit NormalNumbers(std::uint64_t seed) : random_(seed) {}
  double next() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::acos(-1.0) * uniform());
  }
  // Above 0, at most 1.
  double uniform() { return (static_cast<double>(random_() >> 11U) + 1) * 0x1p-53; }

 private:
  std::mt19937_64 random_;
};

}  // namespace plumb
