// tests/kept_ptx.h - compiled kernels that tests share, and which architecture takes which kernel.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
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

// ./test --all asks for every kernel file on every architecture.
inline bool every_architecture_is_asked_for() {
  return std::getenv("PLUMB_EVERY_ARCHITECTURE") != nullptr;
}

// Assembling every kernel for every architecture takes a quarter of an hour of a core. The measured
// one takes all kernels. Of the others one takes it, in turn, so that each sees its share; where
// all are asked for, all take every file, and of one that is built in several ways (float and
// double, sizes of tiles) every other way. `files` names the file of each kernel.
inline bool takes_its_turn(std::span<const std::string> files, std::size_t kernel,
                           unsigned architecture, std::span<const unsigned> architectures) {
  if (architecture == measured_architecture) return true;
  if (every_architecture_is_asked_for()) {
    if (std::ranges::count(files, files[kernel]) == 1) return true;
    const auto way = std::ranges::count(files.first(kernel), files[kernel]);
    const auto place = std::ranges::find(architectures, architecture) - architectures.begin();
    return (way + place) % 2 == 0;
  }
  std::vector<unsigned> others;
  for (const unsigned one : architectures)
    if (one != measured_architecture) others.push_back(one);
  return others[kernel % others.size()] == architecture;
}

}  // namespace plumb
