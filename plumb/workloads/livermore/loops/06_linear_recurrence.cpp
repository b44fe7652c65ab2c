// plumb/workloads/livermore/loops/06_linear_recurrence.cpp - kernel 6, general linear
// recurrence: a triangular solve in blocks.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plumb/workloads/livermore/loops/loops.h"
#include "plumb/workloads/livermore/programs/one_item.h"
#include "plumb/workloads/livermore/reference/fortran.h"
#include "plumb/workloads/livermore/reference/sums.h"

namespace plumb::livermore {
namespace {

template <class Real>
void recurrence_reference(Arrays<Real>& a) {
  const auto w = row(a.real("W"));
  const auto b = plane(a.real("B"), a.size.b);
  for (Index i = 2; i <= span_of(a); ++i) {
    w[i] = Real(0.01);
    for (Index k = 1; k < i; ++k) w[i] = w[i] + b(i, k) * w[i - k];
  }
}

template <class Real>
std::vector<double> linear_recurrence_sums(const Arrays<Real>& a) {
  return {written_sum(a.real("W"), 2, a.span)};
}

template <class Real>
double linear_recurrence_official_sum(const Arrays<Real>& a) {
  return storage_sum(a.real("W"), a.span);
}

void prepare_linear_recurrence(Arrays<double>& arrays, DataSet /*data*/,
                               unsigned /*official_span*/) {
  if (arrays.span <= 64) return;
  const double factor = 64.0 / static_cast<double>(arrays.span);  // W would overflow otherwise
  for (double& value : arrays.real("B")) value *= factor;
}

template <class Real>
constexpr HostLoop<Real> linear_recurrence_on_host{
    recurrence_reference<Real>, linear_recurrence_sums<Real>, linear_recurrence_official_sum<Real>};

double lower_triangle(std::uint64_t span) {
  const std::uint64_t half = (span - 1) / 2;  // rounded down, as the suite counts
  return static_cast<double>(span) * static_cast<double>(half);
}

constexpr std::uint64_t solved_rows = 64;  // rows that are solved at once

// Solves the rows of a block, then adds their part to all later rows.
void build_linear_recurrence(Parts& parts) {
  const std::uint64_t n = parts.n();
  const std::uint64_t group = parts.on_cpu() ? 1 : solved_rows;
  const std::uint64_t chunk = parts.on_cpu() ? solved_rows : 1;
  parts.arrays("W B");
  parts.scratch("sums", parts.scalar(), n);
  const std::vector<Definition> definitions{{"GROUP", std::to_string(group)},
                                            {"BLOCK", std::to_string(solved_rows)}};
  for (std::uint64_t first = 0; first < n; first += solved_rows) {
    std::vector<Argument> arguments = Parts::arguments(
        "W B sums", {Parts::count(parts.size().b), Parts::count(first), Parts::count(n)});
    const std::uint64_t rows = std::min(solved_rows, n - first);
    parts.add(
        {.step = "solve",
         .source = "solve",
         .entry = "livermore_solve",
         .items = {group, 1, 1},
         .group = group,
         .arguments = arguments,
         // Row after row waits for the one before, and the coefficients for their barrier.
         .demands = {.points = rows,
                     .words = static_cast<double>(rows) / 2,
                     .flops = static_cast<double>(rows),
                     .barriers = group > 1 ? static_cast<double>(rows) + 1 : 0,
                     .dependent = group > 1 ? std::max(0.0, static_cast<double>(rows) / 2 - 1) : 0},
         .definitions = definitions});
    if (first + solved_rows >= n) break;
    const std::uint64_t later = n - first - solved_rows;
    arguments.push_back(Parts::count(chunk));
    parts.add({.step = "spread",
               .source = "solve",
               .entry = "livermore_spread",
               .items = {(later + chunk - 1) / chunk, 1, 1},
               .group = group,
               .arguments = arguments,
               .demands = {later, static_cast<double>(solved_rows) + 2,
                           2.0 * static_cast<double>(solved_rows), Pattern::multiple},
               .definitions = definitions});
  }
}

void build_sequential_linear_recurrence(Parts& parts) {
  build_loop(parts, "W B", {Parts::count(parts.size().b), Parts::count(parts.n())},
             static_cast<double>(parts.n()) / 2);
}

}  // namespace

constinit const KernelRow linear_recurrence{.number = 6,
                                            .name = "general linear recurrence",
                                            .thesis_pattern = 2,
                                            .pattern = "3t",
                                            .reason = "every W[i] needs all W before it",
                                            .technique = "blocked triangular solve",
                                            .loop = "W[i] = 0.01 + sum of B[i,k]*W[i-k]",
                                            .dependence = "all W[j], j < i",
                                            .thesis = no_passes,
                                            .spans = {64, 32, 8},
                                            .has_matrix = true,
                                            .flops = 2,
                                            .iterations = lower_triangle,
                                            .arrays = "W B",
                                            .grows = {{{&Dimensions::l1}, {&Dimensions::b}}},
                                            .prepare = prepare_linear_recurrence,
                                            .results = "W",
                                            .rounding = {.reordered = "W", .in_double = true},
                                            .single = linear_recurrence_on_host<float>,
                                            .wide = linear_recurrence_on_host<double>,
                                            .build_best = build_linear_recurrence,
                                            .build_sequential = build_sequential_linear_recurrence};

}  // namespace plumb::livermore
