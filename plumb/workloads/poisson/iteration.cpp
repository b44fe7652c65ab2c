// plumb/workloads/poisson/iteration.cpp - rounds of sweeps with a check, in recorded batches.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/poisson/iteration.h"

#include <algorithm>
#include <cmath>

namespace plumb::poisson {
namespace {

constexpr std::uint64_t batch_sweeps = 64;  // at least, where the device decides

// A batch of an even number of sweeps so often, then the rest; the last one writes "field".
std::vector<Step> fixed_steps(const Sweeps& sweeps, std::uint64_t count) {
  bool odd = sweeps.alternates && count % 2 == 1;
  const auto batch = [&](const char* name, std::uint64_t times, std::uint64_t length) {
    std::vector<Step> steps;
    for (std::uint64_t i = 0; i < length; ++i) {
      sweeps.add(steps, odd, false);
      odd = sweeps.alternates && !odd;
    }
    return Step{name, Batch{times, std::move(steps)}};
  };
  std::vector<Step> parts = sweeps.before;
  if (count >= batch_sweeps) parts.push_back(batch("batches", count / batch_sweeps, batch_sweeps));
  if (count % batch_sweeps != 0) parts.push_back(batch("rest", 1, count % batch_sweeps));
  return {{"solve", Repeat{1, std::move(parts)}}};
}

// The same where a launch makes several sweeps: the rest first, so that its launches may be odd.
std::vector<Step> fixed_launches(const Sweeps& sweeps, std::uint64_t count) {
  std::vector<Step> parts;
  if (const std::uint64_t rest = count % batch_sweeps; rest != 0) {
    std::vector<Step> steps;
    const bool in_other = sweeps.add_many(steps, false, rest, false);
    if (in_other) {  // begin in the other one, which has the same values
      steps.clear();
      (void)sweeps.add_many(steps, true, rest, false);
    }
    parts.push_back({"rest", Batch{1, std::move(steps)}});
  }
  if (count >= batch_sweeps) {
    std::vector<Step> steps;
    (void)sweeps.add_many(steps, false, batch_sweeps, true);
    parts.push_back({"batches", Batch{count / batch_sweeps, std::move(steps)}});
  }
  return {{"solve", Repeat{1, std::move(parts)}}};
}

// How many checks lie between two norms that are compared: so many that exact sweeps
// halve it so often.
std::uint64_t window_of(const Plan& plan, const Sweeps& sweeps) {
  const double decrease = -std::log(sweeps.rate) * static_cast<double>(plan.check);
  return std::max<std::uint64_t>(
      2, static_cast<std::uint64_t>(std::ceil(sweeps.halvings * std::log(2.0) / decrease)));
}

Launch control_launch(const Plan& plan, const Sweeps& sweeps) {
  const std::uint64_t window = window_of(plan, sweeps);
  const std::uint64_t group = plan.on_rows ? 1 : 256;
  Launch launch;
  launch.kernel = "control";
  launch.global = {group, 1, 1};
  launch.local = {group, 1, 1};
  launch.arguments = buffers({"partial", "control", "history"});
  launch.arguments.emplace_back(count_argument(sweeps.partials));
  launch.arguments.emplace_back(count_argument(static_cast<std::uint64_t>(plan.norm)));
  for (const double value :
       {plan.tolerance, static_cast<double>(plan.grid.unknowns()), plan.grid.error_bound(),
        static_cast<double>(plan.check), static_cast<double>(plan.most)})
    launch.arguments.emplace_back(real_argument(value));
  launch.arguments.emplace_back(count_argument(window));
  // A quarter of what exact sweeps gain, on a logarithmic scale.
  const double exact = static_cast<double>(window * plan.check) * std::log(sweeps.rate);
  launch.arguments.emplace_back(real_argument(std::exp(0.25 * exact)));
  // Its few bytes belong to the cost of a check: the pass is empty.
  launch.pass.name = "decision";
  launch.pass.points = sweeps.partials;
  return launch;
}

Step settle_step(const Plan& plan) {
  const std::uint64_t across = plan.on_rows ? 1 : 64;
  Launch launch;
  launch.kernel = "settle";
  launch.global = {across, plan.grid.rows(), plan.grid.planes()};
  launch.local = {across, 1, 1};
  launch.arguments = buffers({"field", "other", "control"});
  for (const std::uint64_t value : {plan.grid.n[0], plan.grid.n[1], plan.grid.pitch})
    launch.arguments.emplace_back(count_argument(value));
  launch.pass.name = "settle";
  launch.pass.points = plan.grid.unknowns();
  return {"settle", std::move(launch)};
}

// Whole rounds, so many that the fields are back in their places.
std::vector<Step> rounds_of(const Plan& plan, const Sweeps& sweeps) {
  std::vector<Step> steps;
  if (sweeps.together) {
    for (std::uint64_t done = 0; done < batch_sweeps; done += plan.check) {
      sweeps.add_round(steps);
      steps.push_back({"decision", control_launch(plan, sweeps)});
    }
    return steps;
  }
  bool odd = false;
  std::uint64_t done = 0;
  do {
    for (std::uint64_t i = 1; i <= plan.check; ++i, ++done) {
      sweeps.add(steps, odd, i == plan.check);
      odd = sweeps.alternates && !odd;
    }
    steps.push_back({"decision", control_launch(plan, sweeps)});
  } while (odd || (!sweeps.host_checks && done < batch_sweeps));
  return steps;
}

}  // namespace

void add_decision(Program& program, const Plan& plan, const Sweeps& sweeps) {
  constexpr std::uint64_t norms = 6;
  const Definitions group = plan.definitions({{"GROUP", plan.on_rows ? "1" : "256"}});
  program.buffers.push_back({"partial", {Scalar::f64, 1}, norms * sweeps.partials, {}});
  program.buffers.push_back({"history", {Scalar::f64, 1}, 2 * (plan.checks() + 1), {}});
  add_kernel(program, "control", "poisson/control.cl", "poisson_control", group);
  if (sweeps.alternates)
    add_kernel(program, "settle", "poisson/control.cl", "poisson_settle", group);
}

Step decision_step(const Plan& plan, const Sweeps& sweeps) {
  return {"decision", control_launch(plan, sweeps)};
}

Until until_decided(const Plan& plan, std::vector<Step> round) {
  return {.steps = std::move(round),
          .buffer = "control",
          .element = 0,
          .comparison = Comparison::greater,
          .value = 0,
          .limit = plan.checks() + 1};
}

std::vector<Step> iterate(Program& program, const Plan& plan, const Sweeps& sweeps) {
  if (plan.iterations && sweeps.together) return fixed_launches(sweeps, *plan.iterations);
  if (plan.iterations) return fixed_steps(sweeps, *plan.iterations);
  add_decision(program, plan, sweeps);
  std::vector<Step> round{{"sweeps", Batch{1, rounds_of(plan, sweeps)}}};
  std::vector<Step> parts = sweeps.before;
  parts.push_back({"iteration", until_decided(plan, std::move(round))});
  if (sweeps.alternates) parts.push_back(settle_step(plan));
  return {{"solve", Repeat{1, std::move(parts)}}};
}

}  // namespace plumb::poisson
