// bench/native_limits.h - what this processor does without a device's help: arithmetic, dependent
// loads.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace plumb::bench {

// Floating-point operations per second of fused multiply-adds on all threads.
template <class Real>
double native_fma();

// A cycle through lines of 64 bytes over `footprint` bytes, random inside windows of 4 MiB, as the
// probe's (docs/commands/probe.md says why), but built here and walked by a native loop.
class NativeChain {
 public:
  explicit NativeChain(std::size_t footprint);
  // Seconds per dependent load.
  double hop_time();

 private:
  std::vector<void*> memory_;
  void** start_ = nullptr;
  std::uint64_t nodes_ = 0;
};

}  // namespace plumb::bench
