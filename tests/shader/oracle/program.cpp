// tests/shader/oracle/program.cpp - reads programs for the oracle.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/shader/oracle/program.h"

#include <cctype>
#include <sstream>

namespace plumb::oracle {
namespace {

int component(char letter) { return letter == 'w' ? 3 : letter - 'x'; }

Operand operand_in(std::string word) {
  Operand out;
  if (word.front() == '-') {
    out.negative = true;
    word.erase(0, 1);
  }
  if (word.starts_with("c[a0.")) {
    out.file = "c";
    out.indexed = true;
    out.address = component(word[5]);
    out.index = std::stoi(word.substr(word.find('+') + 1));
    word = word.substr(word.find(']') + 1);
    if (!word.empty()) out.letters = word.substr(1);
    return out;
  }
  const std::size_t dot = word.find('.');
  if (dot != std::string::npos) out.letters = word.substr(dot + 1);
  const std::string name = word.substr(0, dot);
  std::size_t digits = name.size();
  while (digits > 0 && std::isdigit(static_cast<unsigned char>(name[digits - 1])) != 0) --digits;
  out.file = name.substr(0, digits);
  out.index = digits < name.size() ? std::stoi(name.substr(digits)) : 0;
  return out;
}

// Words between commas, without blanks: "c[a0.x + 3]" is one.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> out(1);
  for (const char letter : text) {
    if (letter == ',') {
      out.emplace_back();
    } else if (letter != ' ') {
      out.back() += letter;
    }
  }
  if (out.size() == 1 && out[0].empty()) out.clear();
  return out;
}

void read_declaration(std::string name, const std::string& rest, Program& program) {
  Input input;
  for (const std::string part : {"_centroid", "_pp"}) {
    const std::size_t at = name.find(part);
    if (at == std::string::npos) continue;
    name.erase(at, part.size());
    input.centroid = input.centroid || part == "_centroid";
  }
  if (name.size() > 4) input.usage = name.substr(4);
  const Operand reg = operand_in(words_of(rest)[0]);
  input.file = reg.file;
  input.index = reg.index;
  program.inputs.push_back(input);
}

}  // namespace

Program read_program(const std::string& text) {
  Program program;
  std::istringstream lines(text);
  std::getline(lines, program.version);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t blank = line.find(' ');
    std::string name = line.substr(0, blank);
    const std::string rest = blank == std::string::npos ? "" : line.substr(blank + 1);
    if (name == "def") {
      const std::vector<std::string> words = words_of(rest);
      Four& numbers = program.numbers[operand_in(words[0]).index];
      for (std::size_t i = 0; i < 4; ++i) numbers[i] = static_cast<double>(std::stof(words[i + 1]));
    } else if (name.starts_with("dcl")) {
      read_declaration(name, rest, program);
    } else {
      Line out;
      for (const std::string part : {"_pp", "_sat"}) {
        if (!name.ends_with(part)) continue;
        name.erase(name.size() - part.size());
        out.saturate = out.saturate || part == "_sat";
      }
      out.op = name;
      for (const std::string& word : words_of(rest)) out.operands.push_back(operand_in(word));
      program.lines.push_back(out);
    }
  }
  return program;
}

std::array<int, 4> swizzle_of(const Operand& operand) {
  std::array<int, 4> out{0, 1, 2, 3};
  if (operand.letters.empty()) return out;
  for (std::size_t i = 0; i < 4; ++i) {
    out[i] = component(operand.letters[std::min(i, operand.letters.size() - 1)]);
  }
  return out;
}

std::array<bool, 4> mask_of(const Operand& operand) {
  std::array<bool, 4> out{};
  out.fill(operand.letters.empty());
  for (const char letter : operand.letters)
    out.at(static_cast<std::size_t>(component(letter))) = true;
  return out;
}

}  // namespace plumb::oracle
