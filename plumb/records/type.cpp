// plumb/records/type.cpp - names and sizes of element types.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/type.h"

#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb {
namespace {

// In the order of enum Scalar.
constexpr std::array<std::string_view, 10> scalar_names{
    "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double"};

}  // namespace

Type type_from_name(std::string_view name) {
  const std::size_t digits = name.find_first_of("0123456789");
  const std::string_view scalar = name.substr(0, digits);
  const std::string_view width = digits == std::string_view::npos ? "" : name.substr(digits);
  for (std::size_t i = 0; i < scalar_names.size(); ++i) {
    if (scalar_names[i] != scalar) continue;
    if (width.empty()) return {static_cast<Scalar>(i), 1};
    for (const unsigned w : {2U, 4U, 8U, 16U}) {
      if (width == std::to_string(w)) return {static_cast<Scalar>(i), w};
    }
  }
  throw Error(ErrorKind::input,
              fmt::format("unknown type '{}'; known are {} and their vectors of 2, 4, 8 and 16",
                          name, fmt::join(scalar_names, ", ")));
}

std::string name_of(Type type) {
  const std::string_view scalar = scalar_names.at(static_cast<std::size_t>(type.scalar));
  return type.width == 1 ? std::string(scalar) : fmt::format("{}{}", scalar, type.width);
}

Bytes size_of(Type type) {
  return with_scalar(type.scalar, [&](auto zero) { return Bytes{sizeof(zero) * type.width}; });
}

bool is_real(Scalar scalar) { return scalar == Scalar::f32 || scalar == Scalar::f64; }

bool holds(Scalar scalar, double value) {
  return with_scalar(scalar, [&](auto zero) {
    using Limits = std::numeric_limits<decltype(zero)>;
    if (!Limits::is_integer) return std::fabs(value) <= static_cast<double>(Limits::max());
    // The largest value plus one is a power of two and exact; the largest itself may not be.
    return value == std::floor(value) && value >= static_cast<double>(Limits::min()) &&
           value < std::ldexp(1.0, Limits::digits);
  });
}

}  // namespace plumb
