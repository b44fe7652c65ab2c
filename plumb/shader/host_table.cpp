// plumb/shader/host_table.cpp - expressions of the host: as text, as numbers, as values.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/host_table.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/shader/evaluate.h"
#include "plumb/shader/language/rules.h"

namespace plumb::shader {
namespace {

struct HostOperation {
  std::string_view name;
  Operation operation;
  std::size_t operands;

  // Sums and products take more than two operands: add(a, b, c).
  [[nodiscard]] bool takes_more() const {
    return operation == Operation::add || operation == Operation::multiply;
  }
};

// Named as the instructions are, where there is one.
constexpr std::array<HostOperation, 19> operations{{{"add", Operation::add, 2},
                                                    {"mul", Operation::multiply, 2},
                                                    {"neg", Operation::negate, 1},
                                                    {"min", Operation::minimum, 2},
                                                    {"max", Operation::maximum, 2},
                                                    {"rcp", Operation::reciprocal, 1},
                                                    {"rsq", Operation::reciprocal_root, 1},
                                                    {"exp", Operation::power_of_two, 1},
                                                    {"log", Operation::logarithm, 1},
                                                    {"frc", Operation::fraction, 1},
                                                    {"abs", Operation::absolute, 1},
                                                    {"slt", Operation::less, 2},
                                                    {"sge", Operation::at_least, 2},
                                                    {"cmp", Operation::select, 3},
                                                    {"pow", Operation::power, 2},
                                                    {"sin", Operation::sine, 1},
                                                    {"cos", Operation::cosine, 1},
                                                    {"sgn", Operation::sign, 1},
                                                    {"sat", Operation::saturate, 1}}};

const HostOperation* find(Operation operation) {
  const auto found = std::ranges::find(operations, operation, &HostOperation::operation);
  return found == operations.end() ? nullptr : &*found;
}

// The few words of an expression; no grammar of programs fits.
class ExpressionReader {
 public:
  ExpressionReader(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  HostExpression read() {
    HostExpression out = expression(0);
    if (at_ < text_.size()) refuse("unexpected text behind the expression");
    return out;
  }

 private:
  static constexpr int deepest = 256;  // of operations in each other; a program has 96 slots

  [[noreturn]] void refuse(const std::string& message) const {
    throw Error(ErrorKind::input, fmt::format("{}: '{}', character {}: {}", name_,
                                              text_.substr(0, 80), at_ + 1, message));
  }
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool next_is(char sign) {
    skip();
    return at_ < text_.size() && text_[at_] == sign;
  }
  void expect(char sign) {
    skip();
    if (at_ >= text_.size() || text_[at_] != sign) refuse(fmt::format("expected '{}'", sign));
    ++at_;
  }

  HostExpression expression(int depth) {
    if (depth > deepest) refuse("operations lie too deep in each other");
    skip();
    const std::string_view rest = text_.substr(at_);
    for (const HostOperation& one : operations) {
      if (!rest.starts_with(one.name) || !rest.substr(one.name.size()).starts_with("(")) continue;
      at_ += one.name.size();
      HostExpression out{.operation = one.operation};
      for (std::size_t i = 0; i < one.operands || (one.takes_more() && next_is(',')); ++i) {
        expect(i == 0 ? '(' : ',');
        out.operands.push_back(expression(depth + 1));
      }
      expect(')');
      return out;
    }
    return rest.starts_with("c") ? constant() : number();
  }

  template <class Value>
  Value number_here(const char* what) {
    Value value{};
    const auto [end, code] =
        std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (code != std::errc()) refuse(fmt::format("expected {}", what));
    at_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }

  HostExpression constant() {
    ++at_;
    HostExpression out{.operation = Operation::uniform,
                       .index = number_here<int>("the number of a constant")};
    const int count = limits_of(Profile::ps_2_0).constants;
    if (out.index < 0 || out.index >= count) {
      refuse(fmt::format("the fragment program has c0 to c{}", count - 1));
    }
    expect('.');
    const std::size_t letter =
        at_ < text_.size() ? std::string_view("xyzw").find(text_[at_]) : std::string_view::npos;
    if (letter == std::string_view::npos) refuse("expected x, y, z or w");
    out.component = static_cast<int>(letter);
    ++at_;
    return out;
  }

  HostExpression number() {
    return {.operation = Operation::number,
            .number = number_here<float>("a number, a constant or an operation")};
  }

  std::string_view text_;
  std::string_view name_;
  std::size_t at_ = 0;
};

template <class Number>
Number apply(Operation operation, const Number& a, const Number& b, const Number& c) {
  switch (operation) {
    case Operation::add:
      return a + b;
    case Operation::multiply:
      return a * b;
    case Operation::negate:
      return -a;
    case Operation::minimum:
      return minimum(a, b);
    case Operation::maximum:
      return maximum(a, b);
    case Operation::reciprocal:
      return Number(1.0F) / a;
    case Operation::reciprocal_root:
      return Number(1.0F) / square_root(absolute(a));
    case Operation::power_of_two:
      return power_of_two(a);
    case Operation::logarithm:
      return logarithm(a);
    case Operation::fraction:
      return a - floor_of(a);
    case Operation::absolute:
      return absolute(a);
    case Operation::less:
      return less(a, b);
    case Operation::at_least:
      return at_least(a, b);
    case Operation::select:
      return select(a, b, c);
    case Operation::power:
      return power(a, b);
    case Operation::sine:
      return sine(a);
    case Operation::cosine:
      return cosine(a);
    case Operation::sign:
      return sign(a);
    default:
      return saturate(a);
  }
}

}  // namespace

bool host_computes(Operation operation) { return find(operation) != nullptr; }

std::string print(const HostExpression& expression) {
  if (expression.operation == Operation::number) return fmt::format("{}", expression.number);
  if (expression.operation == Operation::uniform) {
    return fmt::format("c{}.{}", expression.index,
                       "xyzw"[static_cast<std::size_t>(expression.component)]);
  }
  std::vector<std::string> operands;
  for (const HostExpression& one : expression.operands) operands.push_back(print(one));
  return fmt::format("{}({})", find(expression.operation)->name, fmt::join(operands, ", "));
}

HostExpression read_host_expression(std::string_view text, std::string_view name) {
  return ExpressionReader(text, name).read();
}

template <class Number>
Number evaluate(const HostExpression& expression, const ConstantsOf<Number>& fragment) {
  if (expression.operation == Operation::number) return Number(expression.number);
  if (expression.operation == Operation::uniform) {
    return fragment.at(
        static_cast<std::size_t>(expression.index))[static_cast<std::size_t>(expression.component)];
  }
  std::array<Number, 3> operands{};
  for (std::size_t i = 0; i < expression.operands.size(); ++i) {
    const Number value = evaluate<Number>(expression.operands[i], fragment);
    // Sums and products go on from the left.
    if (i >= 2 && find(expression.operation)->takes_more()) {
      operands[0] = apply(expression.operation, operands[0], operands[1], operands[2]);
      operands[1] = value;
    } else {
      operands.at(i) = value;
    }
  }
  return apply(expression.operation, operands[0], operands[1], operands[2]);
}
template float evaluate(const HostExpression&, const ConstantsOf<float>&);
template Bounded evaluate(const HostExpression&, const ConstantsOf<Bounded>&);

Value value_of(Graph& graph, const HostExpression& expression,
               const std::function<Value(int, int)>& uniform) {
  if (expression.operation == Operation::number) return graph.number(expression.number);
  if (expression.operation == Operation::uniform) {
    return uniform(expression.index, expression.component);
  }
  std::array<Value, 3> operands{no_value, no_value, no_value};
  for (std::size_t i = 0; i < expression.operands.size(); ++i) {
    const Value value = value_of(graph, expression.operands[i], uniform);
    if (i >= 2 && find(expression.operation)->takes_more()) {
      operands[0] = graph.apply(expression.operation, operands[0], operands[1]);
      operands[1] = value;
    } else {
      operands.at(i) = value;
    }
  }
  return graph.apply(expression.operation, operands[0], operands[1], operands[2]);
}

}  // namespace plumb::shader
