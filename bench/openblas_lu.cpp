// bench/openblas_lu.cpp - getrf of OpenBLAS.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "bench/lu_rivals.h"
#include "plumb/base/error.h"
#include "plumb/device/library.h"

namespace plumb::bench {
namespace {

// As LAPACK has it: all by reference, rows of pivots from 1 on.
using Getrf = void (*)(const int* m, const int* n, void* a, const int* lda, int* pivots, int* info);
using SetThreads = void (*)(int threads);

template <class Real>
class OpenBlas final : public LuRival {
 public:
  OpenBlas(const lu::Plan& plan, Getrf getrf)
      : n_(static_cast<int>(plan.n)), rows_(static_cast<int>(plan.rows)), getrf_(getrf) {
    const std::vector<double> initial = lu::initial_matrix(plan);
    initial_.assign(initial.begin(), initial.end());
    pivots_.resize(plan.n);
  }
  void restore() override { matrix_ = initial_; }
  void decompose() override {
    int info = 0;
    getrf_(&n_, &n_, matrix_.data(), &rows_, pivots_.data(), &info);
    if (info != 0) throw Error(ErrorKind::check_failed, "OpenBLAS did not decompose the matrix");
  }
  lu::Factors factors() override {
    lu::Factors factors{{matrix_.begin(), matrix_.end()}, {}};
    for (int u = 0; u + 1 < n_; ++u)
      factors.pivots.push_back(pivots_[static_cast<std::size_t>(u)] - 1);
    return factors;
  }

 private:
  int n_;
  int rows_;
  Getrf getrf_;
  std::vector<Real> initial_;
  std::vector<Real> matrix_;
  std::vector<int> pivots_;
};

}  // namespace

std::unique_ptr<LuRival> open_openblas(const lu::Plan& plan, int threads) {
  try {
    const device::Library library("OpenBLAS", "PLUMB_OPENBLAS", {"libopenblas.so.0"});
    const bool single = plan.scalar == Scalar::f32;
    const auto getrf =
        reinterpret_cast<Getrf>(library.entry(single ? "sgetrf_" : "dgetrf_", "LAPACK"));
    reinterpret_cast<SetThreads>(library.entry("openblas_set_num_threads", "its threads"))(threads);
    if (single) return std::make_unique<OpenBlas<float>>(plan, getrf);
    return std::make_unique<OpenBlas<double>>(plan, getrf);
  } catch (const Error& error) {
    if (kind_of(error) != ErrorKind::unavailable) throw;
    return nullptr;
  }
}

}  // namespace plumb::bench
