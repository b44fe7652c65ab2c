// plumb/workloads/lu/build_loops.cpp - blocks of columns for CPUs: three launches for each.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plumb/workloads/lu/plan.h"

namespace plumb::lu {
namespace {

constexpr std::uint64_t strip_columns = 8;  // columns of the panel that are applied at once
constexpr std::uint64_t wide_columns = 64;  // of the update per work-item

// Rows of the update per work-item: with a block of 64 columns the first cache holds most of them.
std::uint64_t tall_rows(const Plan& plan) { return 1024 / plan.element_bytes(); }

Step panel_loop_step(const Plan& plan, std::uint64_t first, std::uint64_t width) {
  Launch launch = panel_launch(plan, first, width);
  launch.kernel = "panel_loop";
  return {"panel", std::move(launch)};
}

Step exchange_loop_step(const Plan& plan, std::uint64_t first, std::uint64_t width) {
  const std::uint64_t columns = plan.n - width;
  const std::uint64_t right = plan.n - first - width;
  Launch launch;
  launch.kernel = "exchange_loop";
  launch.global[0] = columns;
  launch.arguments = panel_arguments(plan, first, width);
  const std::uint64_t triangle = right > 0 ? width * (width - 1) / 2 : 0;
  // Every exchange is counted as one of different rows.
  const std::uint64_t exchanges = exchanges_of(plan, first, width);
  launch.pass =
      pass_of(plan, "exchange", columns,
              {access_of(plan, 4 * exchanges * columns, columns, Pattern::strided, Use::both),
               access_of(plan, triangle, columns, Pattern::self),
               rows_found(exchanges, columns, Pattern::single)},
              static_cast<double>(right * width * (width - 1)));
  return {"exchange", std::move(launch)};
}

Step update_loop_step(const Plan& plan, std::uint64_t first, std::uint64_t width) {
  const std::uint64_t side = plan.n - first - width;
  const std::uint64_t points = side * side;
  Launch launch;
  launch.kernel = "update_loop";
  launch.global = {rounded_up(side, tall_rows(plan)) / tall_rows(plan),
                   rounded_up(side, wide_columns) / wide_columns, 1};
  launch.arguments = {
      BufferArgument{"matrix"}, wide(plan.rows),    count(plan.n), count(first), count(width),
      count(tall_rows(plan)),   count(wide_columns)};
  launch.pass = pass_of(plan, "update", points,
                        {access_of(plan, 2 * points, points, Pattern::self, Use::both),
                         access_of(plan, 2 * width * side, points, Pattern::head)},
                        2 * static_cast<double>(width * points));
  return {"update", std::move(launch)};
}

}  // namespace

std::vector<Step> build_loops(Program& program, const Plan& plan) {
  for (const char* name : {"panel_loop", "exchange_loop", "update_loop"}) {
    add_kernel(program, plan, name, "lu/loops.cl", {{"STRIP", std::to_string(strip_columns)}},
               {"lu/strip.clh"});
  }
  std::vector<Step> steps;
  for (std::uint64_t first = 0; first < plan.n; first += plan.block) {
    const std::uint64_t width = std::min(plan.block, plan.n - first);
    steps.push_back(panel_loop_step(plan, first, width));
    if (width < plan.n) steps.push_back(exchange_loop_step(plan, first, width));
    if (first + width < plan.n) steps.push_back(update_loop_step(plan, first, width));
  }
  return steps;
}

}  // namespace plumb::lu
