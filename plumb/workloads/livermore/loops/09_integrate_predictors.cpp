// plumb/workloads/livermore/loops/09_integrate_predictors.cpp - kernel 9, integrate predictors:
// a map, rows made contiguous.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/loops/loops.h"
#include "plumb/workloads/livermore/programs/map.h"
#include "plumb/workloads/livermore/reference/fortran.h"
#include "plumb/workloads/livermore/reference/sums.h"

namespace plumb::livermore {
namespace {

template <class Real>
void integrate_reference(Arrays<Real>& a) {
  const auto px = plane(a.real("PX"), 25);
  const Real c0 = a.scalar("C0");
  const Real dm22 = a.scalar("DM22"), dm23 = a.scalar("DM23"), dm24 = a.scalar("DM24");
  const Real dm25 = a.scalar("DM25"), dm26 = a.scalar("DM26"), dm27 = a.scalar("DM27");
  const Real dm28 = a.scalar("DM28");
  for (Index k = 1; k <= span_of(a); ++k) {
    px(1, k) = dm28 * px(13, k) + dm27 * px(12, k) + dm26 * px(11, k) + dm25 * px(10, k) +
               dm24 * px(9, k) + dm23 * px(8, k) + dm22 * px(7, k) + c0 * (px(5, k) + px(6, k)) +
               px(3, k);
  }
}

template <class Real>
std::vector<double> integrate_predictors_sums(const Arrays<Real>& a) {
  double total = 0;
  for (std::uint64_t k = 0; k < a.span; ++k)
    total += static_cast<double>(k + 1) * static_cast<double>(a.real("PX")[25 * k]);
  return {total};
}

template <class Real>
double integrate_predictors_official_sum(const Arrays<Real>& a) {
  return storage_sum(a.real("PX"), 15 * a.span);
}

template <class Real>
constexpr HostLoop<Real> integrate_predictors_on_host{integrate_reference<Real>,
                                                      integrate_predictors_sums<Real>,
                                                      integrate_predictors_official_sum<Real>};

void build_integrate_predictors(Parts& parts) {
  const Map map{"layout", "livermore_integrate", "PX", "DM28 DM27 DM26 DM25 DM24 DM23 DM22 C0", 11,
                17};
  parts.arrays(map.buffers);
  parts.add(row_map(parts, map, parts.n(), {Parts::count(parts.row_length())}));
}

}  // namespace

constinit const KernelRow integrate_predictors{
    .number = 9,
    .name = "integrate predictors",
    .thesis_pattern = 1,
    .pattern = "1",
    .technique = "map, rows made contiguous",
    .loop = "PX[1,k] = DM28*PX[13,k] + .. + C0*(PX[5,k] + PX[6,k]) + PX[3,k]",
    .dependence = "none",
    .thesis = no_passes,
    .spans = {101, 101, 15},
    .points_per_step = 25,
    .flops = 17,
    .arrays = "PX",
    .grows = {{{&Dimensions::l2}}},
    .turned = {"PX", 25},
    .results = "PX",
    .single = integrate_predictors_on_host<float>,
    .wide = integrate_predictors_on_host<double>,
    .build_best = build_integrate_predictors,
    .build_sequential = build_in_one_item<build_integrate_predictors>};

}  // namespace plumb::livermore
