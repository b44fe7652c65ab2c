// plumb/shader/language/tokens.cpp - splits a text into words and replaces defined names.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/language/tokens.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/shader/language/condition.h"

namespace plumb::shader {
namespace {

// Enough for any program that fits the limits; keeps a hostile #define from filling the memory.
constexpr std::size_t longest_statement = 256;
constexpr std::size_t longest_directive = 1024;
constexpr std::size_t deepest_branch = 64;

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
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (text_.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
    while (at_ < text_.size()) {
      while (peek() == ' ' || peek() == '\t') next();
      if (peek() == '#') {
        read_directive();
      } else if (!is_active()) {
        while (at_ < text_.size() && peek() != '\n') next();
        if (at_ < text_.size()) next();
      } else if (Statement line = read_line(); !line.empty()) {
        statements_.push_back(replaced(line));
      }
    }
    if (!branches_.empty()) refuse(branches_.back().place, "the #if has no #endif");
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

  // One #if that is not closed yet.
  struct Branch {
    Place place;
    bool active = false;  // the lines here count
    bool taken = false;   // one of its parts was active already
    bool last = false;    // behind #else
  };

  [[nodiscard]] bool is_active() const { return std::ranges::all_of(branches_, &Branch::active); }

  // What stands behind the name of the directive, without comments.
  std::string rest_of_line() {
    std::string out;
    while (at_ < text_.size() && peek() != '\n') {
      if (peek() == ';' || (peek() == '/' && peek(1) == '/')) {
        while (at_ < text_.size() && peek() != '\n') next();
      } else if (peek() == '/' && peek(1) == '*') {
        skip_block();
      } else {
        if (out.size() < longest_directive) out += peek();
        next();
      }
    }
    return out;
  }

  void read_directive() {
    const Place place = place_;
    std::size_t from = at_ + 1;
    while (from < text_.size() && (text_[from] == ' ' || text_[from] == '\t')) ++from;
    std::size_t end = from;
    while (end < text_.size() && is_letter(text_[end])) ++end;
    const std::string name = lower(text_.substr(from, end - from));
    if (name == "define" && is_active()) return define(read_line());
    while (at_ < end) next();
    const std::string rest = rest_of_line();
    if (name == "if" || name == "ifdef" || name == "ifndef") {
      if (branches_.size() >= deepest_branch) refuse(place, "too many #if in each other");
      const bool holds = is_active() && test(name, rest, place);
      branches_.push_back({place, holds, holds, false});
    } else if (name == "elif" || name == "else" || name == "endif") {
      go_on(name, rest, place);
    } else if (is_active()) {
      if (name == "undef") {
        names_.erase(only_word(rest, place));
      } else if (name != "line" && name != "pragma" && name != "define") {
        refuse(place, fmt::format("the directive '#{}' is not known; known are #define, #undef, "
                                  "#if, #ifdef, #ifndef, #elif, #else, #endif, #line, #pragma",
                                  name));
      }
    }
  }

  void go_on(const std::string& name, const std::string& rest, Place place) {
    if (branches_.empty()) refuse(place, fmt::format("#{} without #if", name));
    if (name == "endif") {
      branches_.pop_back();
      return;
    }
    if (branches_.back().last) refuse(place, fmt::format("#{} behind #else", name));
    Branch branch = branches_.back();
    branches_.pop_back();  // its own state does not count for the condition
    branch.last = name == "else";
    branch.active = !branch.taken && is_active() && (branch.last || test("if", rest, place));
    branch.taken = branch.taken || branch.active;
    branches_.push_back(branch);
  }

  bool test(const std::string& name, const std::string& rest, Place place) const {
    if (name != "if") return names_.contains(only_word(rest, place)) == (name == "ifdef");
    try {
      return condition_holds(rest, [&](const std::string& word) -> std::optional<std::string> {
        const auto found = names_.find(word);
        if (found == names_.end()) return std::nullopt;
        std::string text;
        for (const Token& token : found->second) text += token.text + " ";
        return text;
      });
    } catch (const Error& error) {
      refuse(place, error.what());
    }
  }

  [[nodiscard]] std::string only_word(const std::string& rest, Place place) const {
    const std::size_t from = rest.find_first_not_of(" \t\r");
    if (from == std::string::npos) refuse(place, "expected a name");
    return lower(rest.substr(from, rest.find_first_of(" \t\r", from) - from));
  }

  // #define NAME alone defines it for #ifdef.
  void define(const Statement& line) {
    if (line.size() == 3 && line[2].kind == TokenKind::word) {
      names_[line[2].text] = {};
      return;
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
  std::vector<Branch> branches_;
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
