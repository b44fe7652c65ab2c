// plumb/trace/stamp/toolchain.h - from sources to PTX and from PTX to machine code, without a GPU.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "plumb/device/cuda/compile.h"

namespace plumb::trace {

// PTX of a source for compute_<architecture>.
using SourceCompiler = std::function<std::string(const device::Source&, unsigned architecture)>;

// Machine code with line numbers for sm_<architecture>; `name` is what errors speak of. Empty where
// nothing is to be assembled.
using Assembler = std::function<std::vector<std::byte>(
    const std::string& ptx, const std::string& name, unsigned architecture)>;

// Both as functions, so that who prepares a program need not know whose they are.
struct Tools {
  SourceCompiler compile;
  Assembler assemble;
};

// NVRTC, and nvJitLink or ptxas; ErrorKind::unavailable when one of them is not here.
struct Toolchain {
  device::cuda::Compiler compiler;
  device::cuda::Linker linker;
};

// What they return refers to what they are given.
Assembler assembler_of(const device::cuda::Linker& linker);
Tools tools_of(const Toolchain& toolchain);

}  // namespace plumb::trace
