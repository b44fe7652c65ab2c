// plumb/workloads/livermore/loops/11_first_sum.cpp - kernel 11, first sum: an affine scan.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/loops/loops.h"
#include "plumb/workloads/livermore/programs/one_item.h"
#include "plumb/workloads/livermore/programs/scan.h"
#include "plumb/workloads/livermore/reference/fortran.h"
#include "plumb/workloads/livermore/reference/sums.h"

namespace plumb::livermore {
namespace {

template <class Real>
void first_sum_reference(Arrays<Real>& a) {
  const auto x = row(a.real("X"));
  const auto y = row(a.real("Y"));
  x[1] = y[1];
  for (Index k = 2; k <= span_of(a); ++k) x[k] = x[k - 1] + y[k];
}

template <class Real>
constexpr HostLoop<Real> first_sum_on_host{first_sum_reference<Real>, sums_of_x<Real>,
                                           sum_of_x_behind_first<Real>};

void build_first_sum(Parts& parts) {
  parts.arrays("X Y");
  parts.constant("start", 0);
  Scans(parts, parts.n(), 1)
      .add({.form = 11,
            .arguments = Parts::arguments("X Y"),
            .start = "start",
            .count = parts.n(),
            .words = 2,
            .flops = 1});
}

void build_sequential_first_sum(Parts& parts) {
  build_loop(parts, "X Y", {Parts::count(parts.n())}, 2);
}

}  // namespace

constinit const KernelRow first_sum{.number = 11,
                                    .name = "first sum",
                                    .thesis_pattern = 3,
                                    .pattern = "3s",
                                    .reason = "a scan, not one pass per step",
                                    .technique = "affine scan",
                                    .loop = "X[k] = X[k-1] + Y[k]",
                                    .dependence = "X[k-1]",
                                    .thesis = no_passes,
                                    .spans = {1001, 101, 27},
                                    .flops = 1,
                                    .iterations = all_but_first,
                                    .arrays = "X Y",
                                    .results = "X",
                                    .rounding = {.reordered = "X", .in_double = true},
                                    .single = first_sum_on_host<float>,
                                    .wide = first_sum_on_host<double>,
                                    .build_best = build_first_sum,
                                    .build_sequential = build_sequential_first_sum,
                                    .streams = true};

}  // namespace plumb::livermore
