// plumb/workloads/poisson/solvers/build_on_chip.cpp - all sweeps of a small grid in one launch.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/poisson/solvers/cluster_shape.h"
#include "plumb/workloads/poisson/solvers/iteration.h"
#include "plumb/workloads/poisson/solvers/sweep_launch.h"
#include "plumb/workloads/poisson/variants.h"
#include "plumb/workloads/waits.h"

namespace plumb::poisson {
namespace {

std::uint64_t points_of(const Grid& grid) { return (grid.n[0] + 1) * grid.rows() * grid.planes(); }

Bytes two_fields(const Plan& plan) {
  return Bytes{2 * points_of(plan.grid) * plan.element_bytes()};
}

// The one cluster, or the one group, that keeps the whole grid.
class WholeGrid {
 public:
  explicit WholeGrid(const Plan& plan) : plan_(&plan) {
    if (takes_clusters(plan.device)) cluster_ = shape_of_cluster(plan);
  }

  void add_kernel(Program& program) const {
    if (cluster_) {
      poisson::add_kernel(program, "on chip", "poisson/kernels/on_chip.cu", "poisson_on_chip",
                          plan_->definitions({{"WIDTH", std::to_string(cluster_->width)},
                                              {"STRIP", std::to_string(cluster_->strip)},
                                              {"WARPS", std::to_string(cluster_->warps)},
                                              {"DEPTH", std::to_string(cluster_->depth)}}),
                          "poisson/kernels/on_chip.cuh");
      return;
    }
    poisson::add_kernel(program, "on chip", "poisson/kernels/on_chip.cl", "poisson_on_chip",
                        plan_->definitions({{"ACROSS", std::to_string(across())},
                                            {"ALONG", std::to_string(along())},
                                            {"POINTS", std::to_string(points_of(plan_->grid))}}));
  }

  [[nodiscard]] Step step(const char* from, const char* to, std::uint64_t sweeps) const {
    const Grid& grid = plan_->grid;
    Launch launch;
    launch.kernel = "on chip";
    launch.arguments = buffers({from, to, "control"});
    const auto add_numbers = [&](Scalar type, std::initializer_list<std::uint64_t> values) {
      for (const std::uint64_t value : values)
        launch.arguments.emplace_back(ScalarArgument{type, static_cast<double>(value)});
    };
    double edges = 1;
    if (cluster_) {
      launch.local = {32 * cluster_->warps, 1, 1};
      launch.global = {cluster_->groups * launch.local[0], 1, 1};
      launch.cluster = {cluster_->groups, 1, 1};
      launch.local_bytes = cluster_->local_bytes(plan_->element_bytes());
      add_numbers(Scalar::u32, {grid.n[0], grid.n[1], grid.pitch, sweeps});
      edges =
          static_cast<double>(cluster_->kept_rows()) / static_cast<double>(cluster_->owned_rows());
    } else {
      launch.local = {across(), along(), 1};
      launch.global = launch.local;
      add_numbers(Scalar::i32, {grid.n[0], grid.n[1], grid.n[2], grid.pitch, sweeps});
    }
    launch.pass = pass_of(*plan_, "sweeps on chip", grid.unknowns(), 1 + edges,
                          grid.neighbours() * static_cast<double>(sweeps));
    launch.pass.barriers = barriers_of(sweeps);
    launch.pass.cluster_barriers = exchanges_of(sweeps);
    return {launch.pass.name, std::move(launch)};
  }

 private:
  // One before the first sweep and one for each. In a cluster lanes also shuffle the columns beside
  // them.
  [[nodiscard]] double barriers_of(std::uint64_t sweeps) const {
    const auto each = static_cast<double>(sweeps);
    if (!cluster_) return plan_->on_rows ? 0 : 1 + each;
    return 1 + (1 + shuffle_barriers) * each;
  }
  // Groups exchange rows after every `depth` sweeps but the last ones.
  [[nodiscard]] double exchanges_of(std::uint64_t sweeps) const {
    if (!cluster_ || cluster_->groups == 1 || sweeps == 0) return 0;
    const std::uint64_t exchanges = (sweeps - 1) / cluster_->depth;
    return static_cast<double>(exchanges);
  }
  [[nodiscard]] std::uint64_t across() const { return plan_->on_rows ? 1 : 32; }
  [[nodiscard]] std::uint64_t along() const { return plan_->on_rows ? 1 : 8; }

  const Plan* plan_;
  std::optional<ClusterShape> cluster_;
};

// At first "other" has the same values; later two launches end where they began.
std::vector<Step> fixed_launches(Program& program, const Plan& plan, const WholeGrid& whole) {
  bool is_first = plan.is_counted() ? *plan.iterations % plan.round() != 0 : true;
  const auto add = [&](std::vector<Step>& steps, std::uint64_t count) {
    if (is_first) {
      steps.push_back(whole.step("other", "field", count));
    } else {
      steps.push_back(whole.step("field", "other", count / 2));
      steps.push_back(whole.step("other", "field", count - count / 2));
    }
    is_first = false;
  };
  std::vector<Step> parts = counted_rounds(program, plan, add);
  if (!plan.is_counted()) return parts;
  return only({"solve", Repeat{1, std::move(parts)}});
}

}  // namespace

void refuse_on_chip(const Plan& plan) {
  if (takes_clusters(plan.device) && shape_of_cluster(plan)) return;
  const Bytes needed = two_fields(plan);
  const Bytes limit = declared_limit(plan.device);
  if (needed <= limit) return;
  throw Error(
      ErrorKind::input,
      fmt::format(
          "solver 'on_chip': two fields of {} points need {} bytes of local memory, a group "
          "has {}{}; take a smaller --n, or --solver jacobi",
          points_of(plan.grid), needed.count, limit.count,
          takes_clusters(plan.device)
              ? ", and a cluster takes planes of at most 256 columns that fit its registers"
              : ""));
}

std::vector<Step> build_on_chip(Program& program, const Plan& plan) {
  const WholeGrid whole(plan);
  const SweepLaunch checked(plan);
  whole.add_kernel(program);
  if (plan.iterations) return fixed_launches(program, plan, whole);
  checked.add_kernel(program, "checked", true, true);
  Sweeps sweeps;
  sweeps.partials = checked.partials();
  sweeps.rate = plan.grid.jacobi_rate();
  sweeps.together = true;
  sweeps.add_round = [&](std::vector<Step>& steps, std::uint64_t count) {
    steps.push_back(whole.step("field", "other", count - 1));
    steps.push_back(checked.step("checked", "other", "field", true));
  };
  return iterate(program, plan, sweeps);
}

}  // namespace plumb::poisson
