// plumb/device/argument.h - arguments and shapes of launches, made from plain numbers.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <type_traits>

#include "plumb/device/device.h"

namespace plumb::device {

// The value as the kernel receives it; its type must be the parameter's.
template <class Value>
  requires std::is_arithmetic_v<Value>
ScalarValue scalar(Value value) {
  static_assert(sizeof value <= sizeof(ScalarValue::bytes));
  ScalarValue made{
      .bytes = {},
      .size = sizeof value,
      .number = std::is_floating_point_v<Value> ? NumberKind::real : NumberKind::integer};
  std::memcpy(made.bytes.data(), &value, sizeof value);
  return made;
}

// One-dimensional: `groups` groups of `items` work-items.
inline Launch grid(std::uint64_t groups, std::uint64_t items) {
  Launch shape;
  shape.global[0] = groups * items;
  shape.local[0] = items;
  return shape;
}

}  // namespace plumb::device
