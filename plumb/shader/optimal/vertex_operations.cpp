// plumb/shader/optimal/vertex_operations.cpp - the table of operations and their
// expansions.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/optimal/vertex_operations.h"

#include <algorithm>
#include <array>

namespace plumb::shader {
namespace {

using Sources = std::vector<Source>;
using Write = void (*)(VertexEmitter& out, const Destination& to, const Sources& operands);

Source component_of(const Source& source, std::size_t c) {
  Source one = source;
  one.swizzle = replicate(source.swizzle[c]);
  one.letters = 1;
  return one;
}

template <Opcode op>
void write_one(VertexEmitter& out, const Destination& to, const Sources& operands) {
  out.emit(op, to, operands);
}

// Scalar instructions read one component: one instruction for each.
template <Opcode op>
void write_scalar(VertexEmitter& out, const Destination& to, const Sources& operands) {
  for (std::size_t c = 0; c < 4; ++c) {
    if ((to.mask >> c & 1) != 0) {
      out.emit(op, {to.reg, 1 << c}, {component_of(operands[0], c)});
    }
  }
}

void write_absolute(VertexEmitter& out, const Destination& to, const Sources& operands) {
  out.emit(Opcode::max, to, {operands[0], negated(operands[0])});
}

void write_saturate(VertexEmitter& out, const Destination& to, const Sources& operands) {
  out.emit(Opcode::max, to, {operands[0], out.number(0)});
  out.emit(Opcode::min, to, {Source{.reg = to.reg}, out.number(1)});
}

// |a|^b = 2^(b log |a|)
void write_power(VertexEmitter& out, const Destination& to, const Sources& operands) {
  write_scalar<Opcode::log>(out, to, operands);
  out.emit(Opcode::mul, to, {Source{.reg = to.reg}, operands[1]});
  write_scalar<Opcode::exp>(out, to, {Source{.reg = to.reg}});
}

// vs_1_1 writes fractions to .y or .xy alone.
void write_fraction(VertexEmitter& out, const Destination& to, const Sources& operands) {
  if (out.profile() != Profile::vs_1_1) return out.emit(Opcode::frc, to, operands);
  for (std::size_t c = 0; c < 4; ++c) {
    if ((to.mask >> c & 1) == 0) continue;
    const Register scratch = out.fresh_temporary();
    out.emit(Opcode::frc, {scratch, 2}, {component_of(operands[0], c)});
    out.emit(Opcode::mov, {to.reg, 1 << c}, {component_of(Source{.reg = scratch}, 1)});
  }
}

// a >= 0 ? b : c is (a >= 0) * b + (a < 0) * c
void write_select(VertexEmitter& out, const Destination& to, const Sources& operands) {
  const Register above = out.fresh_temporary();
  const Register below = out.fresh_temporary();
  out.emit(Opcode::sge, {above, to.mask}, {operands[0], out.number(0)});
  out.emit(Opcode::slt, {below, to.mask}, {operands[0], out.number(0)});
  out.emit(Opcode::mul, to, {operands[1], Source{.reg = above}});
  out.emit(Opcode::mad, to, {operands[2], Source{.reg = below}, Source{.reg = to.reg}});
}

struct VertexOperation {
  Operation operation;
  Write write;
};

constexpr std::array<VertexOperation, 11> vertex_operations{{
    {Operation::reciprocal, write_scalar<Opcode::rcp>},
    {Operation::reciprocal_root, write_scalar<Opcode::rsq>},
    {Operation::power_of_two, write_scalar<Opcode::exp>},
    {Operation::logarithm, write_scalar<Opcode::log>},
    {Operation::minimum, write_one<Opcode::min>},
    {Operation::maximum, write_one<Opcode::max>},
    {Operation::absolute, write_absolute},
    {Operation::saturate, write_saturate},
    {Operation::power, write_power},
    {Operation::fraction, write_fraction},
    {Operation::select, write_select},
}};

const VertexOperation* vertex_operation_of(Operation operation) {
  const auto found = std::ranges::find(vertex_operations, operation, &VertexOperation::operation);
  return found == vertex_operations.end() ? nullptr : &*found;
}

}  // namespace

bool vertex_computes(Operation operation) { return vertex_operation_of(operation) != nullptr; }

void write_operation(VertexEmitter& out, Operation operation, const Destination& to,
                     const std::vector<Source>& operands) {
  vertex_operation_of(operation)->write(out, to, operands);
}

}  // namespace plumb::shader
