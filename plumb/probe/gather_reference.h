// plumb/probe/gather_reference.h - the patterns of access, and which cells a point refers to.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace plumb {

// The numbers are those of PATTERN in patterns.cl; the first nine are the classes of paper 000,
// table 7.
enum class GatherPattern {
  single,
  self,
  head,
  relative,
  row,
  square,
  multiple,
  symmetric,
  random,
  stride,
  transpose,
  scatter
};

std::span<const GatherPattern> all_gather_patterns();
std::string name_of(GatherPattern pattern);

// Cells that a point refers to; bytes of the index that it reads besides.
double references_of(GatherPattern pattern, std::uint32_t k);
double index_bytes(GatherPattern pattern);

// Their numbers, as the kernel would read them; side is a power of two.
std::vector<std::uint64_t> cells_of(GatherPattern pattern, std::uint32_t x, std::uint32_t y,
                                    std::uint32_t side, std::uint32_t k,
                                    std::span<const std::uint32_t> index);

// A random permutation of [0, n), the same on every machine.
std::vector<std::uint32_t> random_index(std::uint64_t n);

}  // namespace plumb
