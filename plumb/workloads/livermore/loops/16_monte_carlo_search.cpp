// plumb/workloads/livermore/loops/16_monte_carlo_search.cpp - kernel 16, Monte Carlo search: the
// lowest event of all zones at once.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/data/zones.h"
#include "plumb/workloads/livermore/loops/loops.h"
#include "plumb/workloads/livermore/programs/one_item.h"
#include "plumb/workloads/livermore/reference/fortran.h"
#include "plumb/workloads/livermore/reference/sums.h"

namespace plumb::livermore {
namespace {

template <class Real>
void search_reference(Arrays<Real>& a) {
  const Index n = span_of(a);
  const auto zone = row(a.integer("ZONE"));
  const Real* d = a.real("D").data();
  const Real* plan = a.real("PLAN").data();
  const Real limits[] = {a.scalar("R"), a.scalar("S"), a.scalar("T")};
  std::int32_t k2 = 0, k3 = 0, j5 = 0, m = 1;
  Index k = 0;
  while (++k <= n) {  // leaving the loop by its end is exit E
    ++k2;
    const Index j4 = 2 * n * (m - 1) + 1 + 2 * k;
    j5 = zone[j4];
    if (j5 == n) break;  // exit A
    if (j5 > n) ++k3;
    const Real c = zone_test(d, plan, Index{j5}, n, limits[0], limits[1], limits[2]);
    const std::int32_t sign = zone[j4 - 1];
    if (c == 0 || sign == 0) break;  // exits B and C
    if ((c < 0) == (sign < 0)) continue;
    m = m + 1 > zone[1] ? 1 : m + 1;
    if (m == 1) break;  // exit D: all zones visited
    k = 0;
  }
  a.integer("SEARCH") = {k2, k3, j5, m};
}

template <class Real>
std::vector<double> monte_carlo_search_sums(const Arrays<Real>& a) {
  const auto& found = a.integer("SEARCH");
  return {found.begin(), found.end()};
}

template <class Real>
double monte_carlo_search_official_sum(const Arrays<Real>& a) {
  const auto& found = a.integer("SEARCH");
  return static_cast<double>(found[0]) + found[1] + found[2] + found[3];
}

// Steps cost two operations, evaluations ten.
double flops_found(std::span<const double> strict_sums) {
  return 2 * strict_sums[0] + 10 * strict_sums[1];
}

void prepare_monte_carlo_search(Arrays<double>& arrays, DataSet /*data*/,
                                unsigned /*official_span*/) {
  set_zones(arrays);
}

void add_results_of_monte_carlo_search(Arrays<double>& arrays) {
  arrays.integers["SEARCH"] = {0, 0, 0, 0};  // k2, k3, j5, m
}

template <class Real>
constexpr HostLoop<Real> monte_carlo_search_on_host{
    search_reference<Real>, monte_carlo_search_sums<Real>, monte_carlo_search_official_sum<Real>};

// An entry is read behind a look at its zone's event, an atomic operation on one word for all items
// of the zone; what it points to, one to five elements, behind the entry.
Demands find_demands(const Parts& parts, double words) {
  const Bytes real = size_of(Type{parts.scalar(), 1});
  const Access gather{.references = 3,
                      .bytes = real,
                      .width = real.count,
                      .pattern = Pattern::random,
                      .footprint = 2 * parts.n() * real,
                      .dependent = parts.on_cpu() ? 0.0 : 1.0};
  const double looks = static_cast<double>(parts.items(parts.n())) / static_cast<double>(parts.n());
  const Access look{.references = looks,
                    .pattern = Pattern::atomic,
                    .footprint = Bytes{4 * parts.zones()},
                    .use = Use::both};
  return {.points = parts.n() * parts.zones(),
          .words = words,
          .flops = 10,
          .written = 0,
          .in_turn = 1,
          .operations = {.add = 7, .mul = 4, .integer = 12},  // and comparisons of places
          .besides = {gather, look}};
}

// One item: of every zone the event, the entry there, what that points to, the number of zones.
Demands walk_demands(const Parts& parts) {
  const Access path{.references = 4,
                    .pattern = Pattern::single,
                    .footprint = Bytes{8 * parts.n() * parts.zones()},
                    .dependent = parts.on_cpu() ? 0.0 : 3.0};
  // Of places and counts 11, of comparisons 8; of an entry beyond the span what `find` computes.
  return {.points = parts.zones(),
          .operations = {.add = 7, .mul = 4, .integer = 19},
          .besides = {path}};
}

void build_monte_carlo_search(Parts& parts) {
  const std::uint64_t n = parts.n();
  const std::uint64_t zones = parts.zones();
  parts.arrays("ZONE D PLAN SEARCH");
  parts.scratch("event", Scalar::u32, zones);
  parts.scratch("evaluations", Scalar::u32, zones);
  const std::vector<Argument> limits = parts.reals("R S T");
  const auto add = [&](const char* entry, Range items, std::string_view buffers,
                       const std::vector<Argument>& more, const Demands& demands) {
    parts.add({.step = step_of(entry),
               .source = "search",
               .entry = entry,
               .items = items,
               .group = items[0] == 1 || items[0] == zones ? 1U : 0U,
               .arguments = Parts::arguments(buffers, more),
               .demands = demands});
  };
  const Argument span = Parts::number(n);
  const Argument chunk = Parts::count(parts.chunk());
  const Range all{parts.items(n), zones, 1};
  const double words = parts.scalar() == Scalar::f64 ? 1 : 2;  // two integers of ZONE
  add("livermore_search_reset", {zones, 1, 1}, "event evaluations", {span},
      {.points = zones, .besides = {uncredited(2, Bytes{4}, Use::write)}});
  const Argument reach = ScalarArgument{Scalar::i32, static_cast<double>(parts.size().l416)};
  add("livermore_search_find", all, "ZONE D PLAN event",
      {limits[0], limits[1], limits[2], reach, span, chunk}, find_demands(parts, words));
  add("livermore_search_count", all, "ZONE event evaluations", {span, chunk},
      // Up to the event: the place, the comparison, the sum, count and test of the loop.
      {.points = n * zones,
       .words = words / 2,
       .written = 0,
       .in_turn = 1,
       .operations = {.integer = 5}});
  add("livermore_search_walk", {1, 1, 1}, "ZONE D PLAN event evaluations SEARCH",
      {limits[0], limits[1], limits[2], span}, walk_demands(parts));
}

void build_sequential_monte_carlo_search(Parts& parts) {
  parts.arrays("ZONE D PLAN SEARCH");
  std::vector<Argument> more = parts.reals("R S T");
  more.push_back(Parts::number(parts.n()));
  add_loop(parts, "sequential_cells", "ZONE D PLAN SEARCH", more, 4);
}

}  // namespace

constinit const KernelRow monte_carlo_search{
    .number = 16,
    .name = "Monte Carlo search",
    .thesis_pattern = 1,
    .pattern = "4",
    .reason = "stops and changes zone by what it finds",
    .technique = "all zones at once, lowest event, count",
    .loop = "stop or change the zone at the first event",
    .dependence = "exits decided by the data",
    .thesis = no_passes,
    .spans = {75, 40, 15},
    .flops = 10,
    .flops_found = flops_found,
    .arrays = "PLAN D-",
    .grows = {{{&Dimensions::l416, 4}}},
    .hard_words_per_step = 64,
    .prepare = prepare_monte_carlo_search,
    .prepare_hard = set_hard_zones,
    .outline = outline_zones,
    .add_results = add_results_of_monte_carlo_search,
    .results = "SEARCH",
    .single = monte_carlo_search_on_host<float>,
    .wide = monte_carlo_search_on_host<double>,
    .build_best = build_monte_carlo_search,
    .build_sequential = build_sequential_monte_carlo_search};

}  // namespace plumb::livermore
