// bench/native_stream.h - the STREAM operations as OpenMP loops, compiled for this very processor.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace plumb::bench {

template <class Real>
struct NativeArrays {
  Real* a = nullptr;
  Real* b = nullptr;
  Real* c = nullptr;
  std::size_t n = 0;
};

// First touch by the threads that will use the pages.
template <class Real>
void fill(const NativeArrays<Real>& arrays);

// "copy", "scale", "add", "triad" or "dot"; returns the sum for dot, else 0.
template <class Real>
Real run_native(const NativeArrays<Real>& arrays, std::string_view operation, Real s);

}  // namespace plumb::bench
