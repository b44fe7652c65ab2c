// plumb/shader/language/cursor.h - where the reader stands in a statement.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "plumb/shader/language/tokens.h"

namespace plumb::shader {

// Walks over the words of one statement after the other; a mistake is refused at the word it was
// found at.
class Cursor {
 public:
  Cursor(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  void start(const Statement& statement) {
    line_ = &statement;
    at_ = 0;
  }

  [[nodiscard]] bool at_end() const { return at_ >= line_->size(); }
  [[nodiscard]] const Token& here() const { return (*line_)[at_]; }
  [[nodiscard]] bool is(std::string_view sign) const { return !at_end() && here().text == sign; }
  [[nodiscard]] bool at_number() const { return !at_end() && here().kind == TokenKind::number; }
  [[nodiscard]] Place place() const { return at_end() ? end_place() : here().place; }

  const Token& next() { return (*line_)[at_++]; }
  bool accept(std::string_view sign);
  void expect(std::string_view sign);
  // The next token, which must be a word; `what` says which one is missing.
  const Token& word(const char* what);

  [[noreturn]] void refuse(const std::string& message) const;
  // The same at the word before, the one that was taken last.
  [[noreturn]] void refuse_last(const std::string& message);
  [[noreturn]] void refuse_place(Place place, const std::string& message) const;
  // ", found 'x'" or that the line ends here.
  [[nodiscard]] std::string found() const;

 private:
  [[nodiscard]] Place end_place() const;

  std::string_view text_;
  std::string_view name_;
  const Statement* line_ = nullptr;
  std::size_t at_ = 0;
};

}  // namespace plumb::shader
