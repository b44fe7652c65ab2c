// plumb/shader/ir/build.h - a program's values, instruction by instruction.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <map>
#include <vector>

#include "plumb/shader/ir/graph.h"
#include "plumb/shader/language/shader.h"

namespace plumb::shader {

using Values = std::array<Value, 4>;
inline constexpr Values no_values{no_value, no_value, no_value, no_value};

// What one instruction reads and makes. Operands after their swizzle and sign; `written_by` is the
// instruction, for r#, that made the component the operand reads, before anything else -1.
struct InstructionValues {
  std::vector<Values> operands;
  std::vector<std::array<int, 4>> written_by;
  Values results = no_values;
};

struct StageValues {
  std::vector<InstructionValues> instructions;
  std::array<Values, 8> coordinates;  // oT#, at the end
  std::array<Values, 2> colors;       // oD#
  Values position = no_values;
  Value fog = no_value;
  Value point_size = no_value;
  std::array<Values, 4> targets;  // oC#
  Value depth = no_value;
  std::vector<Value> kills;  // what texkill tests
};

// What the leaves of a stage are.
struct Leaves {
  std::function<Value(int, int)> uniform;      // constant index, component
  std::function<Value(int, int)> input;        // v#
  std::function<Value(int, int)> interpolant;  // t#
  int first_indexed = 0;                       // added to n of c[a0.x + n]
};

// The program as values of `graph`. A register read before it was written gives the number 0, which
// the rules exclude.
StageValues build_values(Graph& graph, const Shader& shader, const Leaves& leaves);

// Leaves that are what their names say; constants with a definition are numbers.
Leaves plain_leaves(Graph& graph, const Shader& shader);

}  // namespace plumb::shader
