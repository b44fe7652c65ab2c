// bench/native_sparse.cpp - the loop over rows, on one thread or several.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/native_sparse.h"

#include <thread>

namespace plumb::bench {
namespace {

template <class Real>
void multiply_rows(NativeCsr<Real>& a, std::size_t first, std::size_t last) {
  const std::uint32_t* starts = a.starts.data();
  const std::uint32_t* places = a.places.data();
  const Real* values = a.values.data();
  const Real* x = a.x.data();
  for (std::size_t i = first; i < last; ++i) {
    Real sum = 0;
    for (std::uint32_t e = starts[i]; e < starts[i + 1]; ++e) sum += values[e] * x[places[e]];
    a.y[i] = sum;
  }
}

}  // namespace

template <class Real>
void NativeCsr<Real>::multiply(unsigned threads) {
  const std::size_t rows = y.size();
  std::vector<std::jthread> workers;
  for (unsigned n = 1; n < threads; ++n) {
    workers.emplace_back([this, rows, n, threads] {
      multiply_rows(*this, rows * n / threads, rows * (n + 1) / threads);
    });
  }
  multiply_rows(*this, 0, rows / threads);
}

template struct NativeCsr<float>;
template struct NativeCsr<double>;

}  // namespace plumb::bench
