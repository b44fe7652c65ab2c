// plumb/shader/language/shader.cpp - names of registers, and what an instruction reads.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/language/shader.h"

#include <algorithm>

#include <fmt/format.h>

namespace plumb::shader {
namespace {

int first_components(int count) { return (1 << count) - 1; }

// Which components of `which`, before its swizzle, an instruction of shape `special` needs.
int special_read(const Instruction& instruction, std::size_t which) {
  const int mask = instruction.destination.mask;
  switch (instruction.op) {
    case Opcode::lit:
      return 0b1011;
    case Opcode::dst: {
      const int first = ((mask & 2) != 0 ? 2 : 0) | ((mask & 4) != 0 ? 4 : 0);
      const int second = ((mask & 2) != 0 ? 2 : 0) | ((mask & 8) != 0 ? 8 : 0);
      return which == 0 ? first : second;
    }
    case Opcode::crs: {
      const int rotated = ((mask << 1) | (mask >> 2)) & 7;
      return rotated | ((rotated << 1) & 7) | ((rotated >> 2) & 1);
    }
    case Opcode::nrm:
      return 7 | (mask & 8);
    case Opcode::dp2add:
      return which == 2 ? 1 : 3;
    case Opcode::sincos:
      return which == 0 ? 1 : 15;
    default:  // expp, logp
      return 1;
  }
}

int texture_read(const Shader& shader, const Instruction& instruction, std::size_t which) {
  if (which == 1) return 0;
  int read = 3;
  if (instruction.sources.size() > 1) {
    const Declaration* sampler = declaration_of(shader, instruction.sources[1].reg);
    if (sampler != nullptr && sampler->usage != "2d") read = 7;
  }
  return instruction.op == Opcode::texld ? read : read | 8;
}

}  // namespace

std::string name_of(const Register& reg) {
  switch (reg.file) {
    case File::temporary:
      return fmt::format("r{}", reg.index);
    case File::input:
      return fmt::format("v{}", reg.index);
    case File::constant:
      return fmt::format("c{}", reg.index);
    case File::address:
      return fmt::format("a{}", reg.index);
    case File::coordinate:
      return fmt::format("t{}", reg.index);
    case File::sampler:
      return fmt::format("s{}", reg.index);
    case File::position:
      return "oPos";
    case File::fog:
      return "oFog";
    case File::point_size:
      return "oPts";
    case File::color_out:
      return fmt::format("oD{}", reg.index);
    case File::coordinate_out:
      return fmt::format("oT{}", reg.index);
    case File::target:
      return fmt::format("oC{}", reg.index);
    case File::depth:
      return "oDepth";
    case File::boolean:
      return fmt::format("b{}", reg.index);
    case File::integer:
      return fmt::format("i{}", reg.index);
    case File::label:
      return fmt::format("l{}", reg.index);
    case File::loop_counter:
      return "aL";
  }
  return {};
}

const Definition* definition_of(const Shader& shader, int constant) {
  const auto found = std::find_if(shader.definitions.rbegin(), shader.definitions.rend(),
                                  [&](const Definition& d) { return d.index == constant; });
  return found == shader.definitions.rend() ? nullptr : &*found;
}

const Declaration* declaration_of(const Shader& shader, const Register& reg) {
  const auto found = std::ranges::find(shader.declarations, reg, &Declaration::reg);
  return found == shader.declarations.end() ? nullptr : &*found;
}

bool is_centroid(const Shader& fragment, File file, int index) {
  const Declaration* declared = declaration_of(fragment, {file, index});
  return declared != nullptr && declared->centroid;
}

int components_read(const Shader& shader, const Instruction& instruction, std::size_t which) {
  const OpcodeInfo& info = info_of(instruction.op);
  const Source& source = instruction.sources[which];
  int before = 15;  // components of the operand, the swizzle still to come
  switch (info.shape) {
    case Shape::flow:
      before = 0;
      break;
    case Shape::none:
      before = instruction.op == Opcode::texkill ? 7 : 0;
      break;
    case Shape::parallel:
      before = instruction.op == Opcode::sgn && which > 0 ? 0 : instruction.destination.mask;
      break;
    case Shape::scalar:
      before = 1;
      break;
    case Shape::dot3:
      before = 7;
      break;
    case Shape::dot4:
      before = 15;
      break;
    case Shape::matrix:
      before = first_components(info.columns);
      break;
    case Shape::special:
      before = special_read(instruction, which);
      break;
    case Shape::texture:
      before = texture_read(shader, instruction, which);
      break;
  }
  int read = 0;
  for (std::size_t c = 0; c < 4; ++c) {
    if ((before >> c & 1) != 0) read |= 1 << source.swizzle[c];
  }
  return read;
}

int rows_read(const Instruction& instruction, std::size_t which) {
  const OpcodeInfo& info = info_of(instruction.op);
  return info.shape == Shape::matrix && which == 1 ? info.rows : 1;
}

Register row_of(const Source& source, int row) { return {source.reg.file, source.reg.index + row}; }

bool writes(const Instruction& instruction) {
  return instruction.op != Opcode::nop && instruction.op != Opcode::texkill &&
         info_of(instruction.op).shape != Shape::flow;
}

const Instruction* first_branch(const Shader& shader) {
  const auto found = std::ranges::find_if(shader.instructions, [](const Instruction& one) {
    return info_of(one.op).shape == Shape::flow;
  });
  return found == shader.instructions.end() ? nullptr : &*found;
}

}  // namespace plumb::shader
