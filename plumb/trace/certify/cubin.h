// plumb/trace/certify/cubin.h - machine code as an assembler leaves it: an ELF file read by
// ourselves.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/base/units.h"

namespace plumb::trace {

struct MachineFunction {
  std::string name;
  std::span<const std::byte> code;         // 16 bytes per instruction
  bool kernel = false;                     // is launched; others are called
  std::optional<std::uint32_t> registers;  // per thread
  Bytes shared;                            // static, per block
  Bytes frame;                             // local memory of a thread: spills and arrays
  // Where each branch with a computed target may lead, as the assembler wrote it down: offsets of
  // instructions in bytes, by that of the branch.
  std::map<std::uint64_t, std::vector<std::uint64_t>> computed_targets;
  // The line of the stamps' file that each instruction carries; 0 for other files.
  std::vector<std::uint32_t> stamp_lines;
  std::string_view unit;  // whose stamps those are: StampNames::unit; empty without stamps
};

// The stamp table of one of the texts that were assembled and linked.
struct StampedUnit {
  std::string_view name;
  std::string_view table;
};

// Views point into the bytes that it was read from.
struct Cubin {
  unsigned architecture = 0;  // 90 for sm_90
  std::vector<MachineFunction> functions;
  std::vector<StampedUnit> units;
  bool has_lines = false;  // a .debug_line section
};

// Refuses (input) what is not a cubin, is cut off, or is older than sm_70.
Cubin read_cubin(std::span<const std::byte> bytes, const std::string& name);

}  // namespace plumb::trace
