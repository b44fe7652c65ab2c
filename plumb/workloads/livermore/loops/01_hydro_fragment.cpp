// plumb/workloads/livermore/loops/01_hydro_fragment.cpp - kernel 1, hydro fragment: a map.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/loops/loops.h"
#include "plumb/workloads/livermore/programs/map.h"
#include "plumb/workloads/livermore/reference/fortran.h"
#include "plumb/workloads/livermore/reference/sums.h"

namespace plumb::livermore {
namespace {

template <class Real>
void hydro_reference(Arrays<Real>& a) {
  const auto x = row(a.real("X"));
  const auto y = row(a.real("Y"));
  const auto zx = row(a.real("ZX"));
  const Real q = a.scalar("Q"), r = a.scalar("R"), t = a.scalar("T");
  for (Index k = 1; k <= span_of(a); ++k) x[k] = q + y[k] * (r * zx[k + 10] + t * zx[k + 11]);
}

template <class Real>
constexpr HostLoop<Real> hydro_fragment_on_host{hydro_reference<Real>, sums_of_x<Real>};

void build_hydro_fragment(Parts& parts) {
  build_plain_map(parts, {"maps", "livermore_hydro", "X Y ZX", "Q R T", 3, 5});
}

}  // namespace

constinit const KernelRow hydro_fragment{
    .number = 1,
    .name = "hydro fragment",
    .thesis_pattern = 1,
    .pattern = "1",
    .technique = "map",
    .loop = "X[k] = Q + Y[k]*(R*ZX[k+10] + T*ZX[k+11])",
    .dependence = "none",
    .thesis = "one rectangle; offsets +10 and +11 as two interpolated coordinates",
    .spans = {1001, 101, 27},
    .flops = 5,
    .arrays = "X Y ZX",
    .results = "X",
    .single = hydro_fragment_on_host<float>,
    .wide = hydro_fragment_on_host<double>,
    .build_best = build_hydro_fragment,
    .build_thesis = build_hydro_fragment,
    .build_sequential = build_in_one_item<build_hydro_fragment>};

}  // namespace plumb::livermore
