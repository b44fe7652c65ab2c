// plumb/workloads/livermore/loops/12_first_difference.cpp - kernel 12, first difference: a map.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "plumb/workloads/livermore/loops/loops.h"
#include "plumb/workloads/livermore/programs/map.h"
#include "plumb/workloads/livermore/reference/fortran.h"
#include "plumb/workloads/livermore/reference/sums.h"

namespace plumb::livermore {
namespace {

template <class Real>
void first_difference_reference(Arrays<Real>& a) {
  const auto x = row(a.real("X"));
  const auto y = row(a.real("Y"));
  for (Index k = 1; k <= span_of(a); ++k) x[k] = y[k + 1] - y[k];
}

template <class Real>
std::vector<double> first_difference_sums(const Arrays<Real>& a) {
  double sum = 0;
  for (std::uint64_t k = 1; k <= a.span; ++k)
    sum += static_cast<double>(k) * std::fabs(static_cast<double>(a.real("X")[k - 1]));
  return {sum};
}

template <class Real>
double first_difference_official_sum(const Arrays<Real>& a) {
  return storage_sum(a.real("X"), a.span - 1);
}

template <class Real>
constexpr HostLoop<Real> first_difference_on_host{first_difference_reference<Real>,
                                                  first_difference_sums<Real>,
                                                  first_difference_official_sum<Real>};

void build_first_difference(Parts& parts) {
  build_plain_map(parts, {"maps", "livermore_first_difference", "X Y", "", 2, 1});
}

}  // namespace

constinit const KernelRow first_difference{
    .number = 12,
    .name = "first difference",
    .thesis_pattern = 1,
    .pattern = "1",
    .technique = "map",
    .loop = "X[k] = Y[k+1] - Y[k]",
    .dependence = "none",
    .thesis = no_passes,
    .spans = {1000, 100, 26},
    .flops = 1,
    .arrays = "X Y",
    .grows = {{{&Dimensions::l1, 1, 1}}},
    .results = "X",
    .single = first_difference_on_host<float>,
    .wide = first_difference_on_host<double>,
    .build_best = build_first_difference,
    .build_sequential = build_in_one_item<build_first_difference>};

}  // namespace plumb::livermore
