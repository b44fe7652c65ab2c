// plumb/trace/stamp/instrument_program.h - Program in, Program with stamps out; needs NVRTC and
// nvJitLink, no GPU.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plumb/device/cuda/compile.h"
#include "plumb/records/program.h"
#include "plumb/trace/certify/certify.h"
#include "plumb/trace/stamp/instrument.h"

namespace plumb::trace {

struct Toolchain {
  device::cuda::Compiler compiler;
  device::cuda::Linker linker;
};

// One source with one set of definitions, as the program's kernels share it.
struct InstrumentedModule {
  std::string source;    // its name in the new program
  std::string kernel;    // one of its kernels there
  std::string original;  // the PTX before
  Instrumented instrumented;
  std::uint64_t threads = 0;  // of a block, where all launches of its kernels agree; else 0
  Bytes dynamic;              // the most shared memory that launches of its kernels add
  std::string staging;        // where records are kept, and why
  std::vector<std::byte> machine_code;
  Certification certification;
};

struct InstrumentedProgram {
  Program program;
  std::vector<InstrumentedModule> modules;  // those with stamps
  std::vector<Skipped> skipped;             // of all modules, whatever `build` asks for
};

// Compiles every source for `architecture`, stamps what `options` selects, assembles and certifies
// it. Kernels without anything to stamp stay as they are; an input error when that is all of them.
// With `stage` records are kept in shared memory where that costs no resident block; else, and
// without it, they go straight to global memory. With `build` only the stamp of that number,
// counted over all modules, is made (rotating).
InstrumentedProgram instrument_program(const Program& program, const Toolchain& tools,
                                       unsigned architecture, const InstrumentOptions& options,
                                       bool stage, std::optional<std::uint32_t> build = {});

// The number of builds in the rotating mode.
std::uint32_t count_builds(const Program& program, const Toolchain& tools, unsigned architecture,
                           const InstrumentOptions& options);

}  // namespace plumb::trace
