// plumb/workloads/poisson/solvers/build_in_place.cpp - sweeps that use new values at once:
// red_black, slices.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "plumb/workloads/poisson/solvers/iteration.h"
#include "plumb/workloads/poisson/solvers/sweep_launch.h"
#include "plumb/workloads/poisson/variants.h"
#include "plumb/workloads/waits.h"

namespace plumb::poisson {
namespace {

// A colour reads all values and writes every second one.
void write_every_second(Pass& pass, bool on_cpu) {
  Access& reads = pass.accesses.front();
  Access& writes = pass.accesses.back();
  reads.references += writes.references / 2;
  reads.footprint.count += writes.footprint.count / 2;
  writes.references /= 2;
  if (on_cpu) {
    writes.executed = 2 * writes.references;  // lines that were read, and go back whole
    pass.alone = 1;  // in place, and how far it is to the next is no constant: no vectors
    return;
  }
  writes.footprint.count /= 2;
  writes.pattern = Pattern::strided;
  writes.row_bytes = Bytes{2 * writes.bytes.count};
}

class Colours {
 public:
  explicit Colours(const Plan& plan)
      : plan_(&plan), rows_(plan.on_rows ? std::max<std::uint64_t>(1, plan.grid.n[1] / 16) : 1) {}

  void add_kernel(Program& program) const {
    poisson::add_kernel(program, "relax", "poisson/kernels/red_black.cl", "poisson_relax",
                        plan_->definitions());
  }

  [[nodiscard]] Step step(std::uint64_t colour) const {
    const Grid& grid = plan_->grid;
    Launch launch;
    launch.kernel = "relax";
    const std::uint64_t group = plan_->on_rows ? 1 : 64;
    launch.global = {plan_->on_rows ? 1 : rounded_up(grid.n[0] / 2, group),
                     (grid.n[1] - 1 + rows_ - 1) / rows_, grid.inner_planes()};
    launch.local = {group, 1, 1};
    launch.arguments = buffers({"field", "control"});
    add_source(launch, *plan_);
    for (const std::uint64_t value : {grid.n[0], grid.n[1], grid.pitch, rows_, colour})
      launch.arguments.emplace_back(count_argument(value));
    launch.arguments.emplace_back(ScalarArgument{plan_->scalar, best_relaxation(grid)});
    launch.pass = pass_of(*plan_, colour == 0 ? "red" : "black", grid.unknowns(),
                          plan_->sourced ? 2.0 : 1.5, 0.5 * (grid.neighbours() + 2));
    write_every_second(launch.pass, plan_->on_rows);
    // control[0] decides whether the field is read.
    if (!plan_->on_rows) wait_in_turn(launch, 0, 1);
    return {launch.pass.name, std::move(launch)};
  }

 private:
  const Plan* plan_;
  std::uint64_t rows_;  // per item
};

}  // namespace

double best_relaxation(const Grid& grid) {
  const double rate = grid.jacobi_rate();
  return 2 / (1 + std::sqrt(1 - rate * rate));
}

std::vector<Step> build_red_black(Program& program, const Plan& plan) {
  const Colours colours(plan);
  const SweepLaunch norms(plan);
  colours.add_kernel(program);
  if (!plan.iterations) norms.add_kernel(program, "norms", true, false);
  Sweeps sweeps;
  sweeps.partials = norms.partials();
  // One unknown, or two, need no second sweep: a rate of 0 has no logarithm.
  sweeps.rate = std::max(best_relaxation(plan.grid) - 1, 0.1);
  // k sweeps with the best factor leave about 4 k rate^k of the root of the squares.
  sweeps.transient = 10 * static_cast<double>(plan.grid.unknowns());
  sweeps.add = [&](std::vector<Step>& steps, bool, bool checked) {
    for (const std::uint64_t colour : {0U, 1U}) steps.push_back(colours.step(colour));
    if (checked) steps.push_back(norms.step("norms", "field", nullptr, true));
  };
  return iterate(program, plan, sweeps);
}

std::vector<Step> build_slices(Program& program, const Plan& plan) {
  const SweepLaunch launch(plan, true);
  launch.add_kernel(program, "slice", false, true);
  if (!plan.iterations) launch.add_kernel(program, "checked", true, true);
  Sweeps sweeps;
  sweeps.alternates = true;
  sweeps.partials = launch.partials();
  sweeps.rate = plan.grid.jacobi_rate();  // it is not slower
  sweeps.add = [&](std::vector<Step>& steps, bool odd, bool checked) {
    const char* const from = odd ? "other" : "field";
    const char* const to = odd ? "field" : "other";
    for (std::uint64_t slice = 1; slice < plan.grid.n[2]; ++slice)
      steps.push_back(launch.step(checked ? "checked" : "slice", from, to, checked, slice));
  };
  return iterate(program, plan, sweeps);
}

}  // namespace plumb::poisson
