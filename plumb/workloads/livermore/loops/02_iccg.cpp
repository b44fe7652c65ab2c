// plumb/workloads/livermore/loops/02_iccg.cpp - kernel 2, ICCG excerpt: passes over half of the
// one before.
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
void iccg_reference(Arrays<Real>& a) {
  const auto x = row(a.real("X"));
  const auto v = row(a.real("V"));
  Index ii = span_of(a);
  Index hi = 0;
  do {
    const Index lo = hi;
    hi += ii;
    ii /= 2;
    Index i = hi + 1;
    for (Index k = lo + 2; k <= hi; k += 2) {
      ++i;
      x[i] = x[k] - v[k] * x[k - 1] - v[k + 1] * x[k + 1];
    }
  } while (ii > 1);
}

// The last index that is written.
std::uint64_t last_written(std::uint64_t n) {
  std::uint64_t ii = n;
  std::uint64_t hi = 0;
  std::uint64_t last = 0;
  do {
    const std::uint64_t lo = hi;
    hi += ii;
    ii /= 2;
    last = hi + 1 + (hi - lo) / 2;
  } while (ii > 1);
  return last;
}

template <class Real>
std::vector<double> iccg_sums(const Arrays<Real>& a) {
  return {written_sum(a.real("X"), a.span + 2, last_written(a.span))};
}

template <class Real>
double iccg_official_sum(const Arrays<Real>& a) {
  return storage_sum(a.real("X"), 2 * a.span);
}

template <class Real>
constexpr HostLoop<Real> iccg_on_host{iccg_reference<Real>, iccg_sums<Real>,
                                      iccg_official_sum<Real>};

double pairs_of_all_passes(std::uint64_t span) {
  double work = 0;
  for (std::uint64_t pairs = span / 2; pairs > 0; pairs /= 2) work += static_cast<double>(pairs);
  return work;
}

void add_pass(Parts& parts, std::uint64_t low, std::uint64_t high) {
  const std::uint64_t values = (high - low) / 2;
  parts.add({.step = "pass",
             .source = "iccg",
             .entry = "livermore_iccg_pass",
             .items = {parts.items(values), 1, 1},
             .arguments = Parts::arguments(
                 "X V", {Parts::count(low), Parts::count(high), Parts::count(parts.chunk())}),
             .demands = {values, 5, 4},
             .definitions = {parts.group_definition()}});
}

// What one group does: passes with a barrier behind each, and turns of its items, none of which
// reads before the last one has stored.
struct Tail {
  double passes = 0;
  double turns = 0;
};
Tail tail_of(std::uint64_t length, std::uint64_t group) {
  Tail tail;
  do {
    tail.passes += 1;
    tail.turns += static_cast<double>(std::max<std::uint64_t>(1, (length / 2 + group - 1) / group));
    length /= 2;
  } while (length > 1);
  return tail;
}

// Long passes are launches of their own; from `short_pass` on one group does the rest.
void build_iccg(Parts& parts) {
  constexpr std::uint64_t short_pass = 4096;
  parts.arrays("X V");
  std::uint64_t length = parts.n();
  std::uint64_t high = 0;
  while (length > short_pass) {
    const std::uint64_t low = high;
    high += length;
    length /= 2;
    add_pass(parts, low, high);
  }
  const Tail tail = tail_of(length, parts.group());
  parts.add({.step = "tail",
             .source = "iccg",
             .entry = "livermore_iccg_tail",
             .items = {parts.group(), 1, 1},
             .group = parts.group(),
             .arguments = Parts::arguments("X V", {Parts::count(high), Parts::count(length)}),
             .demands = {.points = length,
                         .words = 5,
                         .flops = 4,
                         .barriers = parts.on_cpu() ? 0 : tail.passes,
                         .in_turn = tail.turns - 1},
             .definitions = {parts.group_definition()}});
}

// One draw per pass; source and destination coordinates come from the corners of the rectangle.
void build_thesis_iccg(Parts& parts) {
  parts.arrays("X V");
  std::uint64_t length = parts.n();
  std::uint64_t high = 0;
  do {
    const std::uint64_t low = high;
    high += length;
    length /= 2;
    add_pass(parts, low, high);
  } while (length > 1);
}

void build_sequential_iccg(Parts& parts) { build_loop(parts, "X V", {Parts::count(parts.n())}, 5); }

}  // namespace

constinit const KernelRow iccg{
    .number = 2,
    .name = "ICCG excerpt",
    .thesis_pattern = 1,
    .pattern = "2",
    .reason = "log2 n passes, each reads what the one before wrote",
    .technique = "passes, the short ones in one group",
    .loop = "X[i] = X[k] - V[k]*X[k-1] - V[k+1]*X[k+1], k in steps of 2, then half the length",
    .dependence = "none inside a pass; a pass reads the results of the one before",
    .thesis = "one draw per pass; coordinates of step 1 and step 2 from the corners",
    .spans = {101, 101, 15},
    .flops = 4,
    .iterations = pairs_of_all_passes,
    .arrays = "V X",
    .grows = {{{&Dimensions::l1, 2}}},
    .results = "X",
    .single = iccg_on_host<float>,
    .wide = iccg_on_host<double>,
    .build_best = build_iccg,
    .build_thesis = build_thesis_iccg,
    .build_sequential = build_sequential_iccg};

}  // namespace plumb::livermore
