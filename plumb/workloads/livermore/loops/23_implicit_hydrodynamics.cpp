// plumb/workloads/livermore/loops/23_implicit_hydrodynamics.cpp - kernel 23, 2-D implicit
// hydrodynamics: an affine scan, column by column.
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
void implicit_hydro_reference(Arrays<Real>& a) {
  const auto of = [&](const char* name) { return plane(a.real(name), a.size.l2); };
  const auto za = of("ZA"), zr = of("ZR"), zb = of("ZB"), zu = of("ZU"), zv = of("ZV");
  const auto zz = of("ZZ");
  for (Index j = 2; j <= 6; ++j) {
    for (Index k = 2; k <= span_of(a); ++k) {
      const Real qa = za(k, j + 1) * zr(k, j) + za(k, j - 1) * zb(k, j) + za(k + 1, j) * zu(k, j) +
                      za(k - 1, j) * zv(k, j) + zz(k, j);
      za(k, j) = za(k, j) + Real(0.175) * (qa - za(k, j));
    }
  }
}

template <class Real>
std::vector<double> implicit_hydrodynamics_sums(const Arrays<Real>& a) {
  return {window_sum(a.real("ZA"), {a.size.l2, 2, a.span, 2, 6})};
}

template <class Real>
double implicit_hydrodynamics_official_sum(const Arrays<Real>& a) {
  return storage_sum(a.real("ZA"), 7 * a.span);
}

template <class Real>
constexpr HostLoop<Real> implicit_hydrodynamics_on_host{implicit_hydro_reference<Real>,
                                                        implicit_hydrodynamics_sums<Real>,
                                                        implicit_hydrodynamics_official_sum<Real>};

// The new ZA is an array of its own, so that no tile overwrites what another still reads.
void build_implicit_hydrodynamics(Parts& parts) {
  parts.arrays("ZA ZR ZB ZU ZV ZZ");
  parts.array_as("ZA", "ZA_new");
  if (parts.n() < 2) return;
  Scans scans(parts, parts.n() - 1);
  const std::uint64_t leading = parts.size().l2;
  for (std::uint64_t column = 1; column <= 5; ++column) {
    scans.add(
        {.form = 23,
         .ordinal = column - 1,
         .arguments = Parts::arguments("ZA_new ZA ZR ZB ZU ZV ZZ",
                                       {Parts::count(leading), Parts::count(column * leading)}),
         .start = "ZA_new",
         .start_at = column * leading,
         .count = parts.n() - 1,
         .words = 9,
         .flops = 11});
  }
}

void build_sequential_implicit_hydrodynamics(Parts& parts) {
  build_loop(parts, "ZA ZR ZB ZU ZV ZZ", {Parts::count(parts.size().l2), Parts::count(parts.n())},
             35);
}

}  // namespace

constinit const KernelRow implicit_hydrodynamics{
    .number = 23,
    .name = "2-D implicit hydrodynamics",
    .thesis_pattern = 1,
    .pattern = "3w",
    .reason = "reads ZA[k-1,j] and ZA[k,j-1] just written",
    .technique = "affine scan, column by column",
    .loop = "ZA[k,j] = ZA[k,j] + 0.175*(.. + ZA[k-1,j]*ZV[k,j] + .. - ZA[k,j])",
    .dependence = "ZA[k-1,j], ZA[k,j-1]",
    .thesis = no_passes,
    .spans = {100, 100, 14},
    .points_per_step = 7,
    .flops = 11,
    .iterations = five_columns,
    .arrays = "ZA ZR ZB ZU ZV ZZ",
    .grows = {{{&Dimensions::l2, 1, 1}}},
    .results = "ZA",
    .best_results = "ZA_new",
    .rounding = {.reordered = "ZA", .forgets = true, .in_double = true},
    .single = implicit_hydrodynamics_on_host<float>,
    .wide = implicit_hydrodynamics_on_host<double>,
    .build_best = build_implicit_hydrodynamics,
    .build_sequential = build_sequential_implicit_hydrodynamics};

}  // namespace plumb::livermore
