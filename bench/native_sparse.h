// bench/native_sparse.h - y = A x in CSR on the host, compiled for this very processor.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace plumb::bench {

template <class Real>
struct NativeCsr {
  std::vector<std::uint32_t> starts;
  std::vector<std::uint32_t> places;
  std::vector<Real> values;
  std::vector<Real> x;
  std::vector<Real> y;

  // Rows are dealt out to so many threads in equal parts.
  void multiply(unsigned threads);
};

extern template struct NativeCsr<float>;
extern template struct NativeCsr<double>;

}  // namespace plumb::bench
