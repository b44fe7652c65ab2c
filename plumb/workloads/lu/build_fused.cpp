// plumb/workloads/lu/build_fused.cpp - two launches per column.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plumb/workloads/lu/plan.h"
#include "plumb/workloads/waits.h"

namespace plumb::lu {
namespace {

constexpr std::uint64_t pivot_group = 512;  // that finds, exchanges and divides
constexpr std::uint64_t fused_columns = 4;  // that one item of the update takes

// Per point of the column. A GPU takes the reciprocal of the pivot once in an item, before the
// loop; a quotient is then a product and four multiply-adds behind a comparison.
Operations pivot_operations(const Plan& plan, std::uint64_t below) {
  const auto points = static_cast<double>(below + 1);
  const double divided = static_cast<double>(below) / points;
  Operations operations = quotients_of(plan, divided);
  if (plan.device.kind != DeviceKind::cpu) {
    operations.add = divided;
    operations.div = std::min(1.0, static_cast<double>(pivot_group) / points);
  }
  operations.add += 1;  // the largest
  return operations;
}

// Per point of the column, by the PTX of the three loops: 7 for an element that is compared (its
// address, whose is the largest, the turn), 6 for one that is divided, 10 for two that are
// exchanged.
double pivot_places(std::uint64_t n, std::uint64_t below) {
  const auto points = static_cast<double>(below + 1);
  return 7 + (6 * static_cast<double>(below) + 10 * static_cast<double>(n)) / points;
}

Step pivot_step(const Plan& plan, std::uint64_t u) {
  const std::uint64_t below = plan.n - 1 - u;
  Launch launch;
  launch.kernel = "pivot";
  launch.global[0] = launch.local[0] = pivot_group;
  launch.arguments = {BufferArgument{"matrix"}, BufferArgument{"pivots"}, wide(plan.rows),
                      count(plan.n), count(u)};
  const std::uint64_t points = below + 1;
  // The column, the pivot once more, the multipliers. An exchange is counted also where a row is
  // exchanged with itself.
  launch.pass = pass_of(
      plan, "pivot", points,
      {access_of(plan, points + 1 + below, points, Pattern::self),
       access_of(plan, below, points, Pattern::self, Use::write),
       access_of(plan, 4 * plan.n, points, Pattern::strided, Use::both), rows_found(1, points)},
      static_cast<double>(below));
  launch.pass.operations = pivot_operations(plan, below);
  add_places(plan, launch.pass, pivot_places(plan.n, below));
  // The tree of the largest, its result, the pivot that all have read, the exchange before the
  // division.
  launch.pass.barriers = tree_steps(pivot_group) + 3;
  // Behind the first element of the column: the others, each of which is compared before the next
  // one is asked for (the compiler does not unroll that loop); the pivot; the two rows, of which an
  // item may not read an element before it has stored the last one; the column again, the same way.
  const auto turns = [](std::uint64_t elements) {
    const std::uint64_t whole = rounded_up(elements, pivot_group) / pivot_group;
    return static_cast<double>(whole);
  };
  Access& column = launch.pass.accesses.front();
  Access& exchanged = launch.pass.accesses.at(2);
  column.footprint = exchanged.footprint = matrix_bytes(plan);
  const bool looks_ahead = plan.device.kind == DeviceKind::cpu;
  const double searched = looks_ahead ? 0 : turns(points) - 1;
  wait_in_turn(launch, 0, searched + 1 + turns(below));
  wait_in_turn(launch, 2, turns(plan.n));
  return {"pivot", std::move(launch)};
}

Step rank_one_step(const Plan& plan, std::uint64_t u) {
  const std::uint64_t below = plan.n - 1 - u;
  const std::uint64_t points = below * below;
  Launch launch;
  launch.kernel = "rank_one";
  launch.local = {64, 4, 1};
  launch.global = {rounded_up(below, 64),
                   rounded_up(rounded_up(below, fused_columns) / fused_columns, 4), 1};
  launch.arguments = {BufferArgument{"matrix"}, wide(plan.rows), count(plan.n), count(u)};
  launch.pass = pass_of(plan, "update", points,
                        {access_of(plan, 2 * points, points, Pattern::self, Use::both),
                         access_of(plan, 2 * below, points, Pattern::head)},
                        2 * static_cast<double>(points));
  // By its PTX an item has 71: where its row and columns are, the places of nine elements that are
  // read and four that are written, whether each column is there.
  add_places(plan, launch.pass, 71.0 / fused_columns);
  return {"update", std::move(launch)};
}

}  // namespace

std::vector<Step> build_fused(Program& program, const Plan& plan) {
  for (const char* name : {"pivot", "rank_one"}) {
    add_kernel(
        program, plan, name, "lu/fused.cl",
        {{"GROUP", std::to_string(pivot_group)}, {"WIDE_COLUMNS", std::to_string(fused_columns)}});
  }
  std::vector<Step> steps;
  steps.reserve(2 * (plan.n - 1));
  for (std::uint64_t u = 0; u + 1 < plan.n; ++u) {
    steps.push_back(pivot_step(plan, u));
    steps.push_back(rank_one_step(plan, u));
  }
  return steps;
}

}  // namespace plumb::lu
