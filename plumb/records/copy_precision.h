// plumb/records/copy_precision.h - the copy that a point's share of the roof refers to.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace plumb {

// A copy has one precision: beside mixed numbers stands the one of the field, which is in f64.
inline std::string copy_precision(std::string_view precision) {
  return std::string(precision == "mixed" ? "f64" : precision);
}

}  // namespace plumb
