// plumb/workloads/livermore/loops/05_tridiagonal.cpp - kernel 5, tri-diagonal elimination: an
// affine scan.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plumb/workloads/livermore/loops/loops.h"
#include "plumb/workloads/livermore/programs/one_item.h"
#include "plumb/workloads/livermore/programs/scan.h"
#include "plumb/workloads/livermore/programs/thesis.h"
#include "plumb/workloads/livermore/reference/fortran.h"
#include "plumb/workloads/livermore/reference/sums.h"

namespace plumb::livermore {
namespace {

template <class Real>
void tridiagonal_reference(Arrays<Real>& a) {
  const auto x = row(a.real("X"));
  const auto y = row(a.real("Y"));
  const auto z = row(a.real("Z"));
  for (Index i = 2; i <= span_of(a); ++i) x[i] = z[i] * (y[i] - x[i - 1]);
}

template <class Real>
std::vector<double> tridiagonal_sums(const Arrays<Real>& a) {
  return {written_sum(a.real("X"), 2, a.span)};
}

template <class Real>
constexpr HostLoop<Real> tridiagonal_on_host{tridiagonal_reference<Real>, tridiagonal_sums<Real>,
                                             sum_of_x_behind_first<Real>};

void build_tridiagonal(Parts& parts) {
  const std::uint64_t n = parts.n();
  parts.arrays("X Y Z");
  if (n < 2) return;
  Scans(parts, n, 2)
      .add({.form = 5,
            .arguments = Parts::arguments("X Y Z"),
            .start = "X",
            .count = n - 1,
            .words = 3,
            .flops = 2});
}

// `packed` steps per draw; a texel has four channels.
void add_draws(Parts& parts, std::uint64_t packed) {
  for (std::uint64_t first = 1; first < parts.n(); first += packed) {
    const std::uint64_t end = std::min(parts.n(), first + packed);
    parts.add({.step = "draw",
               .source = "thesis",
               .entry = "livermore_thesis_step",
               .arguments = Parts::arguments("X Y Z", {Parts::count(first), Parts::count(end)}),
               .demands = {end - first, 3, 2}});
  }
}

void build_thesis_tridiagonal(Parts& parts) {
  refuse_many(parts, parts.n());
  parts.arrays("X Y Z");
  add_draws(parts, 1);
  parts.close("one step per draw", true);
  add_draws(parts, 4);
}

void build_sequential_tridiagonal(Parts& parts) {
  build_loop(parts, "X Y Z", {Parts::count(parts.n())}, 3);
}

}  // namespace

constinit const KernelRow tridiagonal{
    .number = 5,
    .name = "tri-diagonal elimination",
    .thesis_pattern = 3,
    .pattern = "3s",
    .reason = "a scan, not one pass per step",
    .technique = "affine scan",
    .loop = "X[i] = Z[i]*(Y[i] - X[i-1])",
    .dependence = "X[i-1]",
    .thesis = "one draw per step, clipped to one texel; four steps per texel",
    .spans = {1001, 101, 27},
    .flops = 2,
    .iterations = all_but_first,
    .arrays = "X Y Z",
    .results = "X",
    .rounding = {.reordered = "X", .forgets = true, .in_double = true},
    .single = tridiagonal_on_host<float>,
    .wide = tridiagonal_on_host<double>,
    .build_best = build_tridiagonal,
    .build_thesis = build_thesis_tridiagonal,
    .build_sequential = build_sequential_tridiagonal,
    .streams = true};

}  // namespace plumb::livermore
