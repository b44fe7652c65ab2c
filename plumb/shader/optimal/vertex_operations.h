// plumb/shader/optimal/vertex_operations.h - the operations that vertex code can compute, and how.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/shader/ir/graph.h"
#include "plumb/shader/language/shader.h"

namespace plumb::shader {

// Receives the instructions of an expansion.
class VertexEmitter {
 public:
  VertexEmitter() = default;
  VertexEmitter(const VertexEmitter&) = delete;
  VertexEmitter& operator=(const VertexEmitter&) = delete;
  virtual ~VertexEmitter() = default;

  virtual void emit(Opcode op, Destination to, std::vector<Source> sources) = 0;
  virtual Register fresh_temporary() = 0;
  // An operand that is this number in every component.
  virtual Source number(double value) = 0;
  [[nodiscard]] virtual Profile profile() const = 0;
};

// Whether vertex code can compute the operation: all that both profiles have or that has an
// expansion.
bool vertex_computes(Operation operation);

// Writes code that computes the operation, component by component, into the components of `to`, a
// temporary that no operand reads. vertex_computes() must hold.
void write_operation(VertexEmitter& out, Operation operation, const Destination& to,
                     const std::vector<Source>& operands);

}  // namespace plumb::shader
