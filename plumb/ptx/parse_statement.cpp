// plumb/ptx/parse_statement.cpp - the grammar of statements and operands.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/ptx/parse_statement.h"

#include <fmt/format.h>

namespace plumb::ptx {
namespace {

constexpr int deepest = 8;  // brackets within brackets; PTX itself needs three

class StatementReader {
 public:
  StatementReader(Tokens& tokens, const Module& module) : tokens_(&tokens), module_(&module) {}

  Statement read() {
    statement_.text.begin = tokens_->next().range.begin;
    statement_.word = tokens_->next().range;
    if (tokens_->at("{") || tokens_->at("}")) {
      statement_.kind = tokens_->at("{") ? StatementKind::open_block : StatementKind::close_block;
      take();
    } else if (tokens_->at("@")) {
      read_guard();
    } else if (tokens_->next().kind == TokenKind::word && tokens_->view().starts_with('.')) {
      read_directive();
    } else {
      read_label_or_instruction();
    }
    return std::move(statement_);
  }

 private:
  void take() { statement_.text.end = tokens_->take().range.end; }

  // `@%p` or `@!%p`; `@@` begins a line of an old debugger.
  void read_guard() {
    const std::uint32_t begin = tokens_->take().range.begin;
    if (tokens_->at("@")) refuse(*module_, begin, "debug lines of PTX 1 (@@DWARF) are not known");
    Guard guard;
    if (tokens_->at("!")) {
      guard.negated = true;
      tokens_->take();
    }
    guard.name = tokens_->expect(TokenKind::word, "a predicate").range;
    statement_.guard = guard;
    statement_.word = tokens_->expect(TokenKind::word, "an instruction").range;
    read_operands();
  }

  void read_label_or_instruction() {
    statement_.word = tokens_->expect(TokenKind::word, "a statement").range;
    if (tokens_->at(":")) {
      statement_.kind = StatementKind::label;
      take();
    } else {
      read_operands();
    }
  }

  void read_operands() {
    statement_.kind = StatementKind::instruction;
    while (!tokens_->at(";")) {
      statement_.operands.push_back(read_operand(0));
      if (tokens_->at(",")) {
        tokens_->take();
        if (tokens_->at(";")) tokens_->refuse("an operand is due after the comma");
      } else if (!tokens_->at(";")) {
        tokens_->expect(";");
      }
    }
    statement_.operands.shrink_to_fit();  // most statements have three, and vectors grow to four
    take();
  }

  Operand read_operand(int depth) {
    if (depth > deepest) tokens_->refuse("brackets nested too deep");
    Operand operand = read_atom(depth);
    // d|p, a+4, [a].unified
    while (!tokens_->at(",") && !tokens_->at(";") && !tokens_->at("]") && !tokens_->at("}") &&
           !tokens_->at(")")) {
      if (tokens_->next().kind == TokenKind::end)
        tokens_->refuse("the text ends inside an instruction");
      if (tokens_->at(":") || tokens_->at("@") || tokens_->at("=") || tokens_->at("{"))
        tokens_->refuse(fmt::format("expected ';', found '{}'", tokens_->view()));
      const bool pair = tokens_->at("|");
      if (pair || tokens_->next().kind == TokenKind::mark) tokens_->take();
      Operand whole;
      whole.kind = pair ? OperandKind::pair : OperandKind::expression;
      whole.parts.push_back(std::move(operand));
      whole.parts.push_back(read_atom(depth));
      whole.text = {whole.parts.front().text.begin, whole.parts.back().text.end};
      operand = std::move(whole);
    }
    return operand;
  }

  Operand read_atom(int depth) {
    if (tokens_->at("[")) return read_group(OperandKind::address, "]", depth);
    if (tokens_->at("{")) return read_group(OperandKind::vector, "}", depth);
    if (tokens_->at("(")) return read_group(OperandKind::list, ")", depth);
    Operand operand;
    operand.text = tokens_->next().range;
    switch (tokens_->next().kind) {
      case TokenKind::word:
        operand.kind = OperandKind::name;
        tokens_->take();
        return operand;
      case TokenKind::number:
        operand.kind = OperandKind::number;
        tokens_->take();
        return operand;
      case TokenKind::text:
        tokens_->take();
        return operand;
      default:
        return read_signed(operand, depth);
    }
  }

  // -1, !p, ~a
  Operand read_signed(Operand operand, int depth) {
    if (!tokens_->at("-") && !tokens_->at("+") && !tokens_->at("!") && !tokens_->at("~"))
      tokens_->expect(TokenKind::word, "an operand");
    if (depth > deepest) tokens_->refuse("signs nested too deep");
    tokens_->take();
    Operand inner = read_atom(depth + 1);
    operand.text.end = inner.text.end;
    operand.kind =
        inner.kind == OperandKind::number ? OperandKind::number : OperandKind::expression;
    operand.parts.push_back(std::move(inner));
    return operand;
  }

  Operand read_group(OperandKind kind, std::string_view close, int depth) {
    Operand group;
    group.kind = kind;
    group.text.begin = tokens_->take().range.begin;
    while (!tokens_->at(close)) {
      group.parts.push_back(read_operand(depth + 1));
      if (!tokens_->at(close)) tokens_->expect(",");
    }
    group.text.end = tokens_->take().range.end;
    return group;
  }

  // .loc, .file and .section have no semicolon; everything else ends with one.
  void read_directive() {
    statement_.kind = StatementKind::directive;
    const bool location = tokens_->at(".loc");
    const bool file = tokens_->at(".file");
    take();
    if (location) return read_location();
    if (file) return read_file();
    std::size_t open = 0;
    while (open > 0 || !tokens_->at(";")) {
      if (tokens_->next().kind == TokenKind::end)
        tokens_->refuse("the text ends inside a directive");
      if (tokens_->at("{")) ++open;
      if (tokens_->at("}") && open-- == 0) tokens_->expect(";");
      take();
    }
    take();
  }

  void take_number(std::string_view what) {
    statement_.text.end = tokens_->expect(TokenKind::number, what).range.end;
  }

  // .loc file line column [, function_name symbol [+ n], inlined_at file line column]
  void read_location() {
    for (const char* what : {"a file's number", "a line", "a column"}) take_number(what);
    while (tokens_->at(",")) {
      tokens_->take();
      const bool inlined = tokens_->at("inlined_at");
      statement_.text.end =
          tokens_->expect(TokenKind::word, "function_name or inlined_at").range.end;
      if (inlined) {
        for (const char* what : {"a file's number", "a line", "a column"}) take_number(what);
      } else {
        statement_.text.end = tokens_->expect(TokenKind::word, "a name").range.end;
        if (tokens_->at("+")) {
          tokens_->take();
          take_number("a distance");
        }
      }
    }
  }

  // .file number "name" [, time, size]
  void read_file() {
    take_number("a file's number");
    statement_.text.end = tokens_->expect(TokenKind::text, "a file's name").range.end;
    while (tokens_->at(",")) {
      tokens_->take();
      take_number("a number");
    }
  }

  Tokens* tokens_;
  const Module* module_;
  Statement statement_;
};

}  // namespace

Statement parse_statement(Tokens& tokens, const Module& module) {
  return StatementReader(tokens, module).read();
}

}  // namespace plumb::ptx
