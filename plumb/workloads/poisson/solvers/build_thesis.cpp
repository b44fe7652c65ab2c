// plumb/workloads/poisson/solvers/build_thesis.cpp - the passes of the thesis, in its order.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/poisson/solvers/iteration.h"
#include "plumb/workloads/poisson/variants.h"
#include "plumb/workloads/waits.h"

namespace plumb::poisson {
namespace {

constexpr std::uint64_t merged = 4;  // values that a pass of a sum makes one
constexpr std::uint64_t texel_group = 64;

class Passes {
 public:
  explicit Passes(const Plan& plan) : plan_(&plan) {}

  void add_parts(Program& program) const {
    const std::uint64_t unknowns = plan_->grid.unknowns();
    const Type real{plan_->scalar, 1};
    program.buffers.push_back({"pixels", {plan_->scalar, 2}, plan_->grid.elements(), {}});
    program.buffers.push_back({"differences", real, unknowns, {}});
    const Definitions definitions = plan_->definitions(
        {{"PAIR", plumb::name_of(Type{plan_->scalar, 2})}, {"MERGED", std::to_string(merged)}});
    const auto add = [&](const char* name) {
      add_kernel(program, name, "poisson/kernels/thesis.cl", std::string("poisson_") + name,
                 definitions);
    };
    add("update");
    add("copy");
    if (plan_->iterations) return;
    program.buffers.push_back({"sums", real, (unknowns + merged - 1) / merged, {}});
    add("merge");
    add("total");
  }

  void sweep(std::vector<Step>& steps, bool checked) const {
    steps.push_back(texel_step("update", buffers({"field", "pixels"}), plan_->sourced ? 4 : 3,
                               plan_->grid.neighbours() + 1, true));
    steps.push_back(
        texel_step("copy", buffers({"pixels", "field", "differences", "control"}), 4, 0, false));
    // control[0] decides whether the pixels are read.
    wait_in_turn(std::get<Launch>(steps.back().action), 0, 1);
    if (checked) add_sums(steps);
  }

 private:
  [[nodiscard]] Step texel_step(const char* kernel, std::vector<Argument> arguments, double words,
                                double flops, bool has_source) const {
    const Grid& grid = plan_->grid;
    Launch launch;
    launch.kernel = kernel;
    launch.global = {rounded_up(grid.n[0] - 1, texel_group), grid.n[1] - 1, grid.inner_planes()};
    launch.local = {texel_group, 1, 1};
    launch.arguments = std::move(arguments);
    if (has_source) add_source(launch, *plan_);
    for (const std::uint64_t value : {grid.n[0], grid.n[1], grid.pitch})
      launch.arguments.emplace_back(count_argument(value));
    launch.pass = pass_of(*plan_, kernel, grid.unknowns(), words, flops);
    return {kernel, std::move(launch)};
  }

  void add_sums(std::vector<Step>& steps) const {
    const char* from = "differences";
    const char* to = "sums";
    for (std::uint64_t count = plan_->grid.unknowns();
         count > 1 || from == std::string("differences");) {
      const std::uint64_t left = (count + merged - 1) / merged;
      Launch launch;
      launch.kernel = "merge";
      launch.global = {rounded_up(left, texel_group), 1, 1};
      launch.local = {texel_group, 1, 1};
      launch.arguments = buffers({from, to});
      launch.arguments.emplace_back(count_argument(count));
      launch.pass =
          pass_of(*plan_, "merge", left, 1 + static_cast<double>(count) / static_cast<double>(left),
                  static_cast<double>(merged), Pattern::reduction);
      steps.push_back({"merge", std::move(launch)});
      std::swap(from, to);
      count = left;
    }
    Launch total;
    total.kernel = "total";
    total.arguments = buffers({from, "partial"});
    total.pass.name = "total";
    total.pass.points = 1;
    steps.push_back({"total", std::move(total)});
  }

  const Plan* plan_;
};

}  // namespace

std::vector<Step> build_thesis(Program& program, const Plan& plan) {
  const Passes passes(plan);
  passes.add_parts(program);
  Sweeps sweeps;
  sweeps.rate = plan.grid.jacobi_rate();
  sweeps.host_checks = true;
  sweeps.add = [&](std::vector<Step>& steps, bool, bool checked) { passes.sweep(steps, checked); };
  return iterate(program, plan, sweeps);
}

}  // namespace plumb::poisson
