// plumb/base/printable.cpp - UTF-8 as RFC 3629 defines it, without its control characters.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/base/printable.h"

#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

namespace plumb {
namespace {

struct Character {
  std::size_t bytes = 1;
  std::uint32_t code = 0;
  bool valid = false;
};

// The character at the beginning of `text`, which is not empty.
Character first_of(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {.bytes = 1, .code = lead, .valid = true};
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return {};
  std::uint32_t code = lead & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return {};
    code = code << 6U | (byte(i) & 0x3fU);
  }
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < least[length] || code > 0x10ffff || surrogate) return {};
  return {.bytes = length, .code = code, .valid = true};
}

// Those of Unicode that turn the direction of a line around, with which a name could show as
// another one, or break it.
bool is_direction_or_break(std::uint32_t code) {
  return code == 0x61c || code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

bool is_control(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || is_direction_or_break(code);
}

std::string shown(std::string_view text, bool one_line) {
  std::string result;
  while (!text.empty()) {
    const Character character = first_of(text);
    const std::string_view bytes = text.substr(0, character.bytes);
    text.remove_prefix(character.bytes);
    if (character.code == '\n' || character.code == '\t') {
      result += one_line ? " " : bytes;
    } else if (character.valid && !is_control(character.code)) {
      result += bytes;
    } else {
      for (const char byte : bytes)
        result += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
    }
  }
  return result;
}

}  // namespace

std::string printable(std::string_view text) { return shown(text, false); }
std::string printable_line(std::string_view text) { return shown(text, true); }

}  // namespace plumb
