// plumb/application/expression.h - arithmetic over named values, as application files write it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/base/error.h"

namespace plumb {

// Where a text stands in its file, for messages: "morphology.toml:12:10".
struct Place {
  std::string file;
  std::size_t line = 0;
  std::size_t column = 0;
  std::string text;  // the whole line
};

// An input error at this place, with the line below it.
[[noreturn]] void refuse_at(const Place& place, const std::string& why);

// Values by name, at addresses that stay. Expressions read them there; who changes a value changes
// what the expressions say next.
class Scope {
 public:
  // The slot of a new name; refuses one that is not an identifier, is a function's, or visible
  // already.
  std::size_t add(const std::string& name, const Place& place);
  // Later expressions do not see the name any more; its slot stays.
  void hide(std::size_t slot) { visible_.erase(names_[slot]); }

  [[nodiscard]] const std::map<std::string, std::size_t>& visible() const { return visible_; }
  [[nodiscard]] const std::string& name(std::size_t slot) const { return names_[slot]; }
  [[nodiscard]] double& value(std::size_t slot) { return *values_[slot]; }
  [[nodiscard]] double value(std::size_t slot) const { return *values_[slot]; }

 private:
  std::vector<std::string> names_;  // by slot
  std::map<std::string, std::size_t> visible_;
  std::vector<std::unique_ptr<double>> values_;
};

// Functions: ceil, floor, round, abs, sqrt, log2, min, max, mod. Operators: + - * / ^, comparisons,
// && and ||, and c ? a : b.
//
// A pass has some thirty of them, of which most are numbers that nobody stated: those are small,
// and what was read beside a value lies elsewhere.
class Expression {
 public:
  Expression(double constant = 0);  // NOLINT(google-explicit-constructor): a number is one

  // Refuses (input error at `place`, with the column inside the text) what is not an expression
  // over the names in `scope`, which must outlive it.
  Expression(const std::string& text, Scope& scope, const Place& place);
  ~Expression();
  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;

  // The value now; an infinite or undefined one is refused, with the values that lead to it.
  [[nodiscard]] double value() const {
    return compiled_ == nullptr && std::isfinite(constant_) ? constant_ : evaluated();
  }

  // Whether the value depends on the slot.
  [[nodiscard]] bool uses(std::size_t slot) const;
  [[nodiscard]] const std::vector<std::size_t>& slots() const { return written().slots; }

  [[nodiscard]] bool is_number() const { return written().text.empty(); }
  // "expression 'N / u' with N = 4, u = 0", or the number: for messages.
  [[nodiscard]] std::string description() const;
  [[nodiscard]] const Place& place() const { return written().place; }
  void set_place(const Place& place);

  struct Compiled;

 private:
  // How it stands in its file.
  struct Written {
    std::string text = {};
    std::vector<std::size_t> slots = {};
    const Scope* scope = nullptr;
    Place place = {};
  };
  // Of a number that stands nowhere: nothing.
  [[nodiscard]] const Written& written() const;
  [[nodiscard]] double evaluated() const;

  double constant_ = 0;
  std::unique_ptr<Compiled> compiled_;
  std::unique_ptr<Written> written_;
};

// Throws ErrorKind::unavailable where the program was built without the expression library.
void require_expressions();

}  // namespace plumb
