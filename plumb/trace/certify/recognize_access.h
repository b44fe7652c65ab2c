// plumb/trace/certify/recognize_access.h - which instructions are the access of a stamp, and how
// wide they may be.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "plumb/records/stamp.h"
#include "plumb/trace/certify/machine_code.h"

namespace plumb::trace {

// Whether an instruction does what the stamp measures.
bool is_access(const Stamp& stamp, const Instruction& instruction);

// Bytes that a lane accesses, as the opcode says; of what is no plain load those of its registers.
unsigned bytes_of_access(const Stamp& stamp);

// What the instructions between the readings, which carry the line of the access, show against
// being that access as PTX has it: more bytes or registers than it has (neighbours came with it),
// or fewer than its elements have. Empty where they may be it. The assembler may split an access,
// and leave out components that nobody needs.
std::string width_complaint(const Stamp& stamp, std::span<const Instruction* const> accesses);

}  // namespace plumb::trace
