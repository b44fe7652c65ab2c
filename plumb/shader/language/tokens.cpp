// plumb/shader/language/tokens.cpp - splits a text into words and replaces defined names.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/language/tokens.h"

#include <algorithm>
#include <cctype>
#include <map>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb::shader {
namespace {

// Enough for any program that fits the limits; keeps a hostile #define from filling the memory.
constexpr std::size_t longest_statement = 256;

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

class Splitter {
 public:
  Splitter(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  std::vector<Statement> all() {
    while (at_ < text_.size()) {
      Statement line = read_line();
      if (line.empty()) continue;
      if (line.front().text == "#") {
        define(line);
      } else {
        statements_.push_back(replaced(line));
      }
    }
    return std::move(statements_);
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void next() {
    if (text_[at_] == '\n') {
      ++place_.line;
      place_.column = 1;
    } else {
      ++place_.column;
    }
    ++at_;
  }
  [[noreturn]] void refuse(Place place, const std::string& message) const {
    refuse_at(text_, name_, place, message);
  }

  // To the end of the line; a block comment may carry it on.
  Statement read_line() {
    Statement line;
    while (at_ < text_.size()) {
      const char c = peek();
      if (c == '\n') {
        next();
        break;
      }
      if (c == ';' || (c == '/' && peek(1) == '/')) {
        while (at_ < text_.size() && peek() != '\n') next();
      } else if (c == '/' && peek(1) == '*') {
        skip_block();
      } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        next();
      } else {
        line.push_back(read_token(line));
        if (line.size() > longest_statement) refuse(place_, "the statement is too long");
      }
    }
    return line;
  }

  void skip_block() {
    const Place start = place_;
    next();
    next();
    while (at_ < text_.size() && !(peek() == '*' && peek(1) == '/')) next();
    if (at_ >= text_.size()) refuse(start, "the comment has no end; expected */");
    next();
    next();
  }

  Token read_token(const Statement& line) {
    Token token{TokenKind::sign, {}, place_};
    const std::size_t from = at_;
    const auto take = [&] { next(); };
    if (is_letter(peek())) {
      token.kind = TokenKind::word;
      while (is_letter(peek()) || is_digit(peek())) take();
      const std::string word = lower(text_.substr(from, at_ - from));
      // vs.1.1 is one word, or its digits would be read as the number .1.
      if (line.empty() && (word == "vs" || word == "ps") && peek() == '.') {
        while (peek() == '.' || is_letter(peek()) || is_digit(peek())) take();
      }
    } else if (is_digit(peek()) || (peek() == '.' && is_digit(peek(1)))) {
      token.kind = TokenKind::number;
      read_number(take);
    } else {
      if (std::string_view(",.[]()+-#!").find(peek()) == std::string_view::npos) {
        refuse(place_,
               std::isprint(static_cast<unsigned char>(peek())) != 0
                   ? fmt::format("unexpected character '{}'", peek())
                   : fmt::format("unexpected byte {:#04x}",
                                 static_cast<unsigned>(static_cast<unsigned char>(peek()))));
      }
      take();
    }
    token.text = lower(text_.substr(from, at_ - from));
    return token;
  }

  template <class Take>
  void read_number(const Take& take) {
    while (is_digit(peek())) take();
    if (peek() == '.') take();
    while (is_digit(peek())) take();
    const char sign = peek(1);
    if ((peek() == 'e' || peek() == 'E') &&
        (is_digit(sign) || ((sign == '+' || sign == '-') && is_digit(peek(2))))) {
      take();
      take();
      while (is_digit(peek())) take();
    }
    if (peek() == 'f' || peek() == 'F') take();
  }

  void define(const Statement& line) {
    if (line.size() < 2 || line[1].text != "define") {
      refuse(line.front().place, fmt::format("the directive '#{}' is not known; only #define is",
                                             line.size() < 2 ? "" : line[1].text));
    }
    if (line.size() < 4 || line[2].kind != TokenKind::word) {
      refuse(line.front().place, "expected #define NAME VALUE");
    }
    if (line[3].text == "(" && line[3].place.line == line[2].place.line &&
        line[3].place.column == line[2].place.column + static_cast<int>(line[2].text.size())) {
      refuse(line[3].place, "macros with parameters are not known");
    }
    names_[line[2].text] = replaced(Statement(line.begin() + 3, line.end()));
  }

  // Definitions hold no defined names any more, so one replacement is enough. The place is that of
  // the use.
  Statement replaced(const Statement& line) const {
    Statement out;
    for (const Token& token : line) {
      const auto found = token.kind == TokenKind::word ? names_.find(token.text) : names_.end();
      if (found == names_.end()) {
        out.push_back(token);
      } else {
        for (Token part : found->second) {
          part.place = token.place;
          out.push_back(std::move(part));
        }
      }
      if (out.size() > longest_statement) refuse(token.place, "the statement is too long");
    }
    return out;
  }

  std::string_view text_;
  std::string_view name_;
  std::size_t at_ = 0;
  Place place_{1, 1};
  std::map<std::string, Statement> names_;
  std::vector<Statement> statements_;
};

}  // namespace

std::vector<Statement> statements_of(std::string_view text, std::string_view name) {
  return Splitter(text, name).all();
}

void refuse_at(std::string_view text, std::string_view name, Place place,
               const std::string& message) {
  std::size_t from = 0;
  for (int line = 1; line < place.line; ++line) {
    const std::size_t end = text.find('\n', from);
    if (end == std::string_view::npos) break;
    from = end + 1;
  }
  std::string shown(text.substr(from, text.find('\n', from) - from));
  std::erase_if(shown, [](unsigned char c) { return std::iscntrl(c) != 0 && c != '\t'; });
  throw Error(ErrorKind::input,
              fmt::format("{}:{}:{}: {}", name, place.line, place.column, message),
              fmt::format("  {}\n", shown.substr(0, 200)));
}

}  // namespace plumb::shader
