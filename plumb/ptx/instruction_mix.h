// plumb/ptx/instruction_mix.h - how much a kernel computes for each of its loads.
//
// Counted in the innermost loop that loads from global memory or a texture, which is where a kernel
// spends its time; of several the one with most loads; without such a loop, in the whole function.
// How often a loop turns is not known: those inside the counted one count once. What a guard skips
// counts as well, called functions do not.
//
//   const ptx::Module module = ptx::parse_module(text, "kernel.ptx");
//   for (const ptx::InstructionMix& mix : ptx::instruction_mixes(module)) ... mix.loads
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/ptx/module.h"

namespace plumb::ptx {

// Of floating-point numbers, by cost; `integer` has addresses, comparisons and conversions too.
struct ArithmeticCounts {
  std::uint64_t fma = 0;
  std::uint64_t add = 0;  // subtractions, comparisons, minima and maxima among them
  std::uint64_t mul = 0;
  std::uint64_t div = 0;
  std::uint64_t sqrt = 0;  // reciprocals among them
  std::uint64_t exp = 0;
  [[nodiscard]] std::uint64_t sum() const { return fma + add + mul + div + sqrt + exp; }
};

struct InstructionMix {
  std::string entry;
  bool in_loop = false;
  std::uint64_t loads = 0;  // from global memory and textures
  std::uint64_t loaded_bytes = 0;
  ArithmeticCounts floats;  // of 32 bits and less
  ArithmeticCounts doubles;
  std::uint64_t integer = 0;
};

// Of every entry, in the order of the text.
std::vector<InstructionMix> instruction_mixes(const Module& module);

}  // namespace plumb::ptx
