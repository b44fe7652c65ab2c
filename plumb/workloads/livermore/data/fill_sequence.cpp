// plumb/workloads/livermore/data/fill_sequence.cpp - the two sequences that fill the blocks.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/data/fill_sequence.h"

namespace plumb::livermore {
namespace {

constexpr std::uint64_t multiplier = 6364136223846793005ULL;
constexpr std::uint64_t increment = 1442695040888963407ULL;

}  // namespace

double Lcg64::uniform() {
  state_ = multiplier * state_ + increment;
  return static_cast<double>(state_ >> 11U) * 0x1p-53;
}

double Lcg64::between(double low, double high) {
  const double product = (high - low) * uniform();
  return low + product;
}

// s -> a s + c, squared again and again: log2(steps) multiplications.
void Lcg64::skip(std::uint64_t steps) {
  std::uint64_t a = multiplier;
  std::uint64_t c = increment;
  for (; steps != 0; steps >>= 1U) {
    if ((steps & 1U) != 0) state_ = a * state_ + c;
    c = (a + 1) * c;
    a *= a;
  }
}

void draw_into(Lcg64& draw, std::vector<double>& array, std::uint64_t n, double low, double high) {
  array.assign(array.size(), 0.0);
  for (std::uint64_t k = 0; k < n; ++k) array[k] = draw.between(low, high);
}

double OfficialSequence::next() {
  buzz_ = (1.0 - fuzz_) * buzz_ + fuzz_;
  fuzz_ = -fuzz_;
  return (buzz_ - fizz_) * (1.0 / 10.0);
}

// Each value depends on the one before with its rounding: there is no shorter way.
void OfficialSequence::skip(std::uint64_t steps) {
  for (; steps != 0; --steps) {
    buzz_ = (1.0 - fuzz_) * buzz_ + fuzz_;
    fuzz_ = -fuzz_;
  }
}

}  // namespace plumb::livermore
