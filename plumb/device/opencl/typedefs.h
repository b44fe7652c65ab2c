// plumb/device/opencl/typedefs.h - the plain typedefs of a source, which drivers do not resolve.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace plumb::device::opencl {

// Name -> what it stands for, of typedefs of one name for another ("typedef float real;"). The
// preprocessor is not asked: a name that the text declares in two ways is left out, and so is
// everything about pointers, arrays and structures.
class Typedefs {
 public:
  explicit Typedefs(std::string_view text);
  // "float" for "real"; a name that is not a known typedef stays as it is.
  [[nodiscard]] std::string resolved(std::string name) const;

 private:
  std::map<std::string, std::string> types_;  // empty: declared in two ways
};

// "uint" for "unsigned int", "signed char" is "char": as OpenCL C abbreviates them.
std::string abbreviated(std::string type);

}  // namespace plumb::device::opencl
