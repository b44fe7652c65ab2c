// plumb/shader/language/condition.cpp - evaluates conditions by precedence.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/language/condition.h"

#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb::shader {
namespace {

using Names = std::function<std::optional<std::string>(const std::string&)>;

// The weakest first; those of one level go from left to right.
constexpr std::array<std::array<std::string_view, 4>, 6> levels{
    {{"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"}, {"*"}}};

// Numbers wrap around, so that no text overflows.
std::int64_t applied(std::string_view sign, std::int64_t a, std::int64_t b) {
  const auto first = static_cast<std::uint64_t>(a);
  const auto second = static_cast<std::uint64_t>(b);
  if (sign == "||") return a != 0 || b != 0 ? 1 : 0;
  if (sign == "&&") return a != 0 && b != 0 ? 1 : 0;
  if (sign == "==") return a == b ? 1 : 0;
  if (sign == "!=") return a != b ? 1 : 0;
  if (sign == "<=") return a <= b ? 1 : 0;
  if (sign == ">=") return a >= b ? 1 : 0;
  if (sign == "<") return a < b ? 1 : 0;
  if (sign == ">") return a > b ? 1 : 0;
  if (sign == "+") return static_cast<std::int64_t>(first + second);
  if (sign == "-") return static_cast<std::int64_t>(first - second);
  return static_cast<std::int64_t>(first * second);
}

class Evaluator {
 public:
  Evaluator(std::string_view text, const Names& names, int depth)
      : text_(text), names_(names), depth_(depth) {}

  std::int64_t whole() {
    const std::int64_t value = binary(0);
    skip();
    if (at_ < text_.size()) refuse();
    return value;
  }

 private:
  static constexpr int deepest = 32;  // of brackets, and of names in names

  [[noreturn]] void refuse() const {
    throw Error(ErrorKind::input,
                fmt::format("'{}' is not a condition of integers and names", text_.substr(0, 80)));
  }
  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool accept(std::string_view sign) {
    skip();
    if (sign.empty() || !text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }

  std::int64_t binary(std::size_t level) {
    if (level == levels.size()) return unary();
    std::int64_t value = binary(level + 1);
    for (bool again = true; again;) {
      again = false;
      for (const std::string_view sign : levels.at(level)) {
        if (again || !accept(sign)) continue;
        value = applied(sign, value, binary(level + 1));
        again = true;
      }
    }
    return value;
  }

  std::int64_t unary() {
    if (++depth_ > deepest) refuse();
    std::int64_t value = 0;
    if (accept("!")) {
      value = unary() == 0 ? 1 : 0;
    } else if (accept("-")) {
      value = applied("-", 0, unary());
    } else if (accept("(")) {
      value = binary(0);
      if (!accept(")")) refuse();
    } else {
      value = operand();
    }
    --depth_;
    return value;
  }

  std::string word() {
    skip();
    std::string out;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_')) {
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(text_[at_++])));
    }
    if (out.empty()) refuse();
    return out;
  }

  std::int64_t operand() {
    const std::string found = word();
    if (found == "defined") {
      const bool brackets = accept("(");
      const bool known = names_(word()).has_value();
      if (brackets && !accept(")")) refuse();
      return known ? 1 : 0;
    }
    if (std::isdigit(static_cast<unsigned char>(found[0])) != 0) {
      std::int64_t value = 0;
      const auto [end, code] = std::from_chars(found.data(), found.data() + found.size(), value);
      if (code != std::errc() || end != found.data() + found.size()) refuse();
      return value;
    }
    const std::optional<std::string> meaning = names_(found);
    if (!meaning) return 0;
    return Evaluator(*meaning, names_, depth_).whole();
  }

  std::string_view text_;
  const Names& names_;
  int depth_;
  std::size_t at_ = 0;
};

}  // namespace

bool condition_holds(std::string_view text, const Names& text_of) {
  return Evaluator(text, text_of, 0).whole() != 0;
}

}  // namespace plumb::shader
