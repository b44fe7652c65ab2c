// plumb/trace/stamp/find_accesses.h - the memory accesses, barriers and marked regions of a PTX
// module.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/ptx/module.h"
#include "plumb/trace/stamp_table.h"

namespace plumb::trace {

// A register that an access writes or reads, or a component of one that is a vector.
struct AccessRegister {
  std::string name;
  std::string_view type;  // "f32"
  unsigned bits = 0;
};

// The address of a load or an atomic. Left to itself the assembler computes addresses behind the
// first reading, takes constants for operands of arithmetic, and merges loads of what nobody else
// writes (.nc, .local) where their addresses are alike or neighbours.
struct AccessAddress {
  std::string_view base = {};    // "%rd1" of [%rd1+8], or "table+12"
  std::string_view offset = {};  // "+8", "+-8"
  unsigned bits = 64;            // of the base
  bool merges = false;           // another load of the function may become one with it
  bool copied = false;           // a variable's name, or that of constants: needs a register
  ptx::Range brackets = {};      // to be replaced where it is copied
};

// Where the value of a load is first used (first_use.h).
struct FirstUse {
  std::uint32_t before = 0;  // the place in the text right before that instruction
  std::vector<AccessRegister> registers = {};  // to wait for
  std::string_view location = {};              // the .loc in force there; empty for none
};

// Something that could be stamped. Views point into the module.
struct FoundAccess {
  Stamp stamp;  // without id and method
  const ptx::Function* function = nullptr;
  ptx::Range begin;        // the statement; of a region its opening mark
  ptx::Range end;          // the same statement; of a region its closing mark
  std::string_view guard;  // "%p1" of "@!%p1"
  bool negated = false;
  ptx::Range guard_text;  // "@!%p1 ", to be replaced by a branch around the whole stamp
  std::vector<AccessRegister> destinations;
  std::vector<AccessRegister> operands;  // coordinates and handle of a fetch, values of an atomic
  ptx::Range opcode = {};                // where it stands
  std::string instead_of_opcode;         // not empty: the access is written with this one
  std::string_view location;             // the .loc in force, to be restored; empty for none
  std::optional<AccessAddress> address;  // of a load or an atomic
  std::optional<FirstUse> first_use;     // for readings that stand there
  std::string why_not;                   // not empty: it cannot be stamped, and why
};

// In the order of the text. A region lies between the comments `plumb:begin NAME` and
// `plumb:end NAME` (written by inline assembly); one without its end is an input error.
std::vector<FoundAccess> find_accesses(const ptx::Module& module);

}  // namespace plumb::trace
