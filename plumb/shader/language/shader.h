// plumb/shader/language/shader.h - a vertex or fragment program of Direct3D 9 as a value.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "plumb/shader/language/opcodes.h"

namespace plumb::shader {

// The registers of paper 004, tables 1 and 2. `position`, `fog`, `point_size` and `depth` exist
// once; `coordinate` is t# of a fragment program, `coordinate_out` oT# of a vertex program.
enum class File : std::uint8_t {
  temporary,
  input,
  constant,
  address,
  coordinate,
  sampler,
  position,
  fog,
  point_size,
  color_out,
  coordinate_out,
  target,
  depth,
  boolean,  // b#, i#, l# and aL steer the flow of vs_2_0
  integer,
  label,
  loop_counter,
};

// Where something stands in the text; line 0: it was not read from one.
struct Place {
  int line = 0;
  int column = 0;
};

struct Register {
  File file = File::temporary;
  int index = 0;
  friend bool operator==(const Register&, const Register&) = default;
};

using Swizzle = std::array<std::uint8_t, 4>;  // which component each of xyzw reads
inline constexpr Swizzle no_swizzle{0, 1, 2, 3};

constexpr Swizzle replicate(int component) {
  const auto c = static_cast<std::uint8_t>(component);
  return {c, c, c, c};
}

// The address of a Source that is aL, not a component of a0.
inline constexpr int loop_address = 4;

struct Source {
  Register reg;
  Swizzle swizzle = no_swizzle;
  bool negate = false;
  bool relative = false;  // c[a0.x + index]
  int address = 0;        // the component of a0, or loop_address
  int letters = 0;        // as written: 0 for none, else 1 to 4; only the printer looks at it
  Place place = {};
};

inline Source negated(Source source) {
  source.negate = !source.negate;
  return source;
}

struct Destination {
  Register reg;
  int mask = 15;  // bit 0 is x
  Place place = {};
};

// Whether component c (0 is x) stands in the mask.
constexpr bool has_component(int mask, std::size_t c) { return (mask >> c & 1) != 0; }

struct Instruction {
  Opcode op = Opcode::nop;
  bool saturate = false;
  bool partial = false;  // _pp
  Destination destination = {};
  std::vector<Source> sources = {};
  Place place = {};
};

// dcl_position v0, dcl t0.xy, dcl_2d s0.
struct Declaration {
  Register reg;
  std::string usage = {};  // "position" in a vertex program, "2d" of a sampler, else empty
  int usage_index = 0;
  int mask = 15;
  bool partial = false;
  bool centroid = false;
  Place place = {};
};

// def c0, 1, 2, 3, 4
struct Definition {
  int index = 0;
  std::array<float, 4> values{};
  Place place = {};
};

// defi i0, 4, 0, 1, 0
struct IntegerDefinition {
  int index = 0;
  std::array<int, 4> values{};
  Place place = {};
};

// defb b0, true
struct BooleanDefinition {
  int index = 0;
  bool value = false;
  Place place = {};
};

struct Shader {
  std::string name = {};  // of the file, for messages
  Profile profile = Profile::vs_1_1;
  Place place = {};  // of the version
  std::vector<Declaration> declarations = {};
  std::vector<Definition> definitions = {};
  std::vector<IntegerDefinition> integers = {};
  std::vector<BooleanDefinition> booleans = {};
  std::vector<Instruction> instructions = {};
};

struct Pair {
  Shader vertex;
  Shader fragment;
};

// How the text names it: "r0", "oT1", "oPos".
std::string name_of(const Register& reg);

// The definition that counts (the last), or null.
const Definition* definition_of(const Shader& shader, int constant);

// The declaration of the register, or null.
const Declaration* declaration_of(const Shader& shader, const Register& reg);

// Whether t# or v# of a fragment program is declared with _centroid.
bool is_centroid(const Shader& fragment, File file, int index);

// The components, bit 0 is x, that the instruction reads of its source number `which`.
int components_read(const Shader& shader, const Instruction& instruction, std::size_t which);

// How many registers source `which` names: the rows of a matrix, else 1.
int rows_read(const Instruction& instruction, std::size_t which);

// The register of row `row`; of row 0 the one that is written.
Register row_of(const Source& source, int row);

// Whether anything is written: not by nop, texkill and flow control.
bool writes(const Instruction& instruction);

// The first instruction of flow control; null in a straight line.
const Instruction* first_branch(const Shader& shader);

}  // namespace plumb::shader
