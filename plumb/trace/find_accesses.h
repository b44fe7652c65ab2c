// plumb/trace/find_accesses.h - the memory accesses, barriers and marked regions of a PTX module.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plumb/ptx/module.h"
#include "plumb/trace/probe.h"

namespace plumb::trace {

// A register that an access writes.
struct Destination {
  std::string_view name;
  std::string_view type;  // "f32"
  unsigned bits = 0;
};

// Something that could be stamped. Views point into the module.
struct FoundAccess {
  Probe probe;  // without id and method
  const ptx::Function* function = nullptr;
  ptx::Range begin;        // the statement; of a region its opening mark
  ptx::Range end;          // the same statement; of a region its closing mark
  std::string_view guard;  // "%p1" of "@!%p1"
  bool negated = false;
  std::vector<Destination> destinations;
  std::string_view location;          // the .loc in force, to be restored; empty for none
  std::string_view constant_address;  // of a load of constants: "%rd1" of [%rd1+8], or "table+12"
  std::string_view constant_offset;   // "8"
  bool short_address = false;         // the register has 32 bits
  ptx::Range address;                 // the brackets, to be replaced
  std::string why_not;                // not empty: it cannot be stamped, and why
};

// In the order of the text. A region lies between the comments `plumb:begin NAME` and
// `plumb:end NAME` (written by inline assembly); one without its end is an input error.
std::vector<FoundAccess> find_accesses(const ptx::Module& module);

}  // namespace plumb::trace
