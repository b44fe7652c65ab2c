// plumb/workloads/livermore/loops/15_casual_fortran.cpp - kernel 15, casual Fortran: a map with
// branches over planes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "plumb/workloads/livermore/loops/loops.h"
#include "plumb/workloads/livermore/programs/map.h"
#include "plumb/workloads/livermore/reference/fortran.h"
#include "plumb/workloads/livermore/reference/sums.h"

namespace plumb::livermore {
namespace {

template <class Real>
void casual_reference(Arrays<Real>& a) {
  const Index n = span_of(a);
  const auto vy = plane(a.real("VY"), a.size.l2);
  const auto vh = plane(a.real("VH"), a.size.l2);
  const auto vf = plane(a.real("VF"), a.size.l2);
  const auto vg = plane(a.real("VG"), a.size.l2);
  const auto vs = plane(a.real("VS"), a.size.l2);
  const Real low = Real(0.053), high = Real(0.073);
  for (Index j = 2; j <= 7; ++j) {
    for (Index k = 2; k <= n; ++k) {
      if (j == 7) {
        vy(k, j) = 0;
        continue;
      }
      const Real t = vh(k, j + 1) > vh(k, j) ? low : high;
      const bool before = vf(k, j) < vf(k - 1, j);
      const Index from = before ? k - 1 : k;
      const Real r = std::max(vh(from, j), vh(from, j + 1));
      vy(k, j) = std::sqrt(vg(k, j) * vg(k, j) + r * r) * t / vf(from, j);
      if (k == n) {
        vs(k, j) = 0;
        continue;
      }
      const bool below = vf(k, j) < vf(k, j - 1);
      const Index column = below ? j - 1 : j;
      const Real s = std::max(vg(k, column), vg(k + 1, column));
      vs(k, j) = std::sqrt(vh(k, j) * vh(k, j) + s * s) * (below ? high : low) / vf(k, column);
    }
  }
}

template <class Real>
std::vector<double> casual_fortran_sums(const Arrays<Real>& a) {
  return {window_sum(a.real("VY"), {a.size.l2, 2, a.span, 2, 7}) +
          window_sum(a.real("VS"), {a.size.l2, 2, a.span, 2, 6})};
}

template <class Real>
double casual_fortran_official_sum(const Arrays<Real>& a) {
  return storage_sum(a.real("VY"), 7 * a.span) + storage_sum(a.real("VS"), 7 * a.span);
}

template <class Real>
constexpr HostLoop<Real> casual_fortran_on_host{casual_reference<Real>, casual_fortran_sums<Real>,
                                                casual_fortran_official_sum<Real>};

constexpr const char* casual_planes = "VY VS VH VF VG";

void build_casual_fortran(Parts& parts) {
  parts.arrays(casual_planes);
  if (parts.on_cpu()) {
    parts.add(plane_map(parts, {"casual", "livermore_casual", casual_planes, "", 5.8, 33, 2}, 6));
  } else {
    Work work = column_map(
        parts, {"casual_columns", "livermore_casual_columns", casual_planes, "", 5.8, 33, 2});
    work.demands.operations = {.add = 10, .mul = 6, .div = 2, .sqrt = 2};  // add: and comparisons
    parts.add(work);
  }
}

// Both sides of every decision, and a mask that selects.
void build_thesis_casual_fortran(Parts& parts) {
  parts.arrays(casual_planes);
  parts.add({.step = "draw",
             .source = "casual",
             .entry = "livermore_casual_predicated",
             .items = {parts.items(parts.n() - 1), 6, 1},
             .arguments = Parts::arguments(casual_planes,
                                           {Parts::count(parts.size().l2), Parts::count(parts.n()),
                                            Parts::count(parts.chunk())}),
             .demands = {5 * (parts.n() - 1), 5, 33, Pattern::neighbourhood, 2}});
}

}  // namespace

constinit const KernelRow casual_fortran{
    .number = 15,
    .name = "casual Fortran",
    .thesis_pattern = 1,
    .pattern = "1",
    .technique = "map with branches",
    .loop = "VY, VS by three decisions per point",
    .dependence = "none",
    .thesis = "both sides computed, a mask selects",
    .spans = {101, 101, 15},
    .points_per_step = 7,
    .flops = 33,
    .iterations = five_columns,
    .arrays = "VY VH VF VG VS",
    .grows = {{{&Dimensions::l2}}},
    .results = "VY VS",
    .single = casual_fortran_on_host<float>,
    .wide = casual_fortran_on_host<double>,
    .build_best = build_casual_fortran,
    .build_thesis = build_thesis_casual_fortran,
    .build_sequential = build_in_one_item<build_casual_fortran>};

}  // namespace plumb::livermore
