// tests/shader/oracle/expression.cpp - evaluates expressions of the host.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/shader/oracle/expression.h"

#include <algorithm>
#include <cctype>
#include <cfloat>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace plumb::oracle {
namespace {

double result_of(const std::string& name, const std::vector<double>& s) {
  double sum = s[0];
  double product = s[0];
  for (std::size_t i = 1; i < s.size(); ++i) {
    sum += s[i];
    product *= s[i];
  }
  const double a = s[0];
  const double b = s.size() > 1 ? s[1] : 0;
  if (name == "add") return sum;
  if (name == "mul") return product;
  if (name == "neg") return -a;
  if (name == "min") return std::min(a, b);
  if (name == "max") return std::max(a, b);
  if (name == "rcp") return 1 / a;
  if (name == "rsq") return 1 / std::sqrt(std::fabs(a));
  if (name == "exp") return std::exp2(a);
  if (name == "log") {
    return a == 0 ? -static_cast<double>(FLT_MAX) : std::log2(std::fabs(a));
  }
  if (name == "frc") return a - std::floor(a);
  if (name == "abs") return std::fabs(a);
  if (name == "cmp") return a >= 0 ? b : s[2];
  if (name == "pow") return std::pow(std::fabs(a), b);
  if (name == "sin") return std::sin(a);
  if (name == "cos") return std::cos(a);
  if (name == "sat") return std::clamp(a, 0.0, 1.0);
  throw std::runtime_error("the oracle does not know " + name);
}

struct Reader {
  const std::string& text;
  const std::map<int, Four>& constants;
  std::size_t at = 0;

  double value() {
    while (text.at(at) == ' ') ++at;
    std::string word;
    while (at < text.size() && std::string_view(",() ").find(text[at]) == std::string_view::npos) {
      word += text[at++];
    }
    if (at < text.size() && text[at] == '(') {
      std::vector<double> operands;
      do {
        ++at;
        operands.push_back(value());
      } while (text.at(at) == ',');
      ++at;
      return result_of(word, operands);
    }
    if (word[0] != 'c') return static_cast<double>(std::stof(word));
    const std::size_t dot = word.find('.');
    const std::size_t component = std::string_view("xyzw").find(word.at(dot + 1));
    return constants.at(std::stoi(word.substr(1, dot - 1))).at(component);
  }
};

}  // namespace

double value_of(const std::string& expression, const std::map<int, Four>& constants) {
  return Reader{expression, constants}.value();
}

}  // namespace plumb::oracle
