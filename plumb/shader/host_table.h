// plumb/shader/host_table.h - numbers that the host computes once before it draws.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/shader/interpret.h"
#include "plumb/shader/ir/graph.h"

namespace plumb::shader {

// A function of the fragment program's constants: "mul(rcp(c3.x), 2)". Leaves are numbers and
// uniforms.
struct HostExpression {
  Operation operation = Operation::number;
  float number = 0;
  int index = 0;  // of the uniform
  int component = 0;
  std::vector<HostExpression> operands = {};
};

// One component of a constant register that the host must set to the expression.
struct HostConstant {
  bool of_fragment = false;  // else of the vertex program
  int index = 0;
  int component = 0;
  HostExpression value = {};
};

// Whether the host has the operation: all that depend on their operands alone.
bool host_computes(Operation operation);

std::string print(const HostExpression& expression);

// Reads what print() wrote; `name` is for messages. An input error otherwise.
HostExpression read_host_expression(std::string_view text, std::string_view name);

// In float32, rounded after every operation, as the programs do it; or in Bounded.
template <class Number>
Number evaluate(const HostExpression& expression, const ConstantsOf<Number>& fragment);

// As a value of the graph; `uniform` gives the leaves: constant index, component.
Value value_of(Graph& graph, const HostExpression& expression,
               const std::function<Value(int, int)>& uniform);

}  // namespace plumb::shader
