// plumb/workloads/livermore/loops/07_equation_of_state.cpp - kernel 7, equation of state: a map.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/loops/loops.h"
#include "plumb/workloads/livermore/programs/map.h"
#include "plumb/workloads/livermore/reference/fortran.h"
#include "plumb/workloads/livermore/reference/sums.h"

namespace plumb::livermore {
namespace {

template <class Real>
void state_reference(Arrays<Real>& a) {
  const auto u = row(a.real("U"));
  const auto x = row(a.real("X"));
  const auto y = row(a.real("Y"));
  const auto z = row(a.real("Z"));
  const Real q = a.scalar("Q"), r = a.scalar("R"), t = a.scalar("T");
  for (Index k = 1; k <= span_of(a); ++k) {
    x[k] = u[k] + r * (z[k] + r * y[k]) +
           t * (u[k + 3] + r * (u[k + 2] + r * u[k + 1]) +
                t * (u[k + 6] + q * (u[k + 5] + q * u[k + 4])));
  }
}

template <class Real>
constexpr HostLoop<Real> equation_of_state_on_host{state_reference<Real>, sums_of_x<Real>};

void build_equation_of_state(Parts& parts) {
  build_plain_map(parts, {"maps", "livermore_state", "X U Y Z", "Q R T", 4, 16});
}

}  // namespace

constinit const KernelRow equation_of_state{
    .number = 7,
    .name = "equation of state",
    .thesis_pattern = 1,
    .pattern = "1",
    .technique = "map",
    .loop = "X[k] = U[k] + R*(Z[k] + R*Y[k]) + T*(U[k+3] + R*(..) + T*(..))",
    .dependence = "none",
    .thesis = no_passes,
    .spans = {995, 101, 21},
    .flops = 16,
    .arrays = "U X Y Z",
    .grows = {{{&Dimensions::l1, 1, 6}}},
    .results = "X",
    .single = equation_of_state_on_host<float>,
    .wide = equation_of_state_on_host<double>,
    .build_best = build_equation_of_state,
    .build_sequential = build_in_one_item<build_equation_of_state>};

}  // namespace plumb::livermore
