// plumb/shader/optimal/interpolant_edits.cpp - a value computed first, constants, outputs removed.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/optimal/interpolant_edits.h"

#include <algorithm>
#include <set>

#include "plumb/shader/free_registers.h"
#include "plumb/shader/language/rules.h"
#include "plumb/shader/optimal/straight_line.h"
#include "plumb/shader/optimal/straight_line_values.h"

namespace plumb::shader {

bool InvariantOperand::is(float number, int mask) const {
  for (std::size_t c = 0; c < 4; ++c) {
    if (contains(mask, c) && numbers[c] != number) return false;
  }
  return constant < 0;
}

int components_used(const Shader& fragment, int coordinate) {
  int mask = 0;
  for (const Instruction& one : fragment.instructions) {
    for (std::size_t s = 0; s < one.sources.size(); ++s) {
      if (one.sources[s].reg == Register{File::coordinate, coordinate}) {
        mask |= components_read(fragment, one, s);
      }
    }
  }
  return mask;
}

bool compute_first(Shader& fragment, int coordinate, int mask, Opcode op,
                   const std::vector<Source>& sources) {
  const std::set<int> used = temporaries_of(fragment);
  int temporary = 0;
  while (used.contains(temporary)) ++temporary;
  if (temporary >= limits_of(fragment.profile).temporaries) return false;
  for (Instruction& one : fragment.instructions) {
    for (Source& source : one.sources) {
      if (source.reg == Register{File::coordinate, coordinate}) {
        source.reg = {File::temporary, temporary};
      }
    }
  }
  fragment.instructions.insert(
      fragment.instructions.begin(),
      Instruction{
          .op = op, .destination = {{File::temporary, temporary}, mask}, .sources = sources});
  return true;
}

std::optional<Source> constant_for(MoveResult& result, const InvariantOperand& operand, int mask) {
  Shader& fragment = result.pair.fragment;
  std::vector<int> free = unused_constants(fragment);
  std::erase_if(free, [&](int index) {
    return std::ranges::any_of(result.copies, [&](const ConstantCopy& copy) {
      return copy.fragment == index;  // the host's own, or promised to another operand
    });
  });
  if (operand.constant < 0) {
    if (free.empty()) return std::nullopt;
    fragment.definitions.push_back({free.front(), operand.numbers});
    return Source{.reg = {File::constant, free.front()}};
  }
  Swizzle wanted{};
  for (std::size_t c = 0; c < 4; ++c) {
    if (contains(mask, c)) wanted[c] = static_cast<std::uint8_t>(operand.components[c]);
  }
  for (const ConstantCopy& copy : result.copies) {
    if (copy.vertex == operand.constant) {
      return with_swizzle({.reg = {File::constant, copy.fragment}}, wanted, mask);
    }
  }
  if (free.empty()) return std::nullopt;
  result.copies.push_back({operand.constant, free.front(), true});
  return with_swizzle({.reg = {File::constant, free.front()}}, wanted, mask);
}

void widen_declaration(Shader& fragment, int coordinate, int mask) {
  for (Declaration& one : fragment.declarations) {
    if (one.reg == Register{File::coordinate, coordinate}) one.mask |= mask;
  }
}

void remove_output(Pair& pair, int gone) {
  std::erase_if(pair.vertex.instructions, [&](const Instruction& one) {
    return writes(one) && one.destination.reg == Register{File::coordinate_out, gone};
  });
  std::erase_if(pair.fragment.declarations, [&](const Declaration& one) {
    return one.reg == Register{File::coordinate, gone};
  });
  const auto close = [&](Register& reg, File file) {
    if (reg.file == file && reg.index > gone) --reg.index;
  };
  for (Instruction& one : pair.vertex.instructions) {
    close(one.destination.reg, File::coordinate_out);
  }
  for (Declaration& one : pair.fragment.declarations) close(one.reg, File::coordinate);
  for (Instruction& one : pair.fragment.instructions) {
    for (Source& source : one.sources) close(source.reg, File::coordinate);
  }
  remove_dead(pair.vertex);
}

}  // namespace plumb::shader
