// plumb/workloads/livermore/loops/10_difference_predictors.cpp - kernel 10, difference
// predictors: a map, rows made contiguous.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/loops/loops.h"
#include "plumb/workloads/livermore/programs/map.h"
#include "plumb/workloads/livermore/reference/fortran.h"
#include "plumb/workloads/livermore/reference/sums.h"

namespace plumb::livermore {
namespace {

template <class Real>
void difference_reference(Arrays<Real>& a) {
  const auto px = plane(a.real("PX"), 25);
  const auto cx = plane(a.real("CX"), 25);
  for (Index k = 1; k <= span_of(a); ++k) {
    Real c = cx(5, k);
    for (Index r = 5; r <= 13; ++r) {
      const Real old = px(r, k);
      px(r, k) = c;
      c = c - old;
    }
    px(14, k) = c;
  }
}

template <class Real>
std::vector<double> difference_predictors_sums(const Arrays<Real>& a) {
  return {window_sum(a.real("PX"), {25, 5, 14, 1, a.span})};
}

template <class Real>
double difference_predictors_official_sum(const Arrays<Real>& a) {
  return storage_sum(a.real("PX"), 15 * a.span);
}

template <class Real>
constexpr HostLoop<Real> difference_predictors_on_host{difference_reference<Real>,
                                                       difference_predictors_sums<Real>,
                                                       difference_predictors_official_sum<Real>};

// A GPU's item takes two columns as vectors.
void build_difference_predictors(Parts& parts) {
  const Map map{"difference", "livermore_differences", "PX CX", "", 20, 9, 10};
  parts.arrays(map.buffers);
  Work work = row_map(parts, map, parts.n(), {Parts::count(parts.row_length())});
  work.definitions = {{"PAIRS", parts.on_cpu() ? "0" : "1"}};
  if (!parts.on_cpu()) {
    work.items[0] = (parts.n() + 1) / 2;
    work.group = 64;
  }
  parts.add(work);
}

// A fragment has four outputs, so ten rows take three draws; the chain goes through an array.
void build_thesis_difference_predictors(Parts& parts) {
  parts.arrays("PX CX");
  parts.scratch("carry", parts.scalar(), parts.n());
  for (const auto& [from, to] : {std::pair{5U, 7U}, {8U, 10U}, {11U, 13U}}) {
    parts.add({.step = "draw",
               .source = "difference",
               .entry = "livermore_difference_pass",
               .items = {parts.items(parts.n()), 1, 1},
               .arguments = Parts::arguments(
                   "PX CX carry",
                   {Parts::number(from), Parts::number(to), Parts::count(parts.row_length()),
                    Parts::count(parts.n()), Parts::count(parts.chunk())}),
               .demands = {parts.n(), 8, 3},
               .definitions = {{"PAIRS", "0"}}});
  }
}

}  // namespace

constinit const KernelRow difference_predictors{
    .number = 10,
    .name = "difference predictors",
    .thesis_pattern = 2,
    .pattern = "1",
    .reason = "ten outputs are no limit any more",
    .technique = "map, rows made contiguous",
    .loop = "PX[r,k] = c, c = c - old, r = 5..13; PX[14,k] = c",
    .dependence = "a chain inside one iteration",
    .thesis = "the body split over draws of four outputs",
    .spans = {101, 101, 15},
    .points_per_step = 25,
    .flops = 9,
    .arrays = "PX CX",
    .grows = {{{&Dimensions::l2}}},
    .turned = {"PX CX", 25},
    .results = "PX",
    .single = difference_predictors_on_host<float>,
    .wide = difference_predictors_on_host<double>,
    .build_best = build_difference_predictors,
    .build_thesis = build_thesis_difference_predictors,
    .build_sequential = build_in_one_item<build_difference_predictors>};

}  // namespace plumb::livermore
