// plumb/application/no_expressions.cpp - what stands for expression.cpp in a build without
// muParser.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/application/expression.h"

namespace plumb {

struct Expression::Compiled {};

Expression::Expression(double constant) : constant_(constant) {}
Expression::~Expression() = default;
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;

void require_expressions() {
  throw Error(ErrorKind::unavailable,
              "application files need muParser, which this program was built without; install "
              "libmuparser-dev and build again, or turn the file into a program of numbers "
              "elsewhere: plumb predict FILE.toml --resolve FILE.json");
}

std::size_t Scope::add(const std::string&, const Place&) {
  require_expressions();
  return 0;
}

Expression::Expression(const std::string&, Scope&, const Place&) { require_expressions(); }

double Expression::evaluated() const { return constant_; }

}  // namespace plumb
