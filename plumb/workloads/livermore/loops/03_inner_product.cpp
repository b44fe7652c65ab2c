// plumb/workloads/livermore/loops/03_inner_product.cpp - kernel 3, inner product: a reduction.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/loops/loops.h"
#include "plumb/workloads/livermore/programs/one_item.h"
#include "plumb/workloads/livermore/programs/reduction.h"
#include "plumb/workloads/livermore/programs/thesis.h"
#include "plumb/workloads/livermore/reference/fortran.h"
#include "plumb/workloads/livermore/reference/sums.h"

namespace plumb::livermore {
namespace {

template <class Real>
void inner_product_reference(Arrays<Real>& a) {
  const auto z = row(a.real("Z"));
  const auto x = row(a.real("X"));
  Real q = 0;
  for (Index k = 1; k <= span_of(a); ++k) q = q + z[k] * x[k];
  a.real("Q")[0] = q;
}

template <class Real>
std::vector<double> inner_product_sums(const Arrays<Real>& a) {
  return {single_value(a, "Q")};
}

void add_results_of_inner_product(Arrays<double>& arrays) { arrays.reals["Q"] = {0.0}; }

template <class Real>
constexpr HostLoop<Real> inner_product_on_host{inner_product_reference<Real>,
                                               inner_product_sums<Real>};

void build_inner_product(Parts& parts) {
  const std::uint64_t n = parts.n();
  const std::uint64_t partials = partials_of(parts, n);
  parts.arrays("Z X Q");
  parts.scratch("partial", parts.scalar(), partials);
  add_reduction(
      parts,
      {.step = "inner product",
       .source = "reductions",
       .entry = "livermore_inner_product",
       .finish = "livermore_sum_finish",
       .partials = partials,
       .arguments = Parts::arguments("Z X partial", {Parts::count(n), Parts::count(parts.chunk())}),
       .finish_arguments =
           Parts::arguments("partial Q X", {Parts::count(0), Parts::count(partials)}),
       .demands = {n, 2, 2, Pattern::reduction}});
}

// Four products per texel, then folds.
void build_thesis_inner_product(Parts& parts) {
  const std::uint64_t n = parts.n();
  const Folds folds{
      .entry = "livermore_thesis_fold", .from = "even", .length = (n + 3) / 4, .result = "Q"};
  parts.arrays("X Q Z");
  add_rows_to_fold(parts, folds);
  parts.add({.step = "multiply",
             .source = "thesis",
             .entry = "livermore_thesis_multiply",
             .items = {folds.length, 1, 1},
             .group = 1,
             .arguments = Parts::arguments("Z X even", {Parts::count(n)}),
             .demands = {n, 2.25, 2}});
  add_folds(parts, folds);
}

void build_sequential_inner_product(Parts& parts) {
  build_loop(parts, "Z X Q", {Parts::count(parts.n())}, 2);
}

}  // namespace

constinit const KernelRow inner_product{.number = 3,
                                        .name = "inner product",
                                        .thesis_pattern = 2,
                                        .pattern = "2",
                                        .technique = "reduction in a fixed tree",
                                        .loop = "Q = Q + Z[k]*X[k]",
                                        .dependence = "all iterations add to Q",
                                        .thesis = "four products per texel, then m-to-1 passes",
                                        .spans = {1001, 101, 27},
                                        .flops = 2,
                                        .arrays = "X Z",
                                        .add_results = add_results_of_inner_product,
                                        .results = "Q",
                                        .rounding = {.reordered = "Q", .in_double = true},
                                        .single = inner_product_on_host<float>,
                                        .wide = inner_product_on_host<double>,
                                        .build_best = build_inner_product,
                                        .build_thesis = build_thesis_inner_product,
                                        .build_sequential = build_sequential_inner_product};

}  // namespace plumb::livermore
