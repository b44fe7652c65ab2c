// plumb/workloads/livermore/loops/22_planckian.cpp - kernel 22, Planckian distribution: a map.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "plumb/workloads/livermore/loops/loops.h"
#include "plumb/workloads/livermore/programs/map.h"
#include "plumb/workloads/livermore/reference/fortran.h"
#include "plumb/workloads/livermore/reference/sums.h"

namespace plumb::livermore {
namespace {

template <class Real>
void planck_reference(Arrays<Real>& a) {
  const auto u = row(a.real("U"));
  const auto v = row(a.real("V"));
  const auto w = row(a.real("W"));
  const auto x = row(a.real("X"));
  const auto y = row(a.real("Y"));
  for (Index k = 1; k <= span_of(a); ++k) {
    y[k] = u[k] < Real(20) * v[k] ? u[k] / v[k] : Real(20);
    w[k] = x[k] / (std::exp(y[k]) - Real(1));
  }
}

template <class Real>
double planckian_official_sum(const Arrays<Real>& a) {
  return storage_sum(a.real("W"), a.span);
}

template <class Real>
std::vector<double> planckian_sums(const Arrays<Real>& a) {
  return {storage_sum(a.real("Y"), a.span) + planckian_official_sum(a)};
}

void prepare_planckian(Arrays<double>& arrays, DataSet /*data*/, unsigned /*official_span*/) {
  const std::uint64_t n = arrays.span;
  arrays.real("U")[n - 1] = 0.99 * 20.0 * arrays.real("V")[n - 1];
}

template <class Real>
constexpr HostLoop<Real> planckian_on_host{planck_reference<Real>, planckian_sums<Real>,
                                           planckian_official_sum<Real>};

void build_planckian(Parts& parts) {
  build_plain_map(parts, {.source = "maps",
                          .entry = "livermore_planck",
                          .buffers = "Y W U V X",
                          .scalars = "",
                          .words = 5,
                          .flops = 17,
                          .written = 2,
                          .operations = {.add = 2, .mul = 1, .div = 2, .exp = 1}});
}

}  // namespace

constinit const KernelRow planckian{.number = 22,
                                    .name = "Planckian distribution",
                                    .thesis_pattern = 1,
                                    .pattern = "1",
                                    .technique = "map",
                                    .loop = "Y[k] = U[k]/V[k]; W[k] = X[k]/(exp(Y[k]) - 1)",
                                    .dependence = "none",
                                    .thesis = no_passes,
                                    .spans = {101, 101, 15},
                                    .flops = 17,
                                    .arrays = "U V W X Y",
                                    .prepare = prepare_planckian,
                                    .results = "Y W",
                                    .single = planckian_on_host<float>,
                                    .wide = planckian_on_host<double>,
                                    .build_best = build_planckian,
                                    .build_sequential = build_in_one_item<build_planckian>};

}  // namespace plumb::livermore
