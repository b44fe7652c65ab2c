// plumb/device/opencl/typedefs.cpp - reading declarations between "typedef" and ";".
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/opencl/typedefs.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "plumb/device/source_text.h"

namespace plumb::device::opencl {
namespace {

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Empty where the declaration has more than words.
std::vector<std::string> words_of(std::string_view declaration) {
  std::vector<std::string> words;
  bool inside = false;
  for (const char c : declaration) {
    const bool letter = is_word_character(c);
    if (!letter && std::isspace(static_cast<unsigned char>(c)) == 0) return {};
    if (letter && !inside) words.emplace_back();
    if (letter) words.back() += c;
    inside = letter;
  }
  return words;
}

}  // namespace

std::string abbreviated(std::string type) {
  std::vector<std::string> words = words_of(type);
  if (words.empty()) return type;
  const bool is_unsigned = std::erase(words, "unsigned") > 0;
  const bool is_signed = std::erase(words, "signed") > 0;
  for (const char* word : {"const", "volatile"}) std::erase(words, word);
  if (words.size() > 1) std::erase(words, "int");  // "long int"
  if (words.empty() && (is_unsigned || is_signed)) words = {"int"};
  if (words.size() != 1) return type;
  return (is_unsigned ? "u" : "") + words.front();
}

Typedefs::Typedefs(std::string_view text) {
  const std::string kept = without_comments(text);  // what is in them declares nothing
  constexpr std::string_view keyword = "typedef";
  for (std::size_t at = kept.find(keyword); at != std::string::npos;
       at = kept.find(keyword, at + 1)) {
    const std::size_t begin = at + keyword.size();
    if ((at > 0 && is_word_character(kept[at - 1])) || begin == kept.size() ||
        is_word_character(kept[begin]))
      continue;
    const std::size_t end = std::min(kept.find(';', begin), kept.size());
    std::vector<std::string> words = words_of(std::string_view(kept).substr(begin, end - begin));
    if (words.size() < 2) continue;
    const std::string name = words.back();
    words.pop_back();
    std::string type;
    for (const std::string& word : words) type += type.empty() ? word : " " + word;
    type = abbreviated(type);
    const auto [known, is_new] = types_.emplace(name, type);
    if (!is_new && known->second != type) known->second.clear();
  }
}

std::string Typedefs::resolved(std::string name) const {
  constexpr int deepest = 8;  // a name may stand for itself in another branch
  for (int i = 0; i < deepest; ++i) {
    const auto found = types_.find(name);
    if (found == types_.end() || found->second.empty()) return name;
    name = found->second;
  }
  return name;
}

}  // namespace plumb::device::opencl
