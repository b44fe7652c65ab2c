// plumb/shader/narrow.h - numbers of fragment processors with less precision than float32.
//
// The same operations as for float (bounded.h), each rounded to the narrow format.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "plumb/shader/bounded.h"

namespace plumb::shader {

// A binary format: `bits` after the leading one, exponents from `lowest` to `highest`. Below the
// smallest number it has subnormal ones, or 0.
struct NumberFormat {
  int bits = 23;
  int lowest = -126;
  int highest = 127;
  bool subnormal = true;
};
// s16e7 of the first processors with ps_2_0, and IEEE's half.
inline constexpr NumberFormat fp24_format{16, -62, 63, false};
inline constexpr NumberFormat f16_format{10, -14, 15, true};

// To the nearest number of the format, ties to even; too large becomes infinite.
inline float rounded_to(float value, const NumberFormat& format) {
  if (value == 0 || !std::isfinite(value)) return value;
  const int exponent = std::ilogb(value);
  if (exponent < format.lowest && !format.subnormal) return 0;
  const int quantum = std::max(exponent, format.lowest) - format.bits;
  const float result = std::scalbn(std::nearbyint(std::scalbn(value, -quantum)), quantum);
  if (std::fabs(result) < std::scalbn(1.0F, format.highest) * 2) return result;
  return std::copysign(std::numeric_limits<float>::infinity(), value);
}

template <const NumberFormat& format>
struct Narrow {
  float value = 0;
  Narrow() = default;
  explicit Narrow(float exact) : value(rounded_to(exact, format)) {}
};
using Fp24 = Narrow<fp24_format>;
using F16 = Narrow<f16_format>;

template <const NumberFormat& f>
float value_of(const Narrow<f>& a) {
  return a.value;
}
template <const NumberFormat& f>
double error_of(const Narrow<f>&) {
  return 0;
}
template <const NumberFormat& f>
Narrow<f> operator-(const Narrow<f>& a) {
  return Narrow<f>(-a.value);
}
template <const NumberFormat& f>
Narrow<f> operator+(const Narrow<f>& a, const Narrow<f>& b) {
  return Narrow<f>(a.value + b.value);
}
template <const NumberFormat& f>
Narrow<f> operator-(const Narrow<f>& a, const Narrow<f>& b) {
  return Narrow<f>(a.value - b.value);
}
template <const NumberFormat& f>
Narrow<f> operator*(const Narrow<f>& a, const Narrow<f>& b) {
  return Narrow<f>(a.value * b.value);
}
template <const NumberFormat& f>
Narrow<f> operator/(const Narrow<f>& a, const Narrow<f>& b) {
  return Narrow<f>(a.value / b.value);
}
template <const NumberFormat& f>
bool may_change_sign(const Narrow<f>&) {
  return false;
}

// Every other function is that of float, rounded.
template <const NumberFormat& f>
Narrow<f> absolute(const Narrow<f>& a) {
  return Narrow<f>(absolute(a.value));
}
template <const NumberFormat& f>
Narrow<f> floor_of(const Narrow<f>& a) {
  return Narrow<f>(floor_of(a.value));
}
template <const NumberFormat& f>
Narrow<f> square_root(const Narrow<f>& a) {
  return Narrow<f>(square_root(a.value));
}
template <const NumberFormat& f>
Narrow<f> power_of_two(const Narrow<f>& a) {
  return Narrow<f>(power_of_two(a.value));
}
template <const NumberFormat& f>
Narrow<f> logarithm(const Narrow<f>& a) {
  return Narrow<f>(logarithm(a.value));
}
template <const NumberFormat& f>
Narrow<f> cosine(const Narrow<f>& a) {
  return Narrow<f>(cosine(a.value));
}
template <const NumberFormat& f>
Narrow<f> sine(const Narrow<f>& a) {
  return Narrow<f>(sine(a.value));
}
template <const NumberFormat& f>
Narrow<f> sign(const Narrow<f>& a) {
  return Narrow<f>(sign(a.value));
}
template <const NumberFormat& f>
Narrow<f> minimum(const Narrow<f>& a, const Narrow<f>& b) {
  return Narrow<f>(minimum(a.value, b.value));
}
template <const NumberFormat& f>
Narrow<f> maximum(const Narrow<f>& a, const Narrow<f>& b) {
  return Narrow<f>(maximum(a.value, b.value));
}
template <const NumberFormat& f>
Narrow<f> power(const Narrow<f>& a, const Narrow<f>& b) {
  return Narrow<f>(power(a.value, b.value));
}
template <const NumberFormat& f>
Narrow<f> less(const Narrow<f>& a, const Narrow<f>& b) {
  return Narrow<f>(less(a.value, b.value));
}
template <const NumberFormat& f>
Narrow<f> at_least(const Narrow<f>& a, const Narrow<f>& b) {
  return Narrow<f>(at_least(a.value, b.value));
}
template <const NumberFormat& f>
Narrow<f> select(const Narrow<f>& a, const Narrow<f>& b, const Narrow<f>& c) {
  return a.value >= 0 ? b : c;
}

}  // namespace plumb::shader
