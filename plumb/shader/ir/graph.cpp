// plumb/shader/ir/graph.cpp - making values: equal ones once, numbers folded, classes by lattice.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/ir/graph.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>

namespace plumb::shader {
std::string name_of(Variation variation) {
  constexpr std::array<const char*, 5> names{"constant", "uniform", "flat", "affine", "varying"};
  return names.at(static_cast<std::size_t>(variation));
}

std::optional<float> fold(Operation operation, float a, float b) {
  switch (operation) {
    case Operation::add:
      return a + b;
    case Operation::multiply:
      return a * b;
    case Operation::minimum:
      return a < b ? a : b;
    case Operation::maximum:
      return a >= b ? a : b;
    case Operation::reciprocal:
      return 1 / a;
    case Operation::absolute:
      return std::fabs(a);
    case Operation::fraction:
      return a - std::floor(a);
    case Operation::saturate:
      return std::clamp(a, 0.0F, 1.0F);
    default:
      return std::nullopt;
  }
}

bool is_exact(Operation operation, float a, float b, float result) {
  const auto first = static_cast<double>(a);
  const auto second = static_cast<double>(b);
  const auto found = static_cast<double>(result);
  switch (operation) {
    case Operation::add:
      return found - first == second && found - second == first;
    case Operation::multiply:
      return first * second == found;
    case Operation::reciprocal:
      return found * first == 1;
    case Operation::fraction:
      return first - std::floor(first) == found;
    default:
      return true;
  }
}

std::size_t Graph::Hash::operator()(const Node& node) const {
  std::size_t hash = static_cast<std::size_t>(node.operation);
  const auto mix = [&](std::uint32_t more) {
    hash = (hash ^ more) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29;
  };
  mix(std::bit_cast<std::uint32_t>(node.number));
  mix(static_cast<std::uint32_t>(node.index * 4 + node.component));
  mix(static_cast<std::uint32_t>(node.a));
  mix(static_cast<std::uint32_t>(node.b));
  mix(static_cast<std::uint32_t>(node.c));
  return hash;
}

Value Graph::insert(const Node& node) {
  const auto [place, fresh] = known_.try_emplace(node, size());
  if (fresh) nodes_.push_back(node);
  return place->second;
}

Value Graph::number(float value) {
  return insert({.operation = Operation::number, .number = value == 0 ? 0.0F : value});
}
Value Graph::uniform(int index, int component) {
  return insert({.operation = Operation::uniform,
                 .variation = Variation::uniform,
                 .index = index,
                 .component = component});
}
Value Graph::attribute(int index, int component) {
  return insert({.operation = Operation::attribute,
                 .variation = Variation::varying,
                 .index = index,
                 .component = component});
}
Value Graph::interpolant(int index, int component, Variation variation, bool centroid) {
  return insert({.operation = Operation::interpolant,
                 .variation = variation,
                 .number = centroid ? 1.0F : 0.0F,
                 .index = index,
                 .component = component});
}
Value Graph::color(int index, int component, bool centroid) {
  return insert({.operation = Operation::color,
                 .variation = Variation::varying,
                 .number = centroid ? 1.0F : 0.0F,
                 .index = index,
                 .component = component});
}
Value Graph::indexed_uniform(int index, int component, Value address) {
  return insert({.operation = Operation::indexed_uniform,
                 .variation = std::max(Variation::uniform, (*this)[address].variation),
                 .index = index,
                 .component = component,
                 .a = address});
}

// Four coordinates in three operands: the last two are paired by a node of their own.
Value Graph::sample(int sampler, int component, int kind, Value u, Value v, Value w, Value q) {
  const Value depth = insert({.operation = Operation::sample,
                              .variation = Variation::varying,
                              .index = -1,
                              .a = w,
                              .b = q});
  return insert({.operation = Operation::sample,
                 .variation = Variation::varying,
                 .number = static_cast<float>(kind),
                 .index = sampler,
                 .component = component,
                 .a = u,
                 .b = v,
                 .c = depth});
}

// What the paper calls linear (C3), per component: sums of affine values, and products with one
// factor that is the same for all pixels. A flat value is such a factor.
Variation Graph::variation_of(Operation operation, Value a, Value b, Value c) const {
  Variation most = Variation::constant;
  int moving = 0;
  for (const Value operand : {a, b, c}) {
    if (operand == no_value) continue;
    most = std::max(most, (*this)[operand].variation);
    if ((*this)[operand].variation > Variation::flat) ++moving;
  }
  if (most != Variation::affine) return most;
  switch (operation) {
    case Operation::add:
    case Operation::negate:
      return Variation::affine;
    case Operation::multiply:
      return moving == 1 ? Variation::affine : Variation::varying;
    default:
      return Variation::varying;
  }
}

Value Graph::negate(Value a) {
  const Node& node = (*this)[a];
  if (node.operation == Operation::number) return number(-node.number);
  if (node.operation == Operation::negate) return node.a;
  return insert({.operation = Operation::negate, .variation = node.variation, .a = a});
}

Value Graph::apply(Operation operation, Value a, Value b, Value c) {
  if (operation == Operation::negate) return negate(a);
  const auto is_number = [&](Value value) {
    return value != no_value && (*this)[value].operation == Operation::number;
  };
  if (is_number(a) && (b == no_value || is_number(b)) && c == no_value) {
    const std::optional<float> value =
        fold(operation, (*this)[a].number, b == no_value ? 0 : (*this)[b].number);
    if (value && std::isfinite(*value)) {
      rounded_ = rounded_ || !is_exact(operation, (*this)[a].number,
                                       b == no_value ? 0 : (*this)[b].number, *value);
      return number(*value);
    }
  }
  // a + b and b + a round alike, and so do products.
  if ((operation == Operation::add || operation == Operation::multiply) && b < a) std::swap(a, b);
  return insert({.operation = operation,
                 .variation = variation_of(operation, a, b, c),
                 .a = a,
                 .b = b,
                 .c = c});
}

}  // namespace plumb::shader
