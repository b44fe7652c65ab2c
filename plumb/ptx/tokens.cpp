// plumb/ptx/tokens.cpp - cutting a PTX text into tokens.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/ptx/tokens.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb::ptx {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%' ||
         c == '.';
}

// What a reader can be shown of a token that may be long or binary.
std::string shown(std::string_view token) {
  constexpr std::size_t longest = 40;
  std::string text;
  for (const char c : token.substr(0, longest))
    text += std::isprint(static_cast<unsigned char>(c)) != 0 ? c : '?';
  return token.size() > longest ? text + "..." : text;
}

}  // namespace

void refuse(const Module& module, std::uint32_t offset, std::string_view why) {
  const Place place = module.place(offset);
  const std::size_t start = offset + 1 - place.column;
  std::string line = module.text.substr(start, module.text.find('\n', start) - start);
  constexpr std::size_t longest = 200;
  line.resize(std::min(line.size(), longest));
  // What would steer a terminal is not shown; letters beyond ASCII are.
  std::ranges::replace_if(
      line, [](char c) { return c != '\t' && std::iscntrl(static_cast<unsigned char>(c)) != 0; },
      '?');
  throw Error(ErrorKind::input,
              fmt::format("{}:{}:{}: {}", module.name, place.line, place.column, why), line);
}

Tokens::Tokens(const Module& module, std::uint32_t start) : module_(&module), at_(start) {
  advance();
}

void Tokens::refuse(std::string_view why) const { ptx::refuse(*module_, next_.range.begin, why); }

Token Tokens::take() {
  const Token taken = next_;
  advance();
  return taken;
}

Token Tokens::expect(std::string_view text) {
  if (at(text)) return take();
  if (next_.kind == TokenKind::end) refuse(fmt::format("the text ends where '{}' is due", text));
  refuse(fmt::format("expected '{}', found '{}'", text, shown(view())));
}

Token Tokens::expect(TokenKind kind, std::string_view what) {
  if (next_.kind == kind) return take();
  if (next_.kind == TokenKind::end) refuse(fmt::format("the text ends where {} is due", what));
  refuse(fmt::format("expected {}, found '{}'", what, shown(view())));
}

void Tokens::skip_blanks() {
  const std::string_view text = module_->text;
  while (at_ < text.size()) {
    if (std::isspace(static_cast<unsigned char>(text[at_])) != 0) {
      ++at_;
    } else if (text.substr(at_, 2) == "//") {
      at_ = static_cast<std::uint32_t>(std::min(text.find('\n', at_), text.size()));
    } else if (text.substr(at_, 2) == "/*") {
      const std::size_t end = text.find("*/", at_ + 2);
      if (end == std::string_view::npos) ptx::refuse(*module_, at_, "this comment does not end");
      at_ = static_cast<std::uint32_t>(end + 2);
    } else {
      return;
    }
  }
}

// A label's single colon stays outside; "shared::cta" is one word.
void Tokens::read_word() {
  const std::string_view text = module_->text;
  while (at_ < text.size()) {
    if (is_word(text[at_])) {
      ++at_;
    } else if (text.substr(at_, 2) == "::") {
      at_ += 2;
    } else {
      return;
    }
  }
}

void Tokens::advance() {
  skip_blanks();
  const std::string_view text = module_->text;
  next_ = {TokenKind::end, {at_, at_}};
  if (at_ >= text.size() || text[at_] == '\0') return;  // zeros stand at the end only
  const char first = text[at_];
  if (first == '"') {
    const std::size_t end = text.find_first_of("\"\n", at_ + 1);
    if (end == std::string_view::npos || text[end] == '\n')
      ptx::refuse(*module_, at_, "this text in quotes does not end");
    at_ = static_cast<std::uint32_t>(end + 1);
    next_.kind = TokenKind::text;
  } else if (is_digit(first) || is_word(first)) {
    read_word();
    next_.kind = is_digit(first) ? TokenKind::number : TokenKind::word;
  } else {
    ++at_;
    next_.kind = TokenKind::mark;
  }
  next_.range.end = at_;
}

}  // namespace plumb::ptx
