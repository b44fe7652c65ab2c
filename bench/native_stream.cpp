// bench/native_stream.cpp - the STREAM operations as OpenMP loops, compiled for this very
// processor.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/native_stream.h"

namespace plumb::bench {

template <class Real>
void fill(const NativeArrays<Real>& arrays) {
  const std::size_t n = arrays.n;
#pragma omp parallel for simd schedule(static)
  for (std::size_t i = 0; i < n; ++i) {
    arrays.a[i] = Real(1) + static_cast<Real>(i % 1021) / Real(1021);
    arrays.b[i] = Real(1) + static_cast<Real>(i % 1019) / Real(1019);
    arrays.c[i] = Real(1) + static_cast<Real>(i % 1013) / Real(1013);
  }
}

template <class Real>
Real run_native(const NativeArrays<Real>& arrays, std::string_view operation, Real s) {
  const std::size_t n = arrays.n;
  Real* __restrict__ a = arrays.a;
  Real* __restrict__ b = arrays.b;
  Real* __restrict__ c = arrays.c;
  Real sum = 0;
  // NOLINTBEGIN(bugprone-branch-clone): without OpenMP the checker sees no bodies
  if (operation == "copy") {
#pragma omp parallel for simd schedule(static)
    for (std::size_t i = 0; i < n; ++i) c[i] = a[i];
  } else if (operation == "scale") {
#pragma omp parallel for simd schedule(static)
    for (std::size_t i = 0; i < n; ++i) b[i] = s * c[i];
  } else if (operation == "add") {
#pragma omp parallel for simd schedule(static)
    for (std::size_t i = 0; i < n; ++i) c[i] = a[i] + b[i];
  } else if (operation == "triad") {
#pragma omp parallel for simd schedule(static)
    for (std::size_t i = 0; i < n; ++i) a[i] = b[i] + s * c[i];
  } else {
#pragma omp parallel for simd schedule(static) reduction(+ : sum)
    for (std::size_t i = 0; i < n; ++i) sum += a[i] * b[i];
  }
  // NOLINTEND(bugprone-branch-clone)
  return sum;
}

template void fill(const NativeArrays<float>&);
template void fill(const NativeArrays<double>&);
template float run_native(const NativeArrays<float>&, std::string_view, float);
template double run_native(const NativeArrays<double>&, std::string_view, double);

}  // namespace plumb::bench
