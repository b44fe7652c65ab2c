// plumb/ptx/module.h - a PTX text taken apart without losing a byte of it.
//
// Everything is a range of the text that the Module keeps, so what was not edited is printed as it
// was read: blanks, comments, debug sections, instructions that are newer than this file.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::ptx {

struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// Counted from 1, in bytes.
struct Place {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

enum class OperandKind {
  name,       // a register, a variable, a label, a function, `_`
  number,     // with its sign
  address,    // [a], [a+4], [tex, {x, y}]
  vector,     // {a, b}
  list,       // (a, b) of a call
  pair,       // d|p
  expression  // anything else: a+4, !p, a string
};

struct Operand {
  OperandKind kind = OperandKind::expression;
  Range text;
  std::vector<Operand> parts;  // of an address, vector, list, pair or expression
};

// @p or @!p before an instruction.
struct Guard {
  Range name;
  bool negated = false;
};

enum class StatementKind { directive, label, instruction, open_block, close_block };

struct Statement {
  StatementKind kind = StatementKind::directive;
  Range text;  // from its first token to its last, the semicolon included
  Range word;  // the opcode with its modifiers, the directive's first word, the label's name
  std::optional<Guard> guard;
  std::vector<Operand> operands;  // of instructions
};

struct Function {
  Range name;
  Range header;  // from the linkage words to the bracket before the body
  bool entry = false;
  bool has_body = false;  // false: a prototype
  Range body;             // from the opening brace to behind the closing one
  std::vector<Statement> statements;
};

struct Version {
  unsigned major = 0;
  unsigned minor = 0;
};

struct Module {
  std::string name;  // shown in errors
  std::string text;
  Version version;
  std::string target;                 // "sm_90"
  unsigned address_size = 32;         // bits; without the directive 32
  std::vector<Statement> directives;  // outside functions, in order
  std::vector<Function> functions;

  [[nodiscard]] std::string_view view(Range range) const {
    return std::string_view(text).substr(range.begin, range.end - range.begin);
  }
  // Behind the last character; closing zeros do not count.
  [[nodiscard]] std::uint32_t end() const {
    return static_cast<std::uint32_t>(text.find_last_not_of('\0') + 1);
  }
  [[nodiscard]] Place place(std::uint32_t offset) const;
};

// "ld" of "ld.global.nc.v4.f32".
std::string_view base_of(std::string_view opcode);
// Whether `modifier` ("global", "v4") is one of the words behind the dots.
bool has_modifier(std::string_view opcode, std::string_view modifier);

}  // namespace plumb::ptx
