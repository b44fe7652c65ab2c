// plumb/shader/language/print.cpp - the printer.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/language/print.h"

#include <fmt/format.h>

namespace plumb::shader {
namespace {

constexpr std::string_view letters = "xyzw";

// As short as it can be read back, or as long as it was written.
std::string print_swizzle(const Source& source) {
  std::size_t count = 4;
  while (count > 1 && source.swizzle[count - 1] == source.swizzle[count - 2]) --count;
  if (source.letters == 0 && source.swizzle == no_swizzle) return {};
  count = std::max(count, static_cast<std::size_t>(source.letters));
  std::string text = ".";
  for (std::size_t i = 0; i < count; ++i) text += letters[source.swizzle[i]];
  return text;
}

std::string print(const Declaration& declaration) {
  std::string text = "dcl";
  if (!declaration.usage.empty()) text += fmt::format("_{}", declaration.usage);
  if (declaration.usage_index > 0) text += fmt::format("{}", declaration.usage_index);
  if (declaration.centroid) text += "_centroid";
  if (declaration.partial) text += "_pp";
  return fmt::format("{} {}{}", text, name_of(declaration.reg), print_mask(declaration.mask));
}

std::string print(const Definition& definition) {
  return fmt::format("def c{}, {}, {}, {}, {}", definition.index, definition.values[0],
                     definition.values[1], definition.values[2], definition.values[3]);
}

}  // namespace

std::string print_mask(int mask) {
  if (mask == 15) return {};
  std::string text = ".";
  for (std::size_t c = 0; c < 4; ++c) {
    if ((mask >> c & 1) != 0) text += letters[c];
  }
  return text;
}

std::string print(const Destination& destination) {
  return name_of(destination.reg) + print_mask(destination.mask);
}

std::string print(const Source& source) {
  std::string text = !source.negate ? "" : source.reg.file == File::boolean ? "!" : "-";
  if (source.relative && source.address == loop_address) {
    text += fmt::format("c[aL + {}]", source.reg.index);
  } else if (source.relative) {
    text += fmt::format("c[a0.{} + {}]", letters[static_cast<std::size_t>(source.address)],
                        source.reg.index);
  } else {
    text += name_of(source.reg);
  }
  return text + print_swizzle(source);
}

std::string print(const Instruction& instruction) {
  std::string text(info_of(instruction.op).name);
  if (instruction.saturate) text += "_sat";
  if (instruction.partial) text += "_pp";
  const char* separator = " ";
  if (writes(instruction)) {
    text += fmt::format("{}{}", separator, print(instruction.destination));
    separator = ", ";
  }
  for (const Source& source : instruction.sources) {
    text += fmt::format("{}{}", separator, print(source));
    separator = ", ";
  }
  return text;
}

std::string print_shader(const Shader& shader) {
  std::string text = fmt::format("{}\n", name_of(shader.profile));
  for (const Declaration& one : shader.declarations) text += print(one) + "\n";
  for (const Definition& one : shader.definitions) text += print(one) + "\n";
  for (const IntegerDefinition& one : shader.integers) {
    text += fmt::format("defi i{}, {}\n", one.index, fmt::join(one.values, ", "));
  }
  for (const BooleanDefinition& one : shader.booleans) {
    text += fmt::format("defb b{}, {}\n", one.index, one.value);
  }
  for (const Instruction& one : shader.instructions) text += print(one) + "\n";
  return text;
}

}  // namespace plumb::shader
