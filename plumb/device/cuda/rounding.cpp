// plumb/device/cuda/rounding.cpp - reading a pragma, writing '.rn'.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/cuda/rounding.h"

#include <algorithm>

namespace plumb::device::cuda {
namespace {

constexpr std::string_view spaces = " \t\r";

// Takes the first line off `text`.
std::string_view next_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return line;
}

// Takes the first word off `line`; empty at its end.
std::string_view next_word(std::string_view& line) {
  line.remove_prefix(std::min(line.size(), line.find_first_not_of(spaces)));
  const std::string_view word = line.substr(0, line.find_first_of(spaces));
  line.remove_prefix(word.size());
  return word;
}

// "add.f32" and "mul.ftz.f64", not "add.rn.f32" and not "add.s32".
bool leaves_rounding_open(std::string_view opcode) {
  const std::string_view verb = opcode.substr(0, opcode.find('.'));
  if (verb != "add" && verb != "sub" && verb != "mul") return false;
  for (std::string_view rest = opcode.substr(verb.size()); !rest.empty();) {
    rest.remove_prefix(1);
    const std::string_view part = rest.substr(0, rest.find('.'));
    rest.remove_prefix(part.size());
    if (part == "rn" || part == "rz" || part == "rm" || part == "rp") return false;
    if (rest.empty()) return part.starts_with('f') || part.starts_with("bf");
  }
  return false;
}

// Where '.rn' belongs in a line of PTX: behind the verb of its instruction; npos: nowhere.
std::size_t place_of_rounding(std::string_view line) {
  std::string_view rest = line;
  std::string_view word = next_word(rest);
  if (word.starts_with('{')) word.remove_prefix(1);
  if (word.empty()) word = next_word(rest);
  if (word.starts_with('@')) word = next_word(rest);
  if (!leaves_rounding_open(word)) return std::string_view::npos;
  return static_cast<std::size_t>(word.data() - line.data()) + word.find('.');
}

}  // namespace

bool rounds_one_by_one(std::string_view source) {
  int conditions = 0;
  while (!source.empty()) {
    std::string_view line = next_line(source);
    const std::string_view word = next_word(line);
    if (word.starts_with("#if")) ++conditions;
    if (word == "#endif") --conditions;
    if (conditions == 0 && word == "#pragma" && next_word(line) == "OPENCL" &&
        next_word(line) == "FP_CONTRACT" && next_word(line) == "OFF")
      return true;
  }
  return false;
}

std::string with_pinned_rounding(std::string_view ptx) {
  std::string pinned;
  pinned.reserve(ptx.size() + ptx.size() / 64);
  while (!ptx.empty()) {
    const std::string_view line = next_line(ptx);
    const std::size_t place = place_of_rounding(line);
    pinned += line.substr(0, place);
    if (place != std::string_view::npos) {
      pinned += ".rn";
      pinned += line.substr(place);
    }
    pinned += '\n';
  }
  return pinned;
}

}  // namespace plumb::device::cuda
