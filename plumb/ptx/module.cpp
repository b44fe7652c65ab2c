// plumb/ptx/module.cpp - places in a text, words of an opcode.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/ptx/module.h"

#include <algorithm>

namespace plumb::ptx {

Place Module::place(std::uint32_t offset) const {
  const std::string_view before = std::string_view(text).substr(0, offset);
  const std::size_t start = before.rfind('\n');
  const auto lines = static_cast<std::uint32_t>(std::ranges::count(before, '\n'));
  const std::size_t first = start == std::string_view::npos ? 0 : start + 1;
  return {lines + 1, static_cast<std::uint32_t>(before.size() - first) + 1};
}

std::string_view base_of(std::string_view opcode) { return opcode.substr(0, opcode.find('.')); }

bool has_modifier(std::string_view opcode, std::string_view modifier) {
  std::size_t at = opcode.find('.');
  while (at != std::string_view::npos) {
    const std::size_t next = opcode.find('.', at + 1);
    if (opcode.substr(at + 1, next == std::string_view::npos ? next : next - at - 1) == modifier)
      return true;
    at = next;
  }
  return false;
}

}  // namespace plumb::ptx
