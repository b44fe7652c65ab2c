// plumb/shader/optimal/interpolant_edits.h - changes of a pair in which the fragment program
// computes what an interpolant carried.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "plumb/shader/move.h"

namespace plumb::shader {

// Whether component `c` is in the mask, bit 0 being x.
inline bool contains(int mask, std::size_t c) { return (mask >> c & 1) != 0; }

// What is the same for every pixel: numbers, or components of one constant of the vertex program.
struct InvariantOperand {
  std::array<float, 4> numbers{};
  int constant = -1;  // -1: it is the numbers
  std::array<int, 4> components{-1, -1, -1, -1};

  // Whether every component in the mask is this number.
  [[nodiscard]] bool is(float number, int mask) const;
};

// The components of t[coordinate] that the fragment program reads, as a mask.
int components_used(const Shader& fragment, int coordinate);

// The fragment program begins with `op r, sources` and reads r where it read t[coordinate]. False
// when all temporaries are taken.
bool compute_first(Shader& fragment, int coordinate, int mask, Opcode op,
                   const std::vector<Source>& sources);

// A constant of the fragment program that holds the operand: numbers are defined, what the host
// gave the vertex program it gives to the fragment program too. Empty when all are taken.
std::optional<Source> constant_for(MoveResult& result, const InvariantOperand& operand, int mask);

// The declaration of t[coordinate] covers the mask as well.
void widen_declaration(Shader& fragment, int coordinate, int mask);

// Removes oT[gone]; those behind it take the next lower number, so that there is no gap.
void remove_output(Pair& pair, int gone);

}  // namespace plumb::shader
