// tests/shader/oracle/program.h - programs read from their text alone, for the oracle.
//
// The oracle shares no code with plumb/shader: neither reader, nor tables, nor arithmetic.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

namespace plumb::oracle {

using Four = std::array<double, 4>;

struct Operand {
  std::string file;  // "r", "c", "t", "oT", "oPos"
  int index = 0;
  bool negative = false;
  bool indexed = false;  // c[a0.x + index]
  int address = 0;       // which component of a0
  std::string letters;   // after the dot
};

struct Line {
  std::string op;  // without _sat and _pp
  bool saturate = false;
  std::vector<Operand> operands;  // the destination first, where there is one
};

struct Input {
  std::string file;
  int index = 0;
  std::string usage;  // "texcoord1", "cube"
  bool centroid = false;
};

struct Program {
  std::string version;
  std::map<int, Four> numbers;  // def
  std::vector<Input> inputs;    // dcl
  std::vector<Line> lines;
};

// Reads what a printer writes: one statement per line, nothing to be checked.
Program read_program(const std::string& text);

// The components of an operand as a source, and as a destination.
std::array<int, 4> swizzle_of(const Operand& operand);
std::array<bool, 4> mask_of(const Operand& operand);

}  // namespace plumb::oracle
