// plumb/trace/stamp/plain_copy.h - the body of a function once more, without stamps, for warps that
// were not drawn.
//
// They decide once, where the function begins, and run what the program is without stamps: the
// assembler schedules it as before. Nothing leads from one of the two bodies into the other.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/ptx/module.h"
#include "plumb/trace/stamp/draw_text.h"

namespace plumb::trace {

// Not with memory that is declared in an inner block, of which there would be two; nor, where warps
// of one block part, with instructions that need several warps at once (wgmma, tcgen05).
bool can_be_copied(const ptx::Module& module, const ptx::Function& function,
                   const Sampling& sampling);

// In braces of its own: registers and labels are declared again, memory is not.
std::string plain_copy(const ptx::Module& module, const ptx::Function& function);

}  // namespace plumb::trace
