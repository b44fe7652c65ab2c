// plumb/device/cuda/entry_parameters.cpp - reading the .param declarations of an .entry.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/cuda/entry_parameters.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string>

#include <fmt/format.h>

#include "plumb/device/source_text.h"

namespace plumb::device::cuda {
namespace {

std::string_view without_blanks(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  return start == std::string_view::npos ? std::string_view() : text.substr(start);
}

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

// The words of a declaration; "name[80]" is "name", "80".
std::vector<std::string_view> words_of(std::string_view text) {
  constexpr std::string_view between = " \t\r\n[]";
  std::vector<std::string_view> words;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(between), text.size()));
    if (text.empty()) return words;
    const std::string_view word = text.substr(0, text.find_first_of(between));
    words.push_back(word);
    text.remove_prefix(word.size());
  }
}

std::size_t number_in(std::string_view text) {
  std::size_t number = 0;
  return std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc{} ? number
                                                                                           : 0;
}

// ".u32": a letter for the kind of number, then bits.
void take_type(std::string_view type, Parameter& parameter) {
  parameter.size = number_in(type.substr(2)) / 8;
  parameter.type = type;
  const char letter = type[1];
  if (letter == 'f') parameter.number = NumberKind::real;
  if (letter == 'u' || letter == 's') parameter.number = NumberKind::integer;
  const bool may_be_address = parameter.size == 8 && letter != 'f';
  parameter.kind = may_be_address ? ParameterKind::unknown : ParameterKind::value;
}

// ".param .align 8 .b8 name[80]", ".param .u64 .ptr .global .align 4 name"
Parameter parameter_of(std::string_view declaration, std::string_view entry) {
  Parameter parameter;
  const std::vector<std::string_view> words = words_of(declaration);
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const bool is_type = word.size() > 2 && word[0] == '.' &&
                         std::string_view("usbf").find(word[1]) != std::string_view::npos &&
                         number_in(word.substr(2)) > 0;
    if (word == ".align") {
      parameter.alignment = ++i < words.size() ? number_in(words[i]) : 0;
    } else if (word == ".ptr") {
      parameter.kind = ParameterKind::buffer;
      parameter.type.clear();
    } else if (word == ".shared") {
      parameter.kind = ParameterKind::local;
    } else if (is_type) {
      take_type(word, parameter);
    } else if (word[0] != '.' && std::isdigit(static_cast<unsigned char>(word[0])) != 0) {
      parameter = {.name = parameter.name, .size = parameter.size * number_in(word)};
    } else if (word[0] != '.') {
      parameter.name = word;
    }
  }
  // What compilers make up says nothing to a user.
  if (parameter.name.starts_with(fmt::format("{}_param_", entry))) parameter.name.clear();
  return parameter;
}

}  // namespace

std::optional<std::vector<Parameter>> entry_parameters(std::string_view text,
                                                       std::string_view entry) {
  const std::string kept = without_comments(text);  // they may hold anything, ".entry" included
  const std::string_view ptx = kept;
  constexpr std::string_view keyword = ".entry";
  for (std::size_t at = ptx.find(keyword); at != std::string_view::npos;
       at = ptx.find(keyword, at + 1)) {
    std::string_view rest = without_blanks(ptx.substr(at + keyword.size()));
    if (!rest.starts_with(entry)) continue;
    rest.remove_prefix(entry.size());
    if (!rest.empty() && is_name_character(rest.front())) continue;
    rest = without_blanks(rest);
    std::vector<Parameter> parameters;
    if (!rest.starts_with('(')) return parameters;
    rest = rest.substr(1, rest.find(')') - 1);
    while (!without_blanks(rest).empty()) {
      const std::string_view declaration = rest.substr(0, rest.find(','));
      parameters.push_back(parameter_of(declaration, entry));
      rest.remove_prefix(std::min(rest.size(), declaration.size() + 1));
    }
    return parameters;
  }
  return std::nullopt;
}

}  // namespace plumb::device::cuda
