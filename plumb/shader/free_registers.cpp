// plumb/shader/free_registers.cpp - free constants and temporaries.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/free_registers.h"

#include <algorithm>

#include "plumb/shader/language/rules.h"

namespace plumb::shader {

namespace {

// Read or defined.
std::set<int> constants_of(const Shader& shader) {
  std::set<int> out;
  for (const Definition& definition : shader.definitions) out.insert(definition.index);
  for (const Instruction& instruction : shader.instructions) {
    for (std::size_t i = 0; i < instruction.sources.size(); ++i) {
      const Source& source = instruction.sources[i];
      if (source.reg.file != File::constant) continue;
      for (int row = 0; row < rows_read(instruction, i); ++row) out.insert(source.reg.index + row);
    }
  }
  return out;
}

bool has_relative_reads(const Shader& shader) {
  return std::ranges::any_of(shader.instructions, [](const Instruction& one) {
    return std::ranges::any_of(one.sources, &Source::relative);
  });
}

}  // namespace

FreeConstants::FreeConstants(const Shader& vertex, const Shader& fragment)
    : fragment_(fragment),
      taken_(constants_of(vertex)),
      count_(has_relative_reads(vertex) ? 0 : limits_of(vertex.profile).constants) {}

std::optional<int> FreeConstants::fresh() {
  for (int i = 0; i < count_; ++i) {
    if (taken_.insert(i).second) return i;
  }
  return std::nullopt;
}

std::optional<int> FreeConstants::copy_of(int fragment_index) {
  for (const auto& [from, to] : known_) {
    if (from == fragment_index) return to;
  }
  std::optional<int> index;
  if (fragment_index < count_ && taken_.insert(fragment_index).second) {
    index = fragment_index;
  } else {
    index = fresh();
  }
  if (!index) return std::nullopt;
  known_.emplace_back(fragment_index, *index);
  if (const Definition* definition = definition_of(fragment_, fragment_index)) {
    definitions.push_back({*index, definition->values});
  } else {
    copies.push_back({*index, fragment_index});
  }
  return index;
}

std::set<int> temporaries_of(const Shader& shader) {
  std::set<int> out;
  for (const Instruction& instruction : shader.instructions) {
    if (writes(instruction) && instruction.destination.reg.file == File::temporary) {
      out.insert(instruction.destination.reg.index);
    }
  }
  return out;
}

std::vector<int> unused_constants(const Shader& fragment) {
  const std::set<int> used = constants_of(fragment);
  std::vector<int> out;
  for (int i = 0; i < limits_of(fragment.profile).constants; ++i) {
    if (!used.contains(i)) out.push_back(i);
  }
  return out;
}

}  // namespace plumb::shader
