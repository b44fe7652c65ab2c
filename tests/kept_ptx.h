// tests/kept_ptx.h - compiled kernels that tests share, and which architecture takes which kernel.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "plumb/device/cuda/compile.h"
#include "plumb/device/program_cache.h"

namespace plumb {

// PTX of a source. It is kept in the cache folder: compiling takes nearly all of a test's time.
inline std::string kept_ptx(const device::cuda::Compiler& compiler, const device::Source& source,
                            unsigned architecture) {
  const std::string key = compiler.key(source, architecture);
  if (auto kept = device::cached_binary("test-ptx", key)) return std::move(*kept);
  std::string ptx = compiler.ptx(source, architecture);
  device::store_binary("test-ptx", key, ptx);
  return ptx;
}

// The architecture of the GPUs that every figure of this project was measured on.
inline constexpr unsigned measured_architecture = 90;

// ./test --all asks for every kernel on every architecture.
inline bool every_architecture_is_asked_for() {
  return std::getenv("PLUMB_EVERY_ARCHITECTURE") != nullptr;
}

// Assembling every kernel for every architecture takes ten minutes of a core. Unless all are asked
// for, a kernel is taken on the measured one and on one of the others, which take turns: each of
// them sees its share of the kernels.
inline bool takes_its_turn(std::size_t kernel, unsigned architecture,
                           std::span<const unsigned> architectures) {
  if (architecture == measured_architecture || every_architecture_is_asked_for()) return true;
  std::vector<unsigned> others;
  for (const unsigned one : architectures)
    if (one != measured_architecture) others.push_back(one);
  return others[kernel % others.size()] == architecture;
}

}  // namespace plumb
