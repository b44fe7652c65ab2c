// plumb/shader/evaluate.h - what one instruction computes, in float or in Bounded.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cfloat>
#include <cmath>
#include <type_traits>

#include "plumb/shader/interpret.h"

namespace plumb::shader {

template <class Number>
Number dot(const VectorOf<Number>& a, const VectorOf<Number>& b, int count) {
  Number sum = a[0] * b[0];
  for (std::size_t i = 1; i < static_cast<std::size_t>(count); ++i) sum = sum + a[i] * b[i];
  return sum;
}

template <class Number>
VectorOf<Number> replicated(const Number& value) {
  return {value, value, value, value};
}

// x = mantissa * 2^exponent, 1 <= mantissa < 2; x is neither 0 nor infinite.
struct Parts {
  double exponent = 0;
  double mantissa = 0;
};
inline Parts parts_of(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return {static_cast<double>(exponent - 1), 2 * mantissa};
}

template <class Number>
VectorOf<Number> partial_logarithm(const Number& a) {
  const Number x = absolute(a);
  if (value_of(x) == 0 || !std::isfinite(value_of(x))) {
    return {Number(-FLT_MAX), Number(1.0F), Number(-FLT_MAX), Number(1.0F)};
  }
  const Parts parts = parts_of(static_cast<double>(value_of(x)));
  if constexpr (std::is_same_v<Number, Bounded>) {
    // Exact, unless an error carries x over the next power of two.
    const double below = magnitude(x) - x.error;
    const double over =
        below <= 0 ? INFINITY
                   : std::floor(std::log2(magnitude(x) + x.error)) - std::floor(std::log2(below));
    return {Number(parts.exponent, over),
            Number(parts.mantissa, std::ldexp(x.error, -static_cast<int>(parts.exponent)) + over),
            logarithm(x), Number(1.0F)};
  } else {
    return {Number(static_cast<float>(parts.exponent)), Number(static_cast<float>(parts.mantissa)),
            logarithm(x), Number(1.0F)};
  }
}

template <class Number>
VectorOf<Number> lit(const VectorOf<Number>& s) {
  const Number zero(0.0F);
  const Number most = minimum(maximum(s[3], Number(-127.9961F)), Number(127.9961F));
  const Number specular = select(-s[0], zero, power(maximum(s[1], zero), most));
  return {Number(1.0F), maximum(s[0], zero), specular, Number(1.0F)};
}

template <class Number>
VectorOf<Number> cross(const VectorOf<Number>& a, const VectorOf<Number>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0],
          Number(0.0F)};
}

template <class Number>
Number scalar(Opcode op, const Number& a, const Number& b) {
  switch (op) {
    case Opcode::rcp:
      return Number(1.0F) / a;
    case Opcode::rsq:
      return Number(1.0F) / square_root(absolute(a));
    case Opcode::exp:
      return power_of_two(a);
    case Opcode::log:
      return logarithm(a);
    default:
      return power(a, b);
  }
}

template <class Number>
Number component(Opcode op, const Number& a, const Number& b, const Number& c) {
  switch (op) {
    case Opcode::add:
      return a + b;
    case Opcode::sub:
      return a - b;
    case Opcode::mul:
      return a * b;
    case Opcode::mad:
      return a * b + c;
    case Opcode::min:
      return minimum(a, b);
    case Opcode::max:
      return maximum(a, b);
    case Opcode::slt:
      return less(a, b);
    case Opcode::sge:
      return at_least(a, b);
    case Opcode::frc:
      return a - floor_of(a);
    case Opcode::abs:
      return absolute(a);
    case Opcode::lrp:
      return c + a * (b - c);
    case Opcode::cmp:
      return select(a, b, c);
    case Opcode::sgn:
      return sign(a);
    default:  // mov, mova
      return a;
  }
}

// expp and logp have parts of their results in vs_1_1; later they are exp and log with less
// precision.
template <class Number>
VectorOf<Number> special(Opcode op, Profile profile, const VectorOf<Number>& a,
                         const VectorOf<Number>& b, const VectorOf<Number>& c) {
  switch (op) {
    case Opcode::expp: {
      if (profile != Profile::vs_1_1) return replicated(power_of_two(a[0]));
      const Number floor = floor_of(a[0]);
      return {power_of_two(floor), a[0] - floor, power_of_two(a[0]), Number(1.0F)};
    }
    case Opcode::logp:
      if (profile != Profile::vs_1_1) return replicated(logarithm(a[0]));
      return partial_logarithm(a[0]);
    case Opcode::lit:
      return lit(a);
    case Opcode::dst:
      return {Number(1.0F), a[1] * b[1], a[2], b[3]};
    case Opcode::crs:
      return cross(a, b);
    case Opcode::nrm: {
      const Number scale = Number(1.0F) / square_root(dot(a, a, 3));
      return {a[0] * scale, a[1] * scale, a[2] * scale, a[3] * scale};
    }
    case Opcode::sincos:
      return {cosine(a[0]), sine(a[0]), Number(0.0F), Number(0.0F)};
    default:  // dp2add
      return replicated(dot(a, b, 2) + c[0]);
  }
}

}  // namespace plumb::shader
