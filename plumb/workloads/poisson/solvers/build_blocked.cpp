// plumb/workloads/poisson/solvers/build_blocked.cpp - launches that make several sweeps each.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/poisson/solvers/iteration.h"
#include "plumb/workloads/poisson/solvers/sweep_launch.h"
#include "plumb/workloads/poisson/variants.h"

namespace plumb::poisson {
namespace {

constexpr std::uint64_t strips = 8;
constexpr std::uint64_t block_lanes = 32;

std::uint64_t vector_of(const Plan& plan) { return 16 / plan.element_bytes(); }
std::uint64_t columns_of(const Plan& plan) { return block_lanes * vector_of(plan); }
std::uint64_t rows_of(const Plan& plan) { return strips * plan.strip; }
// Columns on each side of a tile that are not written: whole vectors.
std::uint64_t edge_of(const Plan& plan) { return rounded_up(plan.steps, vector_of(plan)); }

class Blocks {
 public:
  explicit Blocks(const Plan& plan)
      : plan_(&plan), columns_(columns_of(plan)), rows_(rows_of(plan)) {}

  void add_kernel(Program& program) const {
    const auto width = static_cast<unsigned>(vector_of(*plan_));
    poisson::add_kernel(program, "blocked", "poisson/kernels/blocked.cl", "poisson_blocked",
                        plan_->definitions({{"WIDTH", std::to_string(width)},
                                            {"VECTOR", plumb::name_of(Type{plan_->scalar, width})},
                                            {"EDGE", std::to_string(edge_of(*plan_))},
                                            {"STRIPS", std::to_string(strips)},
                                            {"STRIP", std::to_string(plan_->strip)},
                                            {"STEPS", std::to_string(plan_->steps)}}));
  }

  // `count` sweeps in as few launches as there are, or one more, if their number has to be `odd` or
  // even. Returns in which field the result lies.
  bool add(std::vector<Step>& steps, bool in_other, std::uint64_t count,
           std::optional<bool> odd) const {
    std::uint64_t launches = (count + plan_->steps - 1) / plan_->steps;
    if (odd && (launches % 2 == 1) != *odd) ++launches;
    for (std::uint64_t done = 0; launches > 0; --launches) {
      const std::uint64_t sweeps = (count - done + launches - 1) / launches;
      steps.push_back(step(in_other, sweeps));
      done += sweeps;
      in_other = !in_other;
    }
    return in_other;
  }

 private:
  [[nodiscard]] Step step(bool from_other, std::uint64_t sweeps) const {
    const Grid& grid = plan_->grid;
    const std::uint64_t written_columns = columns_ - 2 * edge_of(*plan_);
    const std::uint64_t written_rows = rows_ - 2 * plan_->steps;
    Launch launch;
    launch.kernel = "blocked";
    launch.local = {block_lanes, strips, 1};
    launch.global = {(grid.n[0] - 1) / written_columns * block_lanes + block_lanes,
                     (grid.n[1] - 2) / written_rows * strips + strips, 1};
    launch.arguments =
        buffers({from_other ? "other" : "field", from_other ? "field" : "other", "control"});
    add_source(launch, *plan_);
    for (const std::uint64_t value : {grid.n[0], grid.n[1], grid.pitch, sweeps})
      launch.arguments.emplace_back(ScalarArgument{Scalar::i32, static_cast<double>(value)});
    const double edges =
        static_cast<double>(columns_ * rows_) / static_cast<double>(written_columns * written_rows);
    launch.pass =
        pass_of(*plan_, "blocked sweeps", grid.unknowns(), 1 + (plan_->sourced ? 2 : 1) * edges,
                grid.neighbours() * static_cast<double>(sweeps));
    launch.pass.barriers = 2 * static_cast<double>(sweeps);  // edges are shared, edges are read
    return {launch.pass.name, std::move(launch)};
  }

  const Plan* plan_;
  std::uint64_t columns_;
  std::uint64_t rows_;
};

}  // namespace

void refuse_steps(const Plan& plan) {
  if (2 * edge_of(plan) >= columns_of(plan) || 2 * plan.steps >= rows_of(plan)) {
    throw Error(ErrorKind::input,
                fmt::format("--steps {}: a tile of {} x {} points has none that far from its edge; "
                            "take fewer steps or a longer --strip",
                            plan.steps, columns_of(plan), rows_of(plan)));
  }
  // Two columns of every item, two rows of vectors of every strip.
  const Bytes needed{2 * block_lanes * (rows_of(plan) * plan.element_bytes() + strips * 16)};
  const Bytes limit = declared_limit(plan.device);
  if (needed <= limit) return;
  throw Error(ErrorKind::input,
              fmt::format("--strip {}: a tile of {} rows needs {} bytes of local memory, a group "
                          "has {}; take a shorter --strip",
                          plan.strip, rows_of(plan), needed.count, limit.count));
}

std::vector<Step> build_blocked(Program& program, const Plan& plan) {
  const Blocks blocks(plan);
  const SweepLaunch checked(plan);
  blocks.add_kernel(program);
  if (!plan.iterations) checked.add_kernel(program, "checked", true, true);
  Sweeps sweeps;
  sweeps.partials = checked.partials();
  sweeps.rate = plan.grid.jacobi_rate();
  sweeps.together = true;
  sweeps.add_many = [&](std::vector<Step>& steps, bool in_other, std::uint64_t count,
                        bool returns) {
    return blocks.add(steps, in_other, count, returns ? std::optional(false) : std::nullopt);
  };
  // A round ends where it began: an odd number of launches, then the checked sweep.
  sweeps.add_round = [&](std::vector<Step>& steps, std::uint64_t count) {
    (void)blocks.add(steps, false, count - 1, true);
    steps.push_back(checked.step("checked", "other", "field", true));
  };
  return iterate(program, plan, sweeps);
}

}  // namespace plumb::poisson
