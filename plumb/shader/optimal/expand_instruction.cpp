// plumb/shader/optimal/expand_instruction.cpp - what vs_1_1 lacks, written by what it has.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/optimal/expand_instruction.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

namespace plumb::shader {
namespace {

using Sources = std::vector<Source>;

Source swizzled(Source source, const Swizzle& by) {
  const Swizzle old = source.swizzle;
  for (std::size_t p = 0; p < 4; ++p) source.swizzle[p] = old[by[p]];
  source.letters = 0;
  return source;
}

// c + a * (b - c)
void write_lrp(VertexEmitter& out, const Destination& to, const Sources& s) {
  const Register difference = out.fresh_temporary();
  out.emit(Opcode::add, {difference, to.mask}, {s[1], negated(s[2])});
  out.emit(Opcode::mad, to, {s[0], Source{.reg = difference}, s[2]});
}

// a.yzx * b.zxy - a.zxy * b.yzx
void write_crs(VertexEmitter& out, const Destination& to, const Sources& s) {
  constexpr Swizzle first{1, 2, 0, 0};
  constexpr Swizzle second{2, 0, 1, 1};
  const Register product = out.fresh_temporary();
  out.emit(Opcode::mul, {product, to.mask}, {swizzled(s[0], second), swizzled(s[1], first)});
  out.emit(Opcode::mad, to,
           {swizzled(s[0], first), swizzled(s[1], second), Source{.reg = product, .negate = true}});
}

void write_nrm(VertexEmitter& out, const Destination& to, const Sources& s) {
  const Register length = out.fresh_temporary();
  const Source scale{.reg = length, .swizzle = replicate(0)};
  out.emit(Opcode::dp3, {length, 1}, {s[0], s[0]});
  out.emit(Opcode::rsq, {length, 1}, {scale});
  out.emit(Opcode::mul, to, {s[0], scale});
}

// a.x * b.x + (a.y * b.y + c)
void write_dp2add(VertexEmitter& out, const Destination& to, const Sources& s) {
  const Register sum = out.fresh_temporary();
  const auto component = [](const Source& source, int c) { return swizzled(source, replicate(c)); };
  out.emit(Opcode::mad, {sum, 1}, {component(s[0], 1), component(s[1], 1), s[2]});
  out.emit(Opcode::mad, to,
           {component(s[0], 0), component(s[1], 0), Source{.reg = sum, .swizzle = replicate(0)}});
}

// A scalar result is computed once, then replicated.
void write_replicated_power(VertexEmitter& out, const Destination& to, const Sources& s) {
  const Register result = out.fresh_temporary();
  write_operation(out, Operation::power, {result, 1}, s);
  out.emit(Opcode::mov, to, {Source{.reg = result, .swizzle = replicate(0)}});
}

template <Operation operation>
void write_componentwise(VertexEmitter& out, const Destination& to, const Sources& s) {
  const Register result = out.fresh_temporary();
  write_operation(out, operation, {result, to.mask}, s);
  out.emit(Opcode::mov, to, {Source{.reg = result}});
}

struct Expansion {
  Opcode op;
  void (*write)(VertexEmitter& out, const Destination& to, const Sources& operands);
};
constexpr std::array<Expansion, 8> expansions{{
    {Opcode::lrp, write_lrp},
    {Opcode::crs, write_crs},
    {Opcode::nrm, write_nrm},
    {Opcode::dp2add, write_dp2add},
    {Opcode::pow, write_replicated_power},
    {Opcode::frc, write_componentwise<Operation::fraction>},
    {Opcode::abs, write_componentwise<Operation::absolute>},
    {Opcode::cmp, write_componentwise<Operation::select>},
}};

bool write_unsaturated(VertexEmitter& out, const Instruction& one, const Destination& to,
                       const Sources& operands) {
  if (is_one_vertex_instruction(one.op)) {
    out.emit(one.op, to, operands);
    return true;
  }
  const auto found = std::ranges::find(expansions, one.op, &Expansion::op);
  if (found == expansions.end()) return false;
  found->write(out, to, operands);
  return true;
}

}  // namespace

bool is_one_vertex_instruction(Opcode op) {
  const Shape shape = info_of(op).shape;
  return exists_in(op, Profile::vs_1_1) && op != Opcode::frc &&
         (shape == Shape::parallel || shape == Shape::scalar || shape == Shape::dot3 ||
          shape == Shape::dot4);
}

bool expand_instruction(VertexEmitter& out, const Instruction& one, const Destination& to,
                        const std::vector<Source>& operands) {
  if (!one.saturate) return write_unsaturated(out, one, to, operands);
  const Register result = out.fresh_temporary();
  if (!write_unsaturated(out, one, {result, to.mask}, operands)) return false;
  write_operation(out, Operation::saturate, to, {Source{.reg = result}});
  return true;
}

}  // namespace plumb::shader
