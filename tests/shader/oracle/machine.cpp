// tests/shader/oracle/machine.cpp - the oracle's arithmetic.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/shader/oracle/machine.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace plumb::oracle {
namespace {

Four all(double value) { return {value, value, value, value}; }
double log_of(double x) { return x == 0 ? -static_cast<double>(FLT_MAX) : std::log2(std::fabs(x)); }
double dot(const Four& a, const Four& b, std::size_t count) {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

using Operands = std::vector<Four>;

// Instructions that treat all components alike.
const std::map<std::string, std::function<double(double, double, double)>>& by_component() {
  static const std::map<std::string, std::function<double(double, double, double)>> table{
      {"mov", [](double a, double, double) { return a; }},
      {"mova", [](double a, double, double) { return a; }},
      {"add", [](double a, double b, double) { return a + b; }},
      {"sub", [](double a, double b, double) { return a - b; }},
      {"mul", [](double a, double b, double) { return a * b; }},
      {"mad", [](double a, double b, double c) { return a * b + c; }},
      {"min", [](double a, double b, double) { return a < b ? a : b; }},
      {"max", [](double a, double b, double) { return a >= b ? a : b; }},
      {"slt", [](double a, double b, double) { return a < b ? 1.0 : 0.0; }},
      {"sge", [](double a, double b, double) { return a >= b ? 1.0 : 0.0; }},
      {"frc", [](double a, double, double) { return a - std::floor(a); }},
      {"abs", [](double a, double, double) { return std::fabs(a); }},
      {"sgn", [](double a, double, double) { return a < 0   ? -1.0
                                                    : a > 0 ? 1.0
                                                            : 0.0; }},
      {"lrp", [](double a, double b, double c) { return a * b + (1 - a) * c; }},
      {"cmp", [](double a, double b, double c) { return a >= 0 ? b : c; }}};
  return table;
}

// Instructions that read one component of each operand.
const std::map<std::string, std::function<double(double, double)>>& of_scalars() {
  static const std::map<std::string, std::function<double(double, double)>> table{
      {"rcp", [](double a, double) { return 1 / a; }},
      {"rsq", [](double a, double) { return 1 / std::sqrt(std::fabs(a)); }},
      {"exp", [](double a, double) { return std::exp2(a); }},
      {"log", [](double a, double) { return log_of(a); }},
      {"pow", [](double a, double b) { return std::pow(std::fabs(a), b); }}};
  return table;
}

Four special(const std::string& op, bool first_version, const Operands& s) {
  const Four& a = s[0];
  if (op == "expp") {
    if (!first_version) return all(std::exp2(a[0]));
    return {std::exp2(std::floor(a[0])), a[0] - std::floor(a[0]), std::exp2(a[0]), 1};
  }
  if (op == "logp") {
    if (!first_version) return all(log_of(a[0]));
    const double x = std::fabs(a[0]);
    if (x == 0) return {-static_cast<double>(FLT_MAX), 1, -static_cast<double>(FLT_MAX), 1};
    const double exponent = std::floor(std::log2(x));
    return {exponent, x / std::exp2(exponent), std::log2(x), 1};
  }
  if (op == "lit") {
    const double power = std::clamp(a[3], -127.9961, 127.9961);
    return {1, std::max(a[0], 0.0), a[0] > 0 ? std::pow(std::max(a[1], 0.0), power) : 0.0, 1};
  }
  if (op == "dst") return {1, a[1] * s[1][1], a[2], s[1][3]};
  if (op == "crs") {
    const Four& b = s[1];
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], 0};
  }
  if (op == "nrm") {
    const double length = std::sqrt(dot(a, a, 3));
    return {a[0] / length, a[1] / length, a[2] / length, a[3] / length};
  }
  if (op == "sincos") return {std::cos(a[0]), std::sin(a[0]), 0, 0};
  return all(dot(a, s[1], 2) + s[2][0]);  // dp2add
}

class Machine {
 public:
  Machine(const Program& program, const Registers& given, const Texture& texture)
      : program_(program), texture_(texture) {
    out_.registers = given;
    for (const auto& [index, numbers] : program.numbers) out_.registers["c"][index] = numbers;
    for (const Input& input : program.inputs) {
      if (input.file == "s") kinds_[input.index] = input.usage;
    }
  }

  Outcome run() {
    for (const Line& line : program_.lines) step(line);
    return std::move(out_);
  }

 private:
  Four read(const Operand& operand, int row = 0) {
    int index = operand.index + row;
    if (operand.indexed) {
      index += static_cast<int>(
          std::nearbyint(out_.registers["a"][0].at(static_cast<std::size_t>(operand.address))));
    }
    const std::array<int, 4> swizzle = swizzle_of(operand);
    const Four& from = out_.registers[operand.file][index];
    Four value{};
    for (std::size_t i = 0; i < 4; ++i) {
      const double one = from.at(static_cast<std::size_t>(swizzle[i]));
      value[i] = operand.negative ? -one : one;
    }
    return value;
  }

  void step(const Line& line) {
    if (line.op == "nop") return;
    if (line.op == "texkill") {
      const Four tested = read(line.operands[0]);
      out_.killed = out_.killed || tested[0] < 0 || tested[1] < 0 || tested[2] < 0;
      return;
    }
    Four value = value_of(line);
    const Operand& to = line.operands[0];
    const std::array<bool, 4> mask = mask_of(to);
    Four& target = out_.registers[to.file][to.index];
    for (std::size_t i = 0; i < 4; ++i) {
      if (mask[i] && !std::isfinite(value[i])) out_.undefined = true;
      if (line.saturate) value[i] = std::min(std::max(value[i], 0.0), 1.0);
      if (!mask[i]) continue;
      target[i] = value[i];
    }
  }

  Four value_of(const Line& line) {
    if (line.op.starts_with("texld")) return sample(line);
    if (line.op.size() == 4 && line.op[0] == 'm' && line.op[2] == 'x') return matrix(line);
    Operands s;
    for (std::size_t i = 1; i < line.operands.size(); ++i) s.push_back(read(line.operands[i]));
    if (line.op == "dp3" || line.op == "dp4") return all(dot(s[0], s[1], line.op == "dp3" ? 3 : 4));
    const std::size_t count = s.size();
    s.resize(3);
    if (const auto found = by_component().find(line.op); found != by_component().end()) {
      Four out{};
      for (std::size_t i = 0; i < 4; ++i) out[i] = found->second(s[0][i], s[1][i], s[2][i]);
      return out;
    }
    if (const auto found = of_scalars().find(line.op); found != of_scalars().end()) {
      return all(found->second(s[0][0], count > 1 ? s[1][0] : 0));
    }
    return special(line.op, program_.version == "vs_1_1", s);
  }

  Four matrix(const Line& line) {
    const auto columns = static_cast<std::size_t>(line.op[1] - '0');
    const int rows = line.op[3] - '0';
    const Four a = read(line.operands[1]);
    Four out{};
    for (int row = 0; row < rows; ++row) {
      out.at(static_cast<std::size_t>(row)) = dot(a, read(line.operands[2], row), columns);
    }
    return out;
  }

  Four sample(const Line& line) {
    Four at = read(line.operands[1]);
    if (line.op == "texldp") at = {at[0] / at[3], at[1] / at[3], at[2] / at[3], at[3]};
    const int sampler = line.operands[2].index;
    return texture_(sampler, kinds_[sampler], at, line.op == "texldb" ? at[3] : 0);
  }

  const Program& program_;
  const Texture& texture_;
  Outcome out_;
  std::map<int, std::string> kinds_;
};

}  // namespace

Outcome run(const Program& program, const Registers& given, const Texture& texture) {
  return Machine(program, given, texture).run();
}

}  // namespace plumb::oracle
