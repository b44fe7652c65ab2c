// plumb/trace/stamp/register_limits.cpp - trying register counts against the limits of an SM.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/register_limits.h"

namespace plumb::trace {

std::map<std::string, unsigned> register_limits(const Cubin& original, const BlockShape& shape) {
  constexpr unsigned most = 255;  // that an instruction can name
  std::map<std::string, unsigned> by_kernel;
  for (const MachineFunction& function : original.functions) {
    if (!function.kernel || !function.registers) continue;
    CodeFigures figures = figures_of(function, original.architecture);
    const auto blocks = [&] {
      return resident_blocks(figures, original.architecture, shape.threads, shape.dynamic);
    };
    const std::optional<std::uint64_t> before = blocks();
    if (!before) continue;
    unsigned& limit = by_kernel[function.name];
    for (unsigned count = *function.registers; count <= most; ++count) {
      figures.registers = count;
      if (blocks() < before) break;
      limit = count;
    }
  }
  return by_kernel;
}

}  // namespace plumb::trace
