// plumb/workloads/poisson/solvers/cluster_shape.cpp - the shapes that fit, and what a sweep costs
// in each.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/poisson/solvers/cluster_shape.h"

#include <bit>

namespace plumb::poisson {
namespace {

constexpr std::uint64_t warp_lanes = 32;
constexpr std::uint64_t widest = 8;              // points of a row per lane
constexpr std::uint64_t of_unknown_device = 16;  // groups of a cluster

std::uint64_t most_groups(const DeviceTraits& device) {
  return device.largest_cluster > 0 ? device.largest_cluster : of_unknown_device;
}

// Registers of four bytes that the rows of a lane take; about as many are needed besides.
bool fits_registers(const ClusterShape& shape, std::uint64_t words) {
  const std::uint64_t most = shape.warps > 8 ? 32 : 64;
  return shape.strip * shape.width * words <= most;
}

// Cycles of a sweep, as an H200 has them: what a barrier and local memory delay, six instructions
// per point on each of four schedulers, and a share of an exchange.
double cycles_of(const ClusterShape& shape, std::uint64_t words) {
  constexpr double delay = 100;
  constexpr double exchange = 900;
  const auto points = static_cast<double>(shape.warps * shape.strip * shape.width * words);
  const double shared = shape.groups > 1 ? exchange / static_cast<double>(shape.depth) : 0;
  return delay + 6 * points / 4 + shared;
}

}  // namespace

Bytes ClusterShape::local_bytes(std::uint64_t element_bytes) const {
  const std::uint64_t rows = 4 * warps + 4 * depth;
  return Bytes{rows * warp_lanes * width * element_bytes};
}

bool takes_clusters(const DeviceTraits& device) {
  return device.largest_cluster > 0 || device.kind == DeviceKind::any;
}

std::optional<ClusterShape> shape_of_cluster(const Plan& plan) {
  const Grid& grid = plan.grid;
  const std::uint64_t words = plan.element_bytes() / 4;
  const std::uint64_t width = std::bit_ceil((grid.n[0] + warp_lanes - 1) / warp_lanes);
  if (grid.dim != 2 || width > widest) return std::nullopt;
  std::optional<ClusterShape> best;
  for (std::uint64_t groups = 1; groups <= most_groups(plan.device); groups *= 2) {
    for (const std::uint64_t warps : {4U, 8U, 16U}) {
      for (const std::uint64_t depth : {1U, 2U, 4U, 8U}) {
        ClusterShape shape{.groups = groups, .warps = warps, .width = width, .depth = depth};
        const std::uint64_t rows = (grid.n[1] - 1 + groups - 1) / groups;
        shape.strip = (rows + 2 * depth + warps - 1) / warps;
        if (shape.owned_rows() < depth || !fits_registers(shape, words)) continue;
        const Bytes local = plan.device.local_memory;
        if (local.count > 0 && shape.local_bytes(plan.element_bytes()) > local) continue;
        if (!best || cycles_of(shape, words) < cycles_of(*best, words)) best = shape;
      }
    }
  }
  return best;
}

}  // namespace plumb::poisson
