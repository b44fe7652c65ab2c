// plumb/shader/optimal/expand_instruction.h - an instruction of a fragment program as instructions
// of a vertex program.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/shader/optimal/vertex_operations.h"

namespace plumb::shader {

// Whether every vertex profile has the instruction with any mask.
bool is_one_vertex_instruction(Opcode op);

// Writes code that computes the instruction with these operands into the components of `to`, a
// temporary; an operand may be in it only where the instruction itself writes what it reads. False
// where there is no such code.
bool expand_instruction(VertexEmitter& out, const Instruction& one, const Destination& to,
                        const std::vector<Source>& operands);

}  // namespace plumb::shader
