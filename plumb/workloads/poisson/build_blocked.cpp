// plumb/workloads/poisson/build_blocked.cpp - launches that make several sweeps each.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/poisson/iteration.h"
#include "plumb/workloads/poisson/sweep_launch.h"
#include "plumb/workloads/poisson/variants.h"

namespace plumb::poisson {
namespace {

constexpr std::uint64_t strips = 4;

std::uint64_t columns_of(const Plan& plan) { return 512 / plan.element_bytes(); }
std::uint64_t rows_of(const Plan& plan) { return strips * plan.strip; }

class Blocks {
 public:
  explicit Blocks(const Plan& plan)
      : plan_(&plan), columns_(columns_of(plan)), rows_(rows_of(plan)) {}

  void add_kernel(Program& program) const {
    poisson::add_kernel(program, "blocked", "poisson/blocked.cl", "poisson_blocked",
                        plan_->definitions({{"COLUMNS", std::to_string(columns_)},
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
    const std::uint64_t written_columns = columns_ - 2 * plan_->steps;
    const std::uint64_t written_rows = rows_ - 2 * plan_->steps;
    Launch launch;
    launch.kernel = "blocked";
    launch.local = {columns_, strips, 1};
    launch.global = {(grid.n[0] - 2) / written_columns * columns_ + columns_,
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
    return {launch.pass.name, std::move(launch)};
  }

  const Plan* plan_;
  std::uint64_t columns_;
  std::uint64_t rows_;
};

}  // namespace

void refuse_steps(const Plan& plan) {
  if (2 * plan.steps < std::min(columns_of(plan), rows_of(plan))) return;
  throw Error(ErrorKind::input,
              fmt::format("--steps {}: a tile of {} x {} points has none that far from its edge; "
                          "take fewer steps or a longer --strip",
                          plan.steps, columns_of(plan), rows_of(plan)));
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
  sweeps.add_round = [&](std::vector<Step>& steps) {
    (void)blocks.add(steps, false, plan.check - 1, true);
    steps.push_back(checked.step("checked", "other", "field", true));
  };
  return iterate(program, plan, sweeps);
}

}  // namespace plumb::poisson
