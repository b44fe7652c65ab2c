// plumb/records/type.h - the element types of buffers, images and arguments, named as in OpenCL C.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "plumb/base/units.h"

namespace plumb {

enum class Scalar { i8, u8, i16, u16, i32, u32, i64, u64, f32, f64 };

// A scalar or a vector of 2, 4, 8 or 16 of them: "uint", "float4".
struct Type {
  Scalar scalar = Scalar::f32;
  unsigned width = 1;
  friend bool operator==(Type, Type) = default;
};

// "float4" -> {f32, 4}; an unknown name is an input error that lists the scalar names.
Type type_from_name(std::string_view name);
std::string name_of(Type type);
Bytes size_of(Type type);
bool is_real(Scalar scalar);

// Whether `value` can be stored: exactly in an integer, without overflow in a real type.
bool holds(Scalar scalar, double value);

// Calls `use` with a zero of the C++ type that `scalar` names, so that code is written once.
template <class Use>
decltype(auto) with_scalar(Scalar scalar, Use&& use) {
  switch (scalar) {
    case Scalar::i8:
      return use(std::int8_t{});
    case Scalar::u8:
      return use(std::uint8_t{});
    case Scalar::i16:
      return use(std::int16_t{});
    case Scalar::u16:
      return use(std::uint16_t{});
    case Scalar::i32:
      return use(std::int32_t{});
    case Scalar::u32:
      return use(std::uint32_t{});
    case Scalar::i64:
      return use(std::int64_t{});
    case Scalar::u64:
      return use(std::uint64_t{});
    case Scalar::f32:
      return use(float{});
    case Scalar::f64:
      break;
  }
  return use(double{});
}

}  // namespace plumb
