// plumb/trace/stamp/toolchain.cpp - NVIDIA's compiler and assembler as functions.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/toolchain.h"

namespace plumb::trace {

Assembler assembler_of(const device::cuda::Linker& linker) {
  return [&linker](const std::string& ptx, const std::string& name, unsigned architecture) {
    return linker.cubin(ptx, name, architecture, true);
  };
}

Tools tools_of(const Toolchain& toolchain) {
  return {.compile =
              [&toolchain](const device::Source& source, unsigned architecture) {
                return toolchain.compiler.ptx(source, architecture);
              },
          .assemble = assembler_of(toolchain.linker)};
}

}  // namespace plumb::trace
