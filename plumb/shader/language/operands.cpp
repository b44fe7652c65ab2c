// plumb/shader/language/operands.cpp - reads operands.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/language/operands.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include <fmt/format.h>

namespace plumb::shader {
namespace {

constexpr int largest_index = 4096;  // larger than any register file; the rules name the real limit

constexpr std::array<std::pair<std::string_view, File>, 5> single_registers{
    {{"opos", File::position},
     {"ofog", File::fog},
     {"opts", File::point_size},
     {"odepth", File::depth},
     {"al", File::loop_counter}}};

constexpr std::array<std::pair<std::string_view, File>, 12> numbered_registers{
    {{"r", File::temporary},
     {"v", File::input},
     {"c", File::constant},
     {"a", File::address},
     {"t", File::coordinate},
     {"s", File::sampler},
     {"od", File::color_out},
     {"ot", File::coordinate_out},
     {"oc", File::target},
     {"b", File::boolean},
     {"i", File::integer},
     {"l", File::label}}};

std::optional<int> component_of(char letter) {
  const std::size_t at = std::string_view("xyzwrgba").find(letter);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<int>(at % 4);
}

template <std::size_t n>
std::optional<File> file_in(const std::array<std::pair<std::string_view, File>, n>& files,
                            std::string_view name) {
  for (const auto& [known, file] : files) {
    if (known == name) return file;
  }
  return std::nullopt;
}

// a0.x, a0.y, aL. One of them may stand in an index, added.
void read_address(Cursor& cursor, RegisterWords& out, bool negative) {
  if (out.relative || negative) cursor.refuse("a0 or aL stands once in an index, added");
  out.relative = true;
  if (cursor.accept("al")) {
    out.address = loop_address;
    return;
  }
  cursor.expect("a0");
  if (!cursor.accept(".")) return;
  const Token& token = cursor.word("a component of a0");
  const std::optional<int> component =
      token.text.size() == 1 ? component_of(token.text[0]) : std::nullopt;
  if (!component) cursor.refuse_last(fmt::format("'{}' is not a component", token.text));
  out.address = *component;
}

// What stands in the brackets; NAME is a number by now.
void read_brackets(Cursor& cursor, RegisterWords& out) {
  bool negative = false;
  int sum = out.reg.index;
  do {
    if (cursor.is("a0") || cursor.is("al")) {
      read_address(cursor, out, negative);
    } else {
      if (!cursor.at_number()) {
        cursor.refuse(fmt::format("expected a number or a0.x{}", cursor.found()));
      }
      const int number = read_index(cursor, cursor.next().text);
      sum += negative ? -number : number;
    }
    negative = cursor.is("-");
  } while (cursor.accept("+") || cursor.accept("-"));
  cursor.expect("]");
  if (sum < 0 || sum > largest_index) {
    cursor.refuse_last(fmt::format("{} is not the number of a constant", sum));
  }
  out.reg.index = sum;
}

}  // namespace

int read_index(Cursor& cursor, std::string_view digits) {
  int value = 0;
  const auto [end, code] = std::from_chars(digits.begin(), digits.end(), value);
  if (code != std::errc() || end != digits.end() || value > largest_index) {
    cursor.refuse_last(fmt::format("'{}' is not the number of a register", digits));
  }
  return value;
}

RegisterWords read_register(Cursor& cursor) {
  const Token& token = cursor.word("a register");
  const std::string_view text = token.text;
  RegisterWords out{.place = token.place};
  if (const std::optional<File> file = file_in(single_registers, text)) {
    out.reg = {*file, 0};
    return out;
  }
  out.reg.file = File::constant;
  if (text == "c" && cursor.accept("[")) {
    read_brackets(cursor, out);
    return out;
  }
  const std::size_t digits = text.find_last_not_of("0123456789") + 1;
  const std::optional<File> file = file_in(numbered_registers, text.substr(0, digits));
  if (!file || digits == text.size())
    cursor.refuse_last(fmt::format("'{}' is not a register", text));
  out.reg = {*file, read_index(cursor, text.substr(digits))};
  if (out.reg.file == File::constant && cursor.accept("[")) read_brackets(cursor, out);
  return out;
}

int read_mask(Cursor& cursor) {
  if (!cursor.accept(".")) return 15;
  const Token& token = cursor.word("a mask");
  int mask = 0;
  for (const char letter : token.text) {
    const std::optional<int> at = component_of(letter);
    if (!at || (mask >> *at) != 0) {
      cursor.refuse_last(fmt::format(
          "'.{}' is not a mask; components stand once, in the order xyzw [rule: write mask]",
          token.text));
    }
    mask |= 1 << *at;
  }
  return mask;
}

Destination read_destination(Cursor& cursor) {
  const RegisterWords words = read_register(cursor);
  if (words.relative) cursor.refuse("a constant cannot be written [rule: register access]");
  return {words.reg, read_mask(cursor), words.place};
}

Source read_source(Cursor& cursor) {
  Source source{.reg = {}, .place = cursor.place()};
  const bool no = cursor.accept("!");  // of b#, which has no sign
  source.negate = no || cursor.accept("-");
  const RegisterWords words = read_register(cursor);
  source.reg = words.reg;
  source.relative = words.relative;
  source.address = words.address;
  if (source.negate && no != (source.reg.file == File::boolean)) {
    cursor.refuse_place(source.place, "'!' stands before b#, '-' before all else [rule: modifier]");
  }
  if (!cursor.accept(".")) return source;
  const Token& letters = cursor.word("a swizzle");
  if (letters.text.size() > 4) cursor.refuse(fmt::format("'.{}' is not a swizzle", letters.text));
  source.letters = static_cast<int>(letters.text.size());
  for (std::size_t i = 0; i < 4; ++i) {
    const std::optional<int> at = component_of(letters.text[std::min(i, letters.text.size() - 1)]);
    if (!at) cursor.refuse_last(fmt::format("'.{}' is not a swizzle", letters.text));
    source.swizzle[i] = static_cast<std::uint8_t>(*at);
  }
  return source;
}

}  // namespace plumb::shader
