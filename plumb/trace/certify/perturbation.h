// plumb/trace/certify/perturbation.h - what stamps change in a kernel: its machine code before and
// after.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plumb/base/units.h"
#include "plumb/trace/certify/cubin.h"

namespace plumb::trace {

struct CodeFigures {
  std::uint64_t instructions = 0;  // without padding
  std::uint64_t loads = 0;         // global, generic, shared, local, texture, surface: how often a
                                   // loop was unrolled shows here
  std::uint64_t loads_in_flight = 0;  // the most that are waited for at once, within one block
  std::uint64_t wait_groups = 0;      // waits that end at least one load
  std::optional<std::uint32_t> registers;
  Bytes shared;
  Bytes frame;  // local memory per thread: spilled registers and arrays
  friend bool operator==(const CodeFigures&, const CodeFigures&) = default;
};

CodeFigures figures_of(const MachineFunction& function, unsigned architecture);

struct Perturbation {
  std::string kernel;
  CodeFigures before;
  CodeFigures after;
};

// For every function with a register count that both have: kernels, and what they call and the
// assembler did not put into them.
std::vector<Perturbation> compare(const Cubin& before, const Cubin& after);

// What the stamps of one build change in one module.
struct BuildChange {
  std::optional<std::uint32_t> stamp;  // rotating: the only one of the build
  unsigned architecture = 0;
  std::vector<Perturbation> kernels;
  std::uint64_t threads = 0;  // of a block; 0: not known
  Bytes dynamic;              // shared memory that launches add
  std::string staging;        // where records are kept, and why
};

// Blocks of `threads` that one SM holds at once, from the limits of its architecture; absent for
// one that is not in the table. `dynamic` is shared memory that the launch adds.
std::optional<std::uint64_t> resident_blocks(const CodeFigures& figures, unsigned architecture,
                                             std::uint64_t threads, Bytes dynamic = {});

}  // namespace plumb::trace
