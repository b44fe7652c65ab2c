// plumb/device/cuda/entry_parameters.cpp - counting the .param of an .entry.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/cuda/entry_parameters.h"

#include <cctype>
#include <string>

namespace plumb::device::cuda {
namespace {

std::string_view without_blanks(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  return start == std::string_view::npos ? std::string_view() : text.substr(start);
}

// Comments may hold anything, ".entry" included.
std::string without_comments(std::string_view text) {
  std::string kept;
  while (!text.empty()) {
    const bool line = text.starts_with("//");
    if (line || text.starts_with("/*")) {
      const std::size_t end = line ? text.find('\n') : text.find("*/", 2);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + (line ? 0 : 2));
    } else {
      kept += text.front();
      text.remove_prefix(1);
    }
  }
  return kept;
}

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

std::size_t count_of(std::string_view word, std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    ++count;
  return count;
}

}  // namespace

std::optional<std::size_t> entry_parameters(std::string_view text, std::string_view entry) {
  const std::string kept = without_comments(text);
  const std::string_view ptx = kept;
  constexpr std::string_view keyword = ".entry";
  for (std::size_t at = ptx.find(keyword); at != std::string_view::npos;
       at = ptx.find(keyword, at + 1)) {
    std::string_view rest = without_blanks(ptx.substr(at + keyword.size()));
    if (!rest.starts_with(entry)) continue;
    rest.remove_prefix(entry.size());
    if (!rest.empty() && is_name_character(rest.front())) continue;
    rest = without_blanks(rest);
    if (!rest.starts_with('(')) return 0;
    return count_of(".param", rest.substr(0, rest.find(')')));
  }
  return std::nullopt;
}

}  // namespace plumb::device::cuda
