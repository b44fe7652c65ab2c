// plumb/workloads/poisson/solvers/cluster_shape.h - how the groups of a cluster share a small grid.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "plumb/workloads/poisson/plan.h"

namespace plumb::poisson {

// As on_chip.cu has it: a lane takes `width` neighbours of `strip` rows, a warp as many rows, and
// after `depth` sweeps groups exchange as many rows.
struct ClusterShape {
  std::uint64_t groups = 1;
  std::uint64_t warps = 4;
  std::uint64_t width = 1;
  std::uint64_t strip = 1;
  std::uint64_t depth = 1;

  [[nodiscard]] std::uint64_t kept_rows() const { return warps * strip; }
  [[nodiscard]] std::uint64_t owned_rows() const { return kept_rows() - 2 * depth; }
  [[nodiscard]] Bytes local_bytes(std::uint64_t element_bytes) const;  // sizeof(Storage)
};

// Whether the device has clusters, or it is not known what it has.
bool takes_clusters(const DeviceTraits& device);

// The one that takes the fewest cycles per sweep; none where the grid does not fit.
std::optional<ClusterShape> shape_of_cluster(const Plan& plan);

}  // namespace plumb::poisson
