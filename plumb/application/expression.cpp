// plumb/application/expression.cpp - expressions by muParser; the only file that sees it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/application/expression.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <muParser.h>

namespace plumb {
namespace {

constexpr std::size_t longest = 1000;  // characters of an expression

double remainder_of(double a, double b) { return a - b * std::floor(a / b); }
double least_of(const double* values, int count) {
  return *std::min_element(values, values + count);
}
double most_of(const double* values, int count) {
  return *std::max_element(values, values + count);
}

mu::Parser fresh_parser() {
  mu::Parser parser;
  parser.ClearFun();
  parser.ClearConst();
  parser.DefineFun("ceil", +[](double x) { return std::ceil(x); });
  parser.DefineFun("floor", +[](double x) { return std::floor(x); });
  parser.DefineFun("round", +[](double x) { return std::round(x); });
  parser.DefineFun("abs", +[](double x) { return std::fabs(x); });
  parser.DefineFun("sqrt", +[](double x) { return std::sqrt(x); });
  parser.DefineFun("log2", +[](double x) { return std::log2(x); });
  parser.DefineFun("mod", remainder_of);
  parser.DefineFun("min", least_of);
  parser.DefineFun("max", most_of);
  return parser;
}

constexpr std::array<std::string_view, 9> functions{"ceil", "floor", "round", "abs", "sqrt",
                                                    "log2", "mod",   "min",   "max"};

bool is_identifier(std::string_view name) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !name.empty() && name.size() <= 60 && letter(name.front()) &&
         std::ranges::all_of(name, [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

// muParser reads "N = 3" as an assignment; a file that changes its own parameters is a mistake.
std::size_t assignment_in(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '=') continue;
    if (i + 1 < text.size() && text[i + 1] == '=') {
      ++i;
    } else if (i == 0 || std::string_view("<>!").find(text[i - 1]) == std::string_view::npos) {
      return i;
    }
  }
  return std::string_view::npos;
}

[[noreturn]] void refuse_expression(const Place& place, const std::string& text, std::size_t column,
                                    const std::string& why) {
  refuse_at(place, fmt::format("expression '{}', column {}: {}", text, column, why));
}

std::string reason_of(const mu::ParserError& error, const Scope& scope) {
  if (error.GetCode() == mu::ecUNASSIGNABLE_TOKEN) {
    if (error.GetToken().starts_with('%')) return "no operator %: a remainder is mod(a, b)";
    if (error.GetToken() == "pow") return "unknown name 'pow': a power is a ^ b";
    std::vector<std::string> known(functions.begin(), functions.end());
    for (const auto& [name, slot] : scope.visible()) known.push_back(name);
    return fmt::format("unknown name '{}'{}", error.GetToken(),
                       did_you_mean(error.GetToken(), known));
  }
  std::string why = error.GetMsg();
  why = why.substr(0, why.find(" at position "));  // the column says it
  if (!why.empty() && why.back() == '.') why.pop_back();
  if (!why.empty() && why.front() >= 'A' && why.front() <= 'Z') {
    why.front() = static_cast<char>(why.front() - 'A' + 'a');
  }
  return why;
}

}  // namespace

struct Expression::Compiled {
  mu::Parser parser = fresh_parser();
};

Expression::Expression(double constant) : constant_(constant) {}
Expression::~Expression() = default;
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;

std::size_t Scope::add(const std::string& name, const Place& place) {
  if (!is_identifier(name)) {
    refuse_at(place, fmt::format("'{}' is not a name: letters, digits and _, at most 60", name));
  }
  if (std::ranges::find(functions, name) != functions.end()) {
    refuse_at(place, fmt::format("'{}' is the name of a function", name));
  }
  if (visible_.contains(name)) refuse_at(place, fmt::format("'{}' is named twice", name));
  names_.push_back(name);
  values_.push_back(std::make_unique<double>(0.0));
  visible_[name] = values_.size() - 1;
  return values_.size() - 1;
}

Expression::Expression(const std::string& text, Scope& scope, const Place& place)
    : compiled_(std::make_unique<Compiled>()),
      written_(std::make_unique<Written>(Written{.text = text, .scope = &scope, .place = place})) {
  if (text.size() > longest) {
    refuse_at(place,
              fmt::format("an expression of {} characters; at most {}", text.size(), longest));
  }
  if (const std::size_t at = assignment_in(text); at != std::string_view::npos) {
    refuse_expression(place, text, at + 1, "'=' would change a value; compare with '=='");
  }
  mu::Parser& parser = compiled_->parser;
  try {
    for (const auto& [name, slot] : scope.visible()) {
      if (text.find(name) != std::string::npos) parser.DefineVar(name, &scope.value(slot));
    }
    parser.SetExpr(text);
    (void)parser.Eval();  // before the names are asked for, which hides unknown functions
    for (const auto& [name, address] : parser.GetUsedVar()) {
      written_->slots.push_back(scope.visible().at(name));
    }
    if (parser.GetNumResults() != 1) refuse_expression(place, text, 1, "has more than one value");
    if (!written_->slots.empty()) return;
    constant_ = parser.Eval();
  } catch (const mu::ParserError& error) {
    const auto at = static_cast<std::size_t>(std::max(0, error.GetPos()));
    refuse_expression(place, text, std::min(at, text.size()) + 1, reason_of(error, scope));
  }
  compiled_.reset();
}

double Expression::evaluated() const {
  double value = constant_;
  if (compiled_ != nullptr) {
    try {
      value = compiled_->parser.Eval();
    } catch (const mu::ParserError& error) {
      refuse_at(place(), fmt::format("{}: {}", description(), error.GetMsg()));
    }
  }
  if (std::isfinite(value)) return value;
  if (std::isnan(value)) refuse_at(place(), description() + " is nan");  // its sign means nothing
  refuse_at(place(), fmt::format("{} is {}", description(), value));
}

void require_expressions() {}

}  // namespace plumb
