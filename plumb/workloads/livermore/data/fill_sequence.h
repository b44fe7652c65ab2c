// plumb/workloads/livermore/data/fill_sequence.h - the values that fill a block, position by
// position.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace plumb::livermore {

// A linear congruential generator of 64 bits (Knuth's MMIX constants) that can leap.
class Lcg64 {
 public:
  explicit Lcg64(std::uint64_t state) : state_(state) {}
  double uniform();                         // in [0, 1)
  double between(double low, double high);  // product rounded, then the sum
  void skip(std::uint64_t steps);

 private:
  std::uint64_t state_;
};

// The first n elements from the generator, between low and high; the others become 0.
void draw_into(Lcg64& draw, std::vector<double>& array, std::uint64_t n, double low, double high);

// The official fill: values near 0.1 that alternate by 1.5e-7 and settle slowly.
class OfficialSequence {
 public:
  double next();
  void skip(std::uint64_t steps);

 private:
  double fuzz_ = 1.2345e-3;
  double buzz_ = 1.0 + 1.2345e-3;
  double fizz_ = 1.1 * 1.2345e-3;
};

}  // namespace plumb::livermore
