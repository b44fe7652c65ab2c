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
  OpenBlas(const lu::Plan& plan, Getrf getrf, SetThreads set_threads)
      : n_(static_cast<int>(plan.n)),
        rows_(static_cast<int>(plan.rows)),
        getrf_(getrf),
        set_threads_(set_threads) {
    const std::vector<double> initial = lu::initial_matrix(plan);
    initial_.assign(initial.begin(), initial.end());
    pivots_.resize(plan.n);
  }
  void restore() override { matrix_ = initial_; }
  void take_threads(int threads) override { set_threads_(threads); }
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
  SetThreads set_threads_;
  std::vector<Real> initial_;
  std::vector<Real> matrix_;
  std::vector<int> pivots_;
};

}  // namespace

std::unique_ptr<LuRival> open_openblas(const lu::Plan& plan) {
  try {
    const device::Library library("OpenBLAS", "PLUMB_OPENBLAS", {"libopenblas.so.0"});
    const bool single = plan.scalar == Scalar::f32;
    const auto getrf =
        reinterpret_cast<Getrf>(library.entry(single ? "sgetrf_" : "dgetrf_", "LAPACK"));
    const auto set_threads =
        reinterpret_cast<SetThreads>(library.entry("openblas_set_num_threads", "its threads"));
    if (single) return std::make_unique<OpenBlas<float>>(plan, getrf, set_threads);
    return std::make_unique<OpenBlas<double>>(plan, getrf, set_threads);
  } catch (const Error& error) {
    if (kind_of(error) != ErrorKind::unavailable) throw;
    return nullptr;
  }
}

}  // namespace plumb::bench
