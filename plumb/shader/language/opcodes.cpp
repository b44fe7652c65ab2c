// plumb/shader/language/opcodes.cpp - the table of instructions.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/language/opcodes.h"

#include <array>

namespace plumb::shader {
namespace {

// Slots as in the public Direct3D 9 reference; exp and log in full precision take 10 in vs_1_1.
// clang-format off
constexpr std::array<OpcodeInfo, opcode_count> table{{
    // name      sources shape          vs_1_1 vs_2_0 ps_2_0 rows columns
    {"nop",      0, Shape::none,        1,  1,  1},
    {"mov",      1, Shape::parallel,    1,  1,  1},
    {"add",      2, Shape::parallel,    1,  1,  1},
    {"sub",      2, Shape::parallel,    1,  1,  1},
    {"mul",      2, Shape::parallel,    1,  1,  1},
    {"mad",      3, Shape::parallel,    1,  1,  1},
    {"dp3",      2, Shape::dot3,        1,  1,  1},
    {"dp4",      2, Shape::dot4,        1,  1,  1},
    {"min",      2, Shape::parallel,    1,  1,  1},
    {"max",      2, Shape::parallel,    1,  1,  1},
    {"slt",      2, Shape::parallel,    1,  1,  0},
    {"sge",      2, Shape::parallel,    1,  1,  0},
    {"rcp",      1, Shape::scalar,      1,  1,  1},
    {"rsq",      1, Shape::scalar,      1,  1,  1},
    {"exp",      1, Shape::scalar,     10,  1,  1},
    {"log",      1, Shape::scalar,     10,  1,  1},
    {"expp",     1, Shape::special,     1,  1,  0},
    {"logp",     1, Shape::special,     1,  1,  0},
    {"frc",      1, Shape::parallel,    3,  1,  1},
    {"lit",      1, Shape::special,     1,  3,  0},
    {"dst",      2, Shape::special,     1,  1,  0},
    {"m3x2",     2, Shape::matrix,      2,  2,  2, 2, 3},
    {"m3x3",     2, Shape::matrix,      3,  3,  3, 3, 3},
    {"m3x4",     2, Shape::matrix,      4,  4,  4, 4, 3},
    {"m4x3",     2, Shape::matrix,      3,  3,  3, 3, 4},
    {"m4x4",     2, Shape::matrix,      4,  4,  4, 4, 4},
    {"abs",      1, Shape::parallel,    0,  1,  1},
    {"crs",      2, Shape::special,     0,  2,  2},
    {"lrp",      3, Shape::parallel,    0,  2,  2},
    {"nrm",      1, Shape::special,     0,  3,  3},
    {"pow",      2, Shape::scalar,      0,  3,  3},
    {"sgn",      3, Shape::parallel,    0,  3,  0},
    {"sincos",   3, Shape::special,     0,  8,  8},
    {"cmp",      3, Shape::parallel,    0,  0,  1},
    {"dp2add",   3, Shape::special,     0,  0,  2},
    {"mova",     1, Shape::parallel,    0,  1,  0},
    {"texld",    2, Shape::texture,     0,  0,  1},
    {"texldb",   2, Shape::texture,     0,  0,  1},
    {"texldp",   2, Shape::texture,     0,  0,  1},
    {"texkill",  1, Shape::none,        0,  0,  1},
    {"if",       1, Shape::flow,        0,  3,  0},
    {"else",     0, Shape::flow,        0,  1,  0},
    {"endif",    0, Shape::flow,        0,  1,  0},
    {"rep",      1, Shape::flow,        0,  3,  0},
    {"endrep",   0, Shape::flow,        0,  2,  0},
    {"loop",     2, Shape::flow,        0,  3,  0},
    {"endloop",  0, Shape::flow,        0,  2,  0},
    {"call",     1, Shape::flow,        0,  2,  0},
    {"callnz",   2, Shape::flow,        0,  3,  0},
    {"ret",      0, Shape::flow,        0,  1,  0},
    {"label",    1, Shape::flow,        0,  0,  0},
}};
// clang-format on

}  // namespace

std::string_view name_of(Profile profile) {
  constexpr std::array<std::string_view, 3> names{"vs_1_1", "vs_2_0", "ps_2_0"};
  return names.at(static_cast<std::size_t>(profile));
}

const OpcodeInfo& info_of(Opcode op) { return table.at(static_cast<std::size_t>(op)); }

std::optional<Opcode> opcode_from_name(std::string_view name) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table.at(i).name == name) return static_cast<Opcode>(i);
  }
  return std::nullopt;
}

int slots_of(Opcode op, Profile profile) {
  const OpcodeInfo& info = info_of(op);
  if (profile == Profile::vs_1_1) return info.vs_1_1;
  return profile == Profile::vs_2_0 ? info.vs_2_0 : info.ps_2_0;
}

bool exists_in(Opcode op, Profile profile) {
  return slots_of(op, profile) > 0 || (op == Opcode::label && profile == Profile::vs_2_0);
}

bool reads_one_component(Opcode op, std::size_t source) {
  return info_of(op).shape == Shape::scalar || (op == Opcode::sincos && source == 0) ||
         (op == Opcode::dp2add && source == 2) || op == Opcode::expp || op == Opcode::logp;
}

bool is_texture(Opcode op) { return info_of(op).shape == Shape::texture || op == Opcode::texkill; }

}  // namespace plumb::shader
