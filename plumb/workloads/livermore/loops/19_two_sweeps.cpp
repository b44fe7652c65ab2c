// plumb/workloads/livermore/loops/19_two_sweeps.cpp - kernel 19, general linear recurrence, two
// sweeps: an affine scan up and one down.
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
void two_sweeps_reference(Arrays<Real>& a) {
  const auto b5 = row(a.real("B5"));
  const auto sa = row(a.real("SA"));
  const auto sb = row(a.real("SB"));
  Real stb5 = a.real("STB5")[0];
  const auto step = [&](Index k) {
    b5[k] = sa[k] + stb5 * sb[k];
    stb5 = b5[k] - stb5;
  };
  for (Index k = 1; k <= span_of(a); ++k) step(k);
  for (Index k = span_of(a); k >= 1; --k) step(k);
  a.real("STB5")[0] = stb5;
}

template <class Real>
std::vector<double> two_sweeps_sums(const Arrays<Real>& a) {
  return {storage_sum(a.real("B5"), a.span) + single_value(a, "STB5")};
}

// STB5 goes in as well.
void add_results_of_two_sweeps(Arrays<double>& arrays) {
  arrays.reals["STB5"] = {arrays.scalar("STB5")};
}

template <class Real>
constexpr HostLoop<Real> two_sweeps_on_host{two_sweeps_reference<Real>, two_sweeps_sums<Real>};

void build_two_sweeps(Parts& parts) {
  parts.arrays("B5 SA SB STB5");
  Scans scans(parts, parts.n(), 2);
  scans.add({.form = 190,
             .ordinal = 0,
             .arguments = Parts::arguments("SA SB"),
             .start = "STB5",
             .last = "carry",
             .count = parts.n(),
             .words = 2,
             .flops = 3,
             .emits = false});
  scans.add({.form = 191,
             .ordinal = 1,
             .arguments = Parts::arguments("B5 SA SB"),
             .start = "carry",
             .last = "STB5",
             .count = parts.n(),
             .words = 3,
             .flops = 3});
}

void build_sequential_two_sweeps(Parts& parts) {
  build_loop(parts, "B5 SA SB STB5", {Parts::count(parts.n())}, 6);
}

}  // namespace

constinit const KernelRow two_sweeps{
    .number = 19,
    .name = "general linear recurrence, two sweeps",
    .thesis_pattern = 3,
    .pattern = "3s",
    .reason = "two scans",
    .technique = "affine scan, up and down",
    .loop = "B5[k] = SA[k] + ST*SB[k]; ST = B5[k] - ST",
    .dependence = "ST",
    .thesis = no_passes,
    .spans = {101, 101, 15},
    .flops = 6,
    .arrays = "B5 SA SB",
    .grows = {{{&Dimensions::l2}}},
    .add_results = add_results_of_two_sweeps,
    .results = "B5 STB5",
    .rounding = {.reordered = "B5 STB5", .forgets = true, .in_double = true},
    .single = two_sweeps_on_host<float>,
    .wide = two_sweeps_on_host<double>,
    .build_best = build_two_sweeps,
    .build_sequential = build_sequential_two_sweeps,
    .streams = true};

}  // namespace plumb::livermore
