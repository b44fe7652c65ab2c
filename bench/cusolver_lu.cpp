// bench/cusolver_lu.cpp - getrf of cuSOLVER, through the CUDA runtime that comes with it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/lu_rivals.h"
#include "plumb/base/error.h"
#include "plumb/device/library.h"

namespace plumb::bench {
namespace {

// The entry points that are used; 0 is success for all.
struct CudaRuntime {
  int (*allocate)(void** to, std::size_t bytes);
  int (*free)(void* memory);
  int (*copy)(void* to, const void* from, std::size_t bytes, int kind);
  int (*wait)();
};

struct Solver {
  int (*create)(void** handle);
  int (*destroy)(void* handle);
  int (*workspace)(void* handle, int m, int n, void* a, int lda, int* elements);
  int (*getrf)(void* handle, int m, int n, void* a, int lda, void* workspace, int* pivots,
               int* info);
};

enum CopyKind { to_device = 1, to_host = 2, on_device = 3 };

void require(int status, const char* what) {
  if (status == 0) return;
  throw Error(ErrorKind::device, fmt::format("{}: error {}", what, status));
}

template <class Function>
void take(const device::Library& library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(library.entry(name, "a newer one"));
}

CudaRuntime open_runtime() {
  const device::Library library("the CUDA runtime", "PLUMB_CUDART",
                                {"libcudart.so.13", "libcudart.so.12", "libcudart.so"});
  CudaRuntime runtime{};
  take(library, "cudaMalloc", runtime.allocate);
  take(library, "cudaFree", runtime.free);
  take(library, "cudaMemcpy", runtime.copy);
  take(library, "cudaDeviceSynchronize", runtime.wait);
  return runtime;
}

Solver open_solver(bool single) {
  const device::Library library("cuSOLVER", "PLUMB_CUSOLVER",
                                {"libcusolver.so.12", "libcusolver.so.11", "libcusolver.so"});
  Solver solver{};
  take(library, "cusolverDnCreate", solver.create);
  take(library, "cusolverDnDestroy", solver.destroy);
  take(library, single ? "cusolverDnSgetrf_bufferSize" : "cusolverDnDgetrf_bufferSize",
       solver.workspace);
  take(library, single ? "cusolverDnSgetrf" : "cusolverDnDgetrf", solver.getrf);
  return solver;
}

template <class Real>
class CuSolver final : public LuRival {
 public:
  CuSolver(const lu::Plan& plan, const CudaRuntime& runtime, const Solver& solver)
      : n_(static_cast<int>(plan.n)),
        rows_(static_cast<int>(plan.rows)),
        bytes_(plan.elements() * sizeof(Real)),
        runtime_(runtime),
        solver_(solver) {
    const std::vector<double> initial = lu::initial_matrix(plan);
    const std::vector<Real> rounded(initial.begin(), initial.end());
    require(solver_.create(&handle_), "cusolverDnCreate");
    initial_ = allocate(bytes_);
    matrix_ = allocate(bytes_);
    require(runtime_.copy(initial_, rounded.data(), bytes_, to_device), "cudaMemcpy");
    int elements = 0;
    require(solver_.workspace(handle_, n_, n_, matrix_, rows_, &elements), "getrf_bufferSize");
    workspace_ = allocate(static_cast<std::size_t>(elements) * sizeof(Real));
    pivots_ = allocate(plan.n * sizeof(int));
    info_ = allocate(sizeof(int));
  }
  ~CuSolver() override {
    for (void* memory : {initial_, matrix_, workspace_, pivots_, info_})
      (void)runtime_.free(memory);
    (void)solver_.destroy(handle_);
  }
  CuSolver(const CuSolver&) = delete;
  CuSolver& operator=(const CuSolver&) = delete;

  void restore() override {
    require(runtime_.copy(matrix_, initial_, bytes_, on_device), "cudaMemcpy");
    require(runtime_.wait(), "cudaDeviceSynchronize");
  }
  void take_threads(int) override {}
  void decompose() override {
    require(solver_.getrf(handle_, n_, n_, matrix_, rows_, workspace_, static_cast<int*>(pivots_),
                          static_cast<int*>(info_)),
            "getrf");
    require(runtime_.wait(), "cudaDeviceSynchronize");
  }
  lu::Factors factors() override {
    std::vector<Real> matrix(bytes_ / sizeof(Real));
    std::vector<int> pivots(static_cast<std::size_t>(n_));
    require(runtime_.copy(matrix.data(), matrix_, bytes_, to_host), "cudaMemcpy");
    require(runtime_.copy(pivots.data(), pivots_, pivots.size() * sizeof(int), to_host),
            "cudaMemcpy");
    lu::Factors factors{{matrix.begin(), matrix.end()}, {}};
    for (std::size_t u = 0; u + 1 < pivots.size(); ++u) factors.pivots.push_back(pivots[u] - 1);
    return factors;
  }

 private:
  void* allocate(std::size_t bytes) {
    void* memory = nullptr;
    require(runtime_.allocate(&memory, bytes), "cudaMalloc");
    return memory;
  }

  int n_;
  int rows_;
  std::size_t bytes_;
  CudaRuntime runtime_;
  Solver solver_;
  void* handle_ = nullptr;
  void* initial_ = nullptr;
  void* matrix_ = nullptr;
  void* workspace_ = nullptr;
  void* pivots_ = nullptr;
  void* info_ = nullptr;
};

}  // namespace

std::unique_ptr<LuRival> open_cusolver(const lu::Plan& plan) {
  try {
    const CudaRuntime runtime = open_runtime();
    const Solver solver = open_solver(plan.scalar == Scalar::f32);
    if (plan.scalar == Scalar::f32) return std::make_unique<CuSolver<float>>(plan, runtime, solver);
    return std::make_unique<CuSolver<double>>(plan, runtime, solver);
  } catch (const Error& error) {
    if (kind_of(error) != ErrorKind::unavailable) throw;
    return nullptr;
  }
}

}  // namespace plumb::bench
