// plumb/shader/language/opcodes.h - the instructions: operands, slots, and where they exist.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace plumb::shader {

enum class Profile : std::uint8_t { vs_1_1, vs_2_0, ps_2_0 };

inline bool is_vertex(Profile profile) { return profile != Profile::ps_2_0; }
std::string_view name_of(Profile profile);

// clang-format off
enum class Opcode : std::uint8_t {
  nop, mov, add, sub, mul, mad, dp3, dp4, min, max, slt, sge, rcp, rsq, exp, log, expp, logp, frc,
  lit, dst, m3x2, m3x3, m3x4, m4x3, m4x4, abs, crs, lrp, nrm, pow, sgn, sincos, cmp, dp2add, mova,
  texld, texldb, texldp, texkill,
  if_bool, else_bool, endif, rep, endrep, loop, endloop, call, callnz, ret, label,  // vs_2_0
};
// clang-format on
inline constexpr int opcode_count = static_cast<int>(Opcode::label) + 1;

// How the components of the result depend on those of the sources.
enum class Shape : std::uint8_t {
  none,      // nop, texkill
  parallel,  // component by component
  scalar,    // one component of each source; the result is replicated
  dot3,      // xyz of both sources, replicated
  dot4,      // xyzw of both sources, replicated
  matrix,    // source 0 against `rows` registers from source 1 on
  special,   // every other: lit, dst, crs, nrm, sincos, dp2add, expp, logp
  texture,   // reads a sampler
  flow,      // decides what comes next, computes nothing
};

struct OpcodeInfo {
  std::string_view name;
  int sources = 0;
  Shape shape = Shape::parallel;
  int vs_1_1 = 0;  // slots; 0: the profile lacks it
  int vs_2_0 = 0;
  int ps_2_0 = 0;
  int rows = 0;     // of a matrix
  int columns = 0;  // of a matrix
};

const OpcodeInfo& info_of(Opcode op);
std::optional<Opcode> opcode_from_name(std::string_view name);

// Slots that one instruction takes; 0 where the profile lacks it, and of a label.
int slots_of(Opcode op, Profile profile);
bool exists_in(Opcode op, Profile profile);

// Whether the source must name one component: of rcp, exp and the like.
bool reads_one_component(Opcode op, std::size_t source);

bool is_texture(Opcode op);  // counts among the 32 texture slots

}  // namespace plumb::shader
