// plumb/ptx/tokens.h - the words, numbers and marks of a PTX text.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "plumb/ptx/module.h"

namespace plumb::ptx {

enum class TokenKind { word, number, text, mark, end };

struct Token {
  TokenKind kind = TokenKind::end;
  Range range;
};

// Gives one token after the other. Words hold their dots and double colons: ".reg", "%tid.x",
// "ld.global.L2::128B", "shared::cta".
class Tokens {
 public:
  Tokens(const Module& module, std::uint32_t start);

  [[nodiscard]] const Token& next() const { return next_; }
  [[nodiscard]] std::string_view view() const { return module_->view(next_.range); }
  [[nodiscard]] bool at(std::string_view text) const {
    return next_.kind != TokenKind::text && view() == text;
  }
  Token take();
  Token expect(std::string_view text);  // an input error when something else follows
  Token expect(TokenKind kind, std::string_view what);

  // An input error `name:line:column: why` at the next token, with the line as its detail.
  [[noreturn]] void refuse(std::string_view why) const;

 private:
  void skip_blanks();
  void advance();
  void read_word();

  const Module* module_;
  std::uint32_t at_;
  Token next_;
};

// The same, at any place of a module's text.
[[noreturn]] void refuse(const Module& module, std::uint32_t offset, std::string_view why);

}  // namespace plumb::ptx
