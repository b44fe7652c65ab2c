// plumb/shader/bounded.h - numbers that know how far they can be from those of exact arithmetic.
//
// The same operations exist for float and for Bounded, under the same names, so that one
// interpreter serves both.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace plumb::shader {

// A running error analysis in double: the result of exact arithmetic on the same inputs lies within
// `error` of `value`. An operation that double does exactly, as the product of two floats, adds
// none. Where a comparison could go either way, the error spans both outcomes; where nothing is
// known (1 / x around 0), it is infinite.
struct Bounded {
  double value = 0;
  double error = 0;
  Bounded() = default;
  explicit Bounded(float exact) : value(static_cast<double>(exact)) {}  // an input: no error yet
  Bounded(double computed, double bound) : value(computed), error(bound) {}
};

inline constexpr double unit_roundoff = 0x1p-53;
// Functions of the host's library are good to one unit in the last place, 2 roundoffs.
inline constexpr double library_roundoff = 2 * unit_roundoff;

// The result of an operation: its operands' errors as they arrive, and its own.
inline Bounded with_error(double value, double arriving, double own) {
  const double bound = arriving + own;
  return {value, std::isfinite(value) && !std::isnan(bound) ? bound : INFINITY};
}
inline Bounded rounded(double value, double arriving, double roundoff = unit_roundoff) {
  return with_error(value, arriving, roundoff * std::fabs(value));
}
inline double magnitude(const Bounded& a) { return std::fabs(a.value); }

inline float value_of(float a) { return a; }
inline double value_of(const Bounded& a) { return a.value; }
inline double error_of(float) { return 0; }
inline double error_of(const Bounded& a) { return a.error; }

inline Bounded operator-(const Bounded& a) { return {-a.value, a.error}; }
// The own error of a sum is known exactly (Knuth's two-sum), and so is that of a product.
inline Bounded operator+(const Bounded& a, const Bounded& b) {
  const double sum = a.value + b.value;
  const double of_b = sum - a.value;
  const double lost = (a.value - (sum - of_b)) + (b.value - of_b);
  return with_error(sum, a.error + b.error, std::fabs(lost));
}
inline Bounded operator-(const Bounded& a, const Bounded& b) { return a + -b; }
inline Bounded operator*(const Bounded& a, const Bounded& b) {
  const double product = a.value * b.value;
  const double lost = std::fabs(std::fma(a.value, b.value, -product));
  return with_error(product, magnitude(a) * b.error + magnitude(b) * a.error + a.error * b.error,
                    lost);
}
inline Bounded operator/(const Bounded& a, const Bounded& b) {
  const double quotient = a.value / b.value;
  const double divisor = magnitude(b) - b.error;  // the smallest that it can be
  if (!(divisor > 0)) return {quotient, INFINITY};
  const bool exact = std::fma(quotient, b.value, -a.value) == 0;
  return rounded(quotient, (a.error + std::fabs(quotient) * b.error) / divisor,
                 exact ? 0 : unit_roundoff);
}

inline float minimum(float a, float b) { return a < b ? a : b; }
inline float maximum(float a, float b) { return a >= b ? a : b; }
inline Bounded minimum(const Bounded& a, const Bounded& b) {
  return {a.value < b.value ? a.value : b.value, std::max(a.error, b.error)};
}
inline Bounded maximum(const Bounded& a, const Bounded& b) {
  return {a.value >= b.value ? a.value : b.value, std::max(a.error, b.error)};
}
inline float absolute(float a) { return std::fabs(a); }
inline Bounded absolute(const Bounded& a) { return {std::fabs(a.value), a.error}; }

// Whether a < 0 might turn out otherwise in exact arithmetic.
inline bool may_change_sign(float) { return false; }
inline bool may_change_sign(const Bounded& a) {
  return std::isnan(a.value) || (a.error > 0 && magnitude(a) <= a.error);
}
// Whether a < b might. The sign of a difference of doubles is never wrong.
inline bool may_change_order(const Bounded& a, const Bounded& b) {
  return may_change_sign({a.value - b.value, a.error + b.error});
}

// a >= 0 ? b : c
inline float select(float a, float b, float c) { return a >= 0 ? b : c; }
inline Bounded select(const Bounded& a, const Bounded& b, const Bounded& c) {
  const Bounded& chosen = a.value >= 0 ? b : c;
  if (!may_change_sign(a)) return chosen;
  return {chosen.value, std::fabs(b.value - c.value) + std::max(b.error, c.error)};
}

// One where a < b, else zero; with rounding either way, both.
inline float less(float a, float b) { return a < b ? 1.0F : 0.0F; }
inline Bounded less(const Bounded& a, const Bounded& b) {
  return {a.value < b.value ? 1.0 : 0.0, may_change_order(a, b) ? 1.0 : 0.0};
}
inline float at_least(float a, float b) { return a >= b ? 1.0F : 0.0F; }
inline Bounded at_least(const Bounded& a, const Bounded& b) {
  return {a.value >= b.value ? 1.0 : 0.0, may_change_order(a, b) ? 1.0 : 0.0};
}
inline float sign(float a) { return a < 0 ? -1.0F : a > 0 ? 1.0F : 0.0F; }
inline Bounded sign(const Bounded& a) {
  return {a.value < 0 ? -1.0 : a.value > 0 ? 1.0 : 0.0, may_change_sign(a) ? 2.0 : 0.0};
}

inline float floor_of(float a) { return std::floor(a); }
inline Bounded floor_of(const Bounded& a) {
  const double low = std::floor(a.value - a.error);
  const double high = std::floor(a.value + a.error);
  return {std::floor(a.value), std::isfinite(a.error) ? high - low : INFINITY};
}

inline float square_root(float a) { return std::sqrt(a); }
inline Bounded square_root(const Bounded& a) {
  const double root = std::sqrt(a.value);
  const double least = std::max(a.value - a.error, 0.0);
  return rounded(root, a.error == 0 ? 0 : a.error / (root + std::sqrt(least)));
}

inline float power_of_two(float a) { return std::exp2(a); }
inline Bounded power_of_two(const Bounded& a) {
  const double power = std::exp2(a.value);
  return rounded(power, power * (std::exp2(a.error) - 1), library_roundoff);
}
// log2 |a|; the most negative number at 0.
inline float logarithm(float a) {
  return a == 0 ? -std::numeric_limits<float>::max() : std::log2(std::fabs(a));
}
inline Bounded logarithm(const Bounded& a) {
  const double least = magnitude(a) - a.error;
  if (a.value == 0 || least <= 0) {
    return {a.value == 0 ? static_cast<double>(-std::numeric_limits<float>::max())
                         : std::log2(std::fabs(a.value)),
            a.error > 0 ? INFINITY : 0};
  }
  return rounded(std::log2(std::fabs(a.value)), a.error == 0 ? 0 : std::log2(1 + a.error / least),
                 library_roundoff);
}
// |a|^b
inline float power(float a, float b) { return std::pow(std::fabs(a), b); }
inline Bounded power(const Bounded& a, const Bounded& b) {
  const Bounded exponent = b * logarithm(a);
  const double result = std::pow(std::fabs(a.value), b.value);
  return rounded(result, result * (std::exp2(exponent.error) - 1), library_roundoff);
}
inline float cosine(float a) { return std::cos(a); }
inline float sine(float a) { return std::sin(a); }
inline Bounded cosine(const Bounded& a) {
  return rounded(std::cos(a.value), a.error, library_roundoff);
}
inline Bounded sine(const Bounded& a) {
  return rounded(std::sin(a.value), a.error, library_roundoff);
}

template <class Number>
Number saturate(const Number& a) {
  return minimum(maximum(a, Number(0.0F)), Number(1.0F));
}

}  // namespace plumb::shader
