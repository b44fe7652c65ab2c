// plumb/trace/stamp/constant_memory.cpp - adding up the declarations of constants.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/constant_memory.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>

#include "plumb/ptx/tokens.h"

namespace plumb::trace {
namespace {

constexpr std::uint64_t all_constants = 65536;

std::uint64_t whole(std::string_view digits, std::uint64_t otherwise) {
  std::uint64_t value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return read.ec == std::errc() && read.ptr == digits.data() + digits.size() ? value : otherwise;
}

// Bytes of ".f32"; 0 for a word that is not a type.
std::uint64_t type_bytes(std::string_view word) {
  constexpr std::string_view kinds = "busf";
  if (word.size() < 3 || word[0] != '.' || kinds.find(word[1]) == std::string_view::npos) return 0;
  return whole(word.substr(2), 0) / 8;
}

// Of `.const .align 4 .v2 .f32 table[3][5] = {...}, more[7];`, without what initializes it. Where
// the number of elements is left to the initial values it is not known: then all of it.
std::uint64_t bytes_declared(const ptx::Module& module, const ptx::Statement& statement) {
  std::uint64_t element = 1;
  std::uint64_t alignment = 16;
  std::uint64_t total = 0;
  std::uint64_t count = 0;  // of the variable being read; 0: its name is still to come
  ptx::Tokens tokens(module, statement.text.begin);
  int depth = 0;  // of braces
  while (tokens.next().range.begin < statement.text.end) {
    const std::string_view word = module.view(tokens.take().range);
    depth += word == "{" ? 1 : 0;
    depth -= word == "}" ? 1 : 0;
    if (depth > 0 || word == "}") continue;
    if (word == ".align") {
      alignment = std::max(alignment, whole(module.view(tokens.take().range), 16));
    } else if (word == ".v2" || word == ".v4") {
      element *= whole(word.substr(2), 4);
    } else if (type_bytes(word) > 0) {
      element *= type_bytes(word);
    } else if (word == "[") {
      count *= std::min(whole(tokens.view(), all_constants), all_constants);
    } else if (word == "," || word == ";") {
      total += count * element + alignment;
      count = 0;
    } else if (count == 0 && word[0] != '.') {
      count = 1;
    }
    if (count > all_constants) return all_constants;
  }
  return total;
}

}  // namespace

bool constant_memory_is_full(const ptx::Module& module) {
  constexpr std::uint64_t of_stamps = 32;  // a word, and the ends of a window of time
  std::uint64_t bytes = 0;
  for (const ptx::Statement& directive : module.directives) {
    const std::string_view text = module.view(directive.text);
    const std::string_view head = text.substr(0, text.find_first_of("=[;"));
    if (head.find(".const") != std::string_view::npos) bytes += bytes_declared(module, directive);
  }
  return bytes + of_stamps > all_constants;
}

}  // namespace plumb::trace
