// tests/shader/oracle/picture.h - whether two pairs draw the same, by the oracle.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/shader/oracle/machine.h"

namespace plumb::oracle {

// What the host must set besides: c[to] of the vertex program is c[from] of the fragment program
// (or the other way round); or one component of a constant is an expression, "add(c1.x, 2)".
struct Upload {
  bool to_fragment = false;
  int vertex = 0;
  int fragment = 0;
  int component = -1;      // of an expression
  std::string value = {};  // empty: a copy
};

struct TextPair {
  std::string vertex;
  std::string fragment;
  std::vector<Upload> uploads = {};
};

struct Comparison {
  int pixels = 0;
  int steep = 0;                // where a tiny change of the inputs changes as much
  int undefined = 0;            // not a number, or infinite
  std::string difference = {};  // the first that nothing explains
};

// Draws both in double at random pixels with random inputs and smooth textures.
Comparison compare(const TextPair& a, const TextPair& b, std::uint64_t seed, int pixels);

}  // namespace plumb::oracle
