// plumb/trace/certify/perturbation.h - what stamps change in a kernel: its machine code before and
// after.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "plumb/base/units.h"
#include "plumb/records/trace.h"
#include "plumb/trace/certify/cubin.h"

namespace plumb::trace {

// Without resident blocks, which depend on the launch.
CodeFigures figures_of(const MachineFunction& function, unsigned architecture);

// How the kernels of a module are launched.
struct BlockShape {
  std::uint64_t threads = 0;  // of a block; 0: not known, or not the same in all launches
  Bytes dynamic = {};         // the most shared memory that a launch adds
};

// For every function with a register count that both have: kernels, and what they call and the
// assembler did not put into them. Resident blocks are those of `shape`, where it is known.
std::vector<Perturbation> compare(const Cubin& before, const Cubin& after,
                                  const BlockShape& shape = {});

// Blocks of `threads` that one SM holds at once, from the limits of its architecture; absent for
// one that is not in the table. `dynamic` is shared memory that the launch adds.
std::optional<std::uint64_t> resident_blocks(const CodeFigures& figures, unsigned architecture,
                                             std::uint64_t threads, Bytes dynamic = {});

}  // namespace plumb::trace
