// plumb/run/source_kernels.cpp - a search for words, not a compiler.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/run/source_kernels.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb {
namespace {

bool is_of_a_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '.';
}

// Words and single other characters; comments left out.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    if (text.substr(at, 2) == "//") {
      at = std::min(text.size(), text.find('\n', at));
    } else if (text.substr(at, 2) == "/*") {
      const std::size_t end = text.find("*/", at + 2);
      at = end == std::string_view::npos ? text.size() : end + 2;
    } else if (is_of_a_word(text[at])) {
      std::size_t end = at;
      while (end < text.size() && is_of_a_word(text[end])) ++end;
      words.emplace_back(text.substr(at, end - at));
      at = end;
    } else {
      if (std::isspace(static_cast<unsigned char>(text[at])) == 0) words.emplace_back(1, text[at]);
      ++at;
    }
  }
  return words;
}

// Behind the attributes and launch bounds that may stand between "kernel" and the name: the word
// before the bracket of the parameters.
std::string name_behind(const std::vector<std::string>& words, std::size_t at) {
  constexpr std::array<std::string_view, 2> with_brackets{"__attribute__", "__launch_bounds__"};
  for (++at; at + 1 < words.size(); ++at) {
    if (std::ranges::find(with_brackets, words[at]) != with_brackets.end()) {
      int depth = 0;
      for (++at; at < words.size(); ++at) {
        depth += words[at] == "(" ? 1 : words[at] == ")" ? -1 : 0;
        if (depth == 0) break;
      }
    } else if (words[at + 1] == "(") {
      return words[at];
    } else if (words[at] == ";" || words[at] == "{") {
      break;
    }
  }
  return {};
}

}  // namespace

std::vector<std::string> kernels_in(std::string_view text) {
  constexpr std::array<std::string_view, 4> marks{"kernel", "__kernel", "__global__", ".entry"};
  const std::vector<std::string> words = words_of(text);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (std::ranges::find(marks, words[i]) == marks.end()) continue;
    const std::string name = name_behind(words, i);
    if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

std::string missing_kernel(std::string_view text, std::string_view entry) {
  const std::vector<std::string> known = kernels_in(text);
  if (known.empty()) return "no kernel is found in its text";
  if (std::ranges::find(known, entry) != known.end()) {
    return fmt::format(
        "the source has it, but the compiler gives no kernel of that name: where a built-in "
        "function is called '{}', too, choose another name",
        entry);
  }
  return fmt::format("the source has the kernel{} {}{}", known.size() == 1 ? "" : "s",
                     fmt::join(known, ", "), did_you_mean(entry, known));
}

}  // namespace plumb
