// plumb/workloads/poisson/solvers/build_multigrid.cpp - cycles until the error that is left is
// small.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/poisson/solvers/multigrid.h"
#include "plumb/workloads/poisson/variants.h"

namespace plumb::poisson {
namespace {

Step judge_step(const Plan& plan, const Multigrid& multigrid) {
  const std::uint64_t group = plan.on_rows ? 1 : decision_group;
  Launch launch;
  launch.kernel = "judge";
  launch.global = {group, 1, 1};
  launch.local = {group, 1, 1};
  launch.arguments = buffers({"partial", "control", "history"});
  launch.arguments.emplace_back(count_argument(multigrid.partials()));
  launch.arguments.emplace_back(count_argument(static_cast<std::uint64_t>(plan.norm)));
  // Within a deadline it goes on as long as it gains.
  for (const double value :
       {plan.deadline ? 0.0 : plan.tolerance, static_cast<double>(plan.grid.unknowns()),
        static_cast<double>(plan.most)})
    launch.arguments.emplace_back(real_argument(value));
  launch.arguments.emplace_back(count_argument(plan.iterations ? 0 : 1));
  // The parts of all four norms are read at once. Then the item that decides reads control[STATUS],
  // because of it control[CHECKS], by that the history.
  constexpr double norms = 4;
  constexpr double read_to_decide = 3;
  launch.pass = decision_pass(plan, "decision", multigrid.partials(), norms, norms, read_to_decide);
  return {"decision", std::move(launch)};
}

// A fixed number; the judge counts them, so that an interrupt ends them and says how many there
// were.
void add_cycles(std::vector<Step>& parts, const Plan& plan, std::uint64_t count,
                std::vector<Step> cycle) {
  const std::uint64_t round = plan.round();
  const std::uint64_t first = plan.is_counted() ? count % round : count;
  if (first > 0) parts.push_back({"cycles", Batch{first, cycle}});
  if (!plan.is_counted() || count < round) return;
  std::vector<Step> steps{{"more cycles", Batch{round, std::move(cycle)}}};
  parts.push_back({"rounds", Until{.steps = std::move(steps),
                                   .buffer = "control",
                                   .element = 1,
                                   .comparison = Comparison::greater_equal,
                                   .value = static_cast<double>(count + 1),
                                   .limit = count / round,
                                   .expected = count / round}});
}

}  // namespace

std::vector<Step> build_multigrid(Program& program, const Plan& plan) {
  const Multigrid multigrid(plan, plan.inner);
  multigrid.add_parts(program);
  multigrid.add_kernel(program, "judge", "poisson/kernels/multigrid_judge.cl", "poisson_judge");
  const std::uint64_t cycles = plan.iterations.value_or(plan.most);
  constexpr std::uint64_t norms = 4;
  program.buffers.push_back({"partial", {Scalar::f64, 1}, norms * multigrid.partials(), {}});
  program.buffers.push_back({"history", {Scalar::f64, 1}, 2 * cycles + 2, {}});
  const auto cycle = [&](bool full) {
    std::vector<Step> steps;
    multigrid.residual(steps);
    if (full) {
      multigrid.full_cycle(steps);
    } else {
      multigrid.cycle(steps, 0);
    }
    steps.push_back(judge_step(plan, multigrid));
    return steps;
  };
  std::vector<Step> parts{{"first cycle", Batch{1, cycle(plan.full)}}};
  if (plan.iterations) {
    add_cycles(parts, plan, cycles - 1, cycle(false));
  } else {
    const Until until{.steps = {{"cycle", Batch{1, cycle(false)}}},
                      .buffer = "control",
                      .element = 0,
                      .comparison = Comparison::greater,
                      .value = 0,
                      .limit = cycles + 1,
                      .expected = 8,
                      .deadline = plan.deadline.value_or(Seconds{0})};
    parts.push_back({"cycles", until});
  }
  return {{"solve", Repeat{1, std::move(parts)}}};
}

}  // namespace plumb::poisson
