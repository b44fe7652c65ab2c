// plumb/trace/certify/instruction_table.h - the instructions that are known, by number.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "plumb/trace/certify/machine_code.h"

namespace plumb::trace {

// The lower nine bits of the opcode say what is done.
struct KnownInstruction {
  unsigned opcode;
  std::string_view name;
  Operation operation;
  unsigned written;  // registers, at most; 0: none, or predicates alone
  bool uniform = false;
};

// The instruction with this number, or nullptr.
const KnownInstruction* find_instruction(unsigned number);

}  // namespace plumb::trace
