// plumb/workloads/livermore/loops/04_banded_equations.cpp - kernel 4, banded linear equations:
// three reductions at once.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/loops/loops.h"
#include "plumb/workloads/livermore/programs/one_item.h"
#include "plumb/workloads/livermore/programs/reduction.h"
#include "plumb/workloads/livermore/reference/fortran.h"
#include "plumb/workloads/livermore/reference/sums.h"
#include "plumb/workloads/waits.h"

namespace plumb::livermore {
namespace {

template <class Real>
void banded_reference(Arrays<Real>& a) {
  const auto xz = row(a.real("XZ"));
  const auto y = row(a.real("Y"));
  const auto l1 = static_cast<Index>(a.size.l1);
  const Index m = (l1 - 7) / 2;
  for (Index k = 7; k <= l1; k += m) {
    Index lw = k - 6;
    Real sum = xz[k - 1];
    for (Index j = 5; j <= span_of(a); j += 5) {
      sum = sum - xz[lw] * y[j];
      ++lw;
    }
    xz[k - 1] = y[5] * sum;
  }
}

// Between the three windows.
std::uint64_t distance_of(const Dimensions& size) { return (size.l1 - 7) / 2; }

template <class Real>
std::vector<double> banded_equations_sums(const Arrays<Real>& a) {
  double sum = 0;
  for (std::uint64_t i = 0; i < 3; ++i) {
    sum +=
        static_cast<double>(i + 1) * static_cast<double>(a.real("XZ")[5 + i * distance_of(a.size)]);
  }
  return {sum};
}

template <class Real>
double banded_equations_official_sum(const Arrays<Real>& a) {
  return storage_sum(a.real("V"), 3);
}

template <class Real>
constexpr HostLoop<Real> banded_equations_on_host{
    banded_reference<Real>, banded_equations_sums<Real>, banded_equations_official_sum<Real>};

double fifths_of_three_windows(std::uint64_t span) {
  return 3 * static_cast<double>(span < 5 ? 0 : (span - 5) / 5 + 1);
}

void build_banded_equations(Parts& parts) {
  const std::uint64_t products = parts.n() / 5;
  const std::uint64_t partials = partials_of(parts, products, 8);
  const Argument distance = Parts::count(distance_of(parts.size()));
  parts.arrays("XZ Y");
  parts.scratch("partial", parts.scalar(), 3 * partials);
  // Y is read at every fifth element: a sector of 32 bytes each, shared by the three windows. Whole
  // sectors are a stream.
  const double sector = 32.0 / static_cast<double>(size_of(Type{parts.scalar(), 1}).count);
  add_reduction(
      parts,
      {.step = "banded",
       .source = "reductions",
       .entry = "livermore_banded",
       .finish = "livermore_sum_finish",
       .partials = partials,
       .results = 3,
       .arguments = Parts::arguments(
           "XZ Y partial", {distance, Parts::count(products), Parts::count(parts.chunk())}),
       .finish_arguments = Parts::arguments("partial XZ Y", {distance, Parts::count(partials)}),
       // One tree after the other for the three windows, each with its result and its end.
       .demands = {.points = 3 * products,
                   .words = 1 + sector / 3,
                   .flops = 2,
                   .pattern = Pattern::reduction,
                   .barriers = parts.on_cpu() ? 0 : 3 * (tree_steps(parts.group()) + 2)}});
}

void build_sequential_banded_equations(Parts& parts) {
  build_loop(parts, "XZ Y", {Parts::count(distance_of(parts.size())), Parts::count(parts.n())},
             1.4);
}

}  // namespace

constinit const KernelRow banded_equations{
    .number = 4,
    .name = "banded linear equations",
    .thesis_pattern = 2,
    .pattern = "2",
    .technique = "three reductions at once",
    .loop = "temp = temp - XZ[lw]*Y[j], three windows; XZ[k-1] = Y[5]*temp",
    .dependence = "inner loop a reduction; the windows do not overlap",
    .thesis = no_passes,
    .spans = {1001, 101, 27},
    .flops = 2,
    .iterations = fifths_of_three_windows,
    .arrays = "V3 XZ Y",
    .results = "XZ",
    .rounding = {.reordered = "XZ", .in_double = true},
    .single = banded_equations_on_host<float>,
    .wide = banded_equations_on_host<double>,
    .build_best = build_banded_equations,
    .build_sequential = build_sequential_banded_equations};

}  // namespace plumb::livermore
