// plumb/workloads/livermore/loops/24_first_minimum.cpp - kernel 24, first minimum: a reduction
// of value and place.
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
void first_minimum_reference(Arrays<Real>& a) {
  const auto x = row(a.real("X"));
  Index m = 1;
  for (Index k = 2; k <= span_of(a); ++k) {
    if (x[k] < x[m]) m = k;
  }
  a.integer("M")[0] = static_cast<std::int32_t>(m);
}

template <class Real>
std::vector<double> first_minimum_sums(const Arrays<Real>& a) {
  return {static_cast<double>(a.integer("M")[0])};
}

// The official data plant a minimum, the random ones do not.
void prepare_first_minimum(Arrays<double>& arrays, DataSet data, unsigned /*official_span*/) {
  const std::uint64_t n = arrays.span;
  if (data == DataSet::official && n >= 2) arrays.real("X")[n / 2 - 1] = -1.0e10;
}

void add_results_of_first_minimum(Arrays<double>& arrays) { arrays.integers["M"] = {0}; }

template <class Real>
constexpr HostLoop<Real> first_minimum_on_host{first_minimum_reference<Real>,
                                               first_minimum_sums<Real>};

void build_first_minimum(Parts& parts) {
  const std::uint64_t n = parts.n();
  const std::uint64_t partials = partials_of(parts, n);
  parts.arrays("X M");
  parts.scratch("partial", parts.scalar(), partials);
  parts.scratch("place", Scalar::i32, partials);
  const Bytes real = size_of(Type{parts.scalar(), 1});
  constexpr Bytes place{4};
  // Of a partial result: whether it is better (three comparisons), two selections; its place, count
  // and test of the loop. A processor then looks for the place in the chunk, half of it in the
  // mean.
  Operations finish{.add = 4, .integer = 4};
  std::vector<Access> finish_reads{uncredited(1, real), uncredited(1, place)};
  if (parts.on_cpu()) {
    const double looks =
        static_cast<double>(std::min(n, parts.chunk())) / (2 * static_cast<double>(partials));
    finish.add += looks;
    finish.integer += looks;
    finish_reads.push_back(uncredited(looks, real));
  }
  add_reduction(
      parts, {.step = "first minimum",
              .source = "minimum",
              .entry = "livermore_first_minimum",
              .finish = "livermore_minimum_finish",
              .partials = partials,
              .arguments = Parts::arguments("X partial place",
                                            {Parts::count(n), Parts::count(parts.chunk())}),
              .finish_arguments = Parts::arguments("partial place X M", {Parts::count(partials)}),
              .demands = {n, 1, 1, Pattern::reduction},
              .finish_operations = finish,
              .finish_reads = finish_reads});
}

void build_thesis_first_minimum(Parts& parts) {
  const Folds folds{.entry = "livermore_thesis_fold_minimum",
                    .from = "X",
                    .length = parts.n(),
                    .result = "M",
                    .places = true};
  parts.arrays("X M");
  add_rows_to_fold(parts, folds);
  add_folds(parts, folds);
}

void build_sequential_first_minimum(Parts& parts) {
  build_loop(parts, "X M", {Parts::count(parts.n())}, 1);
}

}  // namespace

constinit const KernelRow first_minimum{.number = 24,
                                        .name = "first minimum",
                                        .thesis_pattern = 2,
                                        .pattern = "2",
                                        .technique = "reduction of value and index",
                                        .loop = "if X[k] < X[m]: m = k",
                                        .dependence = "all iterations compare with the best",
                                        .thesis = "value and coordinate, 8-to-1 passes",
                                        .spans = {1001, 101, 27},
                                        .flops = 1,
                                        .iterations = all_but_first,
                                        .arrays = "X",
                                        .prepare = prepare_first_minimum,
                                        .add_results = add_results_of_first_minimum,
                                        .results = "M",
                                        .single = first_minimum_on_host<float>,
                                        .wide = first_minimum_on_host<double>,
                                        .build_best = build_first_minimum,
                                        .build_thesis = build_thesis_first_minimum,
                                        .build_sequential = build_sequential_first_minimum};

}  // namespace plumb::livermore
