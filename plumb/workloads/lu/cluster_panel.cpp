// plumb/workloads/lu/cluster_panel.cpp - a panel in one launch: which cluster of groups holds it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "plumb/workloads/lu/plan.h"
#include "plumb/workloads/waits.h"

namespace plumb::lu {
namespace {

constexpr std::uint64_t of_unknown_device = 16;  // groups of a cluster

// How the rows of a panel are spread over threads.
struct ClusterShape {
  std::uint64_t group = 0;      // threads
  std::uint64_t rows_each = 1;  // per thread
  std::uint64_t groups = 1;
};

std::uint64_t most_groups(const Plan& plan) {
  return plan.device.largest_cluster > 0 ? plan.device.largest_cluster : of_unknown_device;
}

// sizeof(Storage) of panel_rows.cuh.
Bytes local_bytes(const Plan& plan, const ClusterShape& shape) {
  const std::uint64_t candidate = 16;
  const std::uint64_t message = candidate + plan.panel * plan.element_bytes();
  const std::uint64_t of_warps = 2 * shape.group / 32 * candidate;
  const std::uint64_t finished = plan.panel * shape.rows_each * shape.group * plan.element_bytes();
  const std::uint64_t arrivals = 2ULL * 8;
  return Bytes{(2 * most_groups(plan) + 1) * message + of_warps + finished + arrivals};
}

// Whether registers and local memory hold the rows of a group. About as many registers as the rows
// take are needed besides.
bool fits(const Plan& plan, const ClusterShape& shape) {
  constexpr std::uint64_t of_multiprocessor = 65536;
  const std::uint64_t of_row = plan.panel * plan.element_bytes() / 4;
  const Bytes local = plan.device.local_memory;
  return 2 * shape.group * shape.rows_each * of_row <= of_multiprocessor &&
         (local.count == 0 || local_bytes(plan, shape).count <= local.count);
}

// As few rows per thread as possible, then as few threads per group.
std::optional<ClusterShape> shape_of(const Plan& plan, std::uint64_t rows) {
  for (const std::uint64_t rows_each : {1U, 2U, 4U}) {
    for (const std::uint64_t group : {256U, 512U}) {
      ClusterShape shape{.group = group, .rows_each = rows_each};
      const std::uint64_t of_group = group * rows_each;
      shape.groups = std::bit_ceil(rounded_up(rows, of_group) / of_group);
      if (shape.groups <= most_groups(plan) && fits(plan, shape)) return shape;
    }
  }
  return std::nullopt;
}

// "panel 512x2": the shape decides how it is built.
std::string kernel_of(Program& program, const Plan& plan, const ClusterShape& shape) {
  std::string name = fmt::format("panel {}x{}", shape.group, shape.rows_each);
  if (std::ranges::find(program.kernels, name, &Kernel::name) != program.kernels.end()) return name;
  add_kernel(program, plan, name, "lu/panel_cluster.cu",
             {{"PANEL", std::to_string(plan.panel)},
              {"GROUP", std::to_string(shape.group)},
              {"ROWS_EACH", std::to_string(shape.rows_each)},
              {"MOST_GROUPS", std::to_string(most_groups(plan))}},
             {"arrival.cuh", "lu/cluster.cuh", "lu/panel_rows.cuh"});
  return name;
}

// As its threads execute them. Every column has a multiplier for each row; then a quarter of the
// columns at a time changes all registers that the first of them needs. In between: three times a
// best lane, which rows and places are meant, where they lie.
void add_operations(const Plan& plan, const ClusterShape& shape, std::uint64_t width, Pass& pass) {
  constexpr double integers_of_column = 95;
  const double panel = static_cast<double>(plan.panel);
  const double of_quarters = (1 + 0.75 + 0.5 + 0.25) / 4;
  const double threads = static_cast<double>(shape.groups * shape.group);
  const double of_thread = static_cast<double>(width) * threads / static_cast<double>(pass.points);
  const double of_rows = of_thread * static_cast<double>(shape.rows_each);
  pass.operations = quotients_of(plan, of_rows);
  pass.operations.fma += of_quarters * panel * of_rows;
  pass.operations.integer = integers_of_column * of_thread;
}

}  // namespace

std::optional<Step> cluster_panel(Program& program, const Plan& plan, std::uint64_t first,
                                  std::uint64_t width) {
  const std::optional<ClusterShape> shape = shape_of(plan, plan.n - first);
  if (!shape) return std::nullopt;
  Launch launch = panel_launch(plan, first, width);
  launch.kernel = kernel_of(program, plan, *shape);
  launch.local[0] = shape->group;
  launch.global[0] = shape->groups * shape->group;
  launch.cluster[0] = shape->groups;
  launch.local_bytes = local_bytes(plan, *shape);
  add_operations(plan, *shape, width, launch.pass);
  // Of every column one after another: the barrier behind the best rows of all warps; the best of
  // them, which are read; the row, which its warp lays out and reads for sending; the messages of
  // all groups, which are waited for as for a barrier of the cluster; the best of them, which are
  // read; the pivot's row, which is read; the best row of a warp for the next column. A best lane
  // is found by a reduction and a vote of the warp. Once: the first best row, the start of the
  // cluster.
  constexpr double best_lane = 2 * shuffle_barriers;
  constexpr double best_of_read = local_barriers + best_lane;
  constexpr double laid_out = shuffle_barriers + local_barriers;
  constexpr double of_column =
      1 + best_of_read + laid_out + best_of_read + local_barriers + best_lane;
  launch.pass.barriers = of_column * static_cast<double>(width) + best_lane;
  const double messages = static_cast<double>(width) + 1;
  if (shape->groups > 1)
    launch.pass.cluster_barriers = messages;
  else
    launch.pass.barriers += messages;
  return Step{"panel", std::move(launch)};
}

}  // namespace plumb::lu
