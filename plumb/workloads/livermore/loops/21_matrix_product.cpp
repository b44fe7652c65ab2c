// plumb/workloads/livermore/loops/21_matrix_product.cpp - kernel 21, matrix product: a map over
// columns.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/loops/loops.h"
#include "plumb/workloads/livermore/programs/map.h"
#include "plumb/workloads/livermore/reference/fortran.h"
#include "plumb/workloads/livermore/reference/sums.h"

namespace plumb::livermore {
namespace {

template <class Real>
void product_reference(Arrays<Real>& a) {
  const auto px = plane(a.real("PX"), 25);
  const auto cx = plane(a.real("CX"), 25);
  const auto vy = plane(a.real("VY"), a.size.l2);
  for (Index j = 1; j <= span_of(a); ++j) {  // sums in the order of k, whatever i and j do
    for (Index k = 1; k <= 25; ++k) {
      for (Index i = 1; i <= 25; ++i) px(i, j) = px(i, j) + vy(i, k) * cx(k, j);
    }
  }
}

template <class Real>
std::vector<double> matrix_product_sums(const Arrays<Real>& a) {
  return {storage_sum(a.real("PX"), 25 * a.span)};
}

template <class Real>
constexpr HostLoop<Real> matrix_product_on_host{product_reference<Real>, matrix_product_sums<Real>};

double products_of_columns(std::uint64_t span) { return 625 * every_step(span); }

void build_matrix_product(Parts& parts) {
  const Map map{"product", "livermore_product", "PX CX VY", "", 75, 1250, 25};
  parts.arrays(map.buffers);
  Work work = row_map(parts, map, parts.n(),
                      {Parts::count(parts.size().l2), Parts::count(parts.row_length())});
  work.definitions = {{"WIDE", parts.on_cpu() ? "32" : "1"}};
  if (!parts.on_cpu()) {  // the columns behind the factors, which all items of a group bring
    work.demands.operations = {.fma = 625};
    work.demands.barriers = 1;
    work.demands.in_turn = 1;
  }
  parts.add(work);
}

}  // namespace

constinit const KernelRow matrix_product{
    .number = 21,
    .name = "matrix product",
    .thesis_pattern = 1,
    .pattern = "2",
    .reason = "25 products are added up",
    .technique = "map over columns",
    .loop = "PX[i,j] = PX[i,j] + VY[i,k]*CX[k,j]",
    .dependence = "the sum over k",
    .thesis = "k unrolled in the fragment program (printed as kernel 22)",
    .spans = {101, 50, 20},
    .points_per_step = 25,
    .flops = 2,
    .iterations = products_of_columns,
    .arrays = "PX CX VY",
    .grows = {{{&Dimensions::l2}}},
    .turned = {"PX CX", 25},
    .results = "PX",
    .single = matrix_product_on_host<float>,
    .wide = matrix_product_on_host<double>,
    .build_best = build_matrix_product,
    .build_thesis = build_matrix_product,
    .build_sequential = build_in_one_item<build_matrix_product>};

}  // namespace plumb::livermore
