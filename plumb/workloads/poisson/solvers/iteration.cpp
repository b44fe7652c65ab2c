// plumb/workloads/poisson/solvers/iteration.cpp - rounds of sweeps with a check, in recorded
// batches.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/poisson/solvers/iteration.h"

#include <algorithm>
#include <cmath>

namespace plumb::poisson {
namespace {

constexpr std::uint64_t batch_sweeps = 64;  // at least, where the device decides

// A batch of an even number of sweeps so often, then the rest; the last one writes "field".
void append_sweeps(std::vector<Step>& parts, const Sweeps& sweeps, std::uint64_t count) {
  bool odd = sweeps.alternates && count % 2 == 1;
  const auto batch = [&](const char* name, std::uint64_t times, std::uint64_t length) {
    std::vector<Step> steps;
    for (std::uint64_t i = 0; i < length; ++i) {
      sweeps.add(steps, odd, false);
      odd = sweeps.alternates && !odd;
    }
    return Step{name, Batch{times, std::move(steps)}};
  };
  if (count >= batch_sweeps) parts.push_back(batch("batches", count / batch_sweeps, batch_sweeps));
  if (count % batch_sweeps != 0) parts.push_back(batch("rest", 1, count % batch_sweeps));
}

// The same where a launch makes several sweeps: the rest first, so that its launches may be odd;
// then "other" has to have the values of "field".
void append_launches(std::vector<Step>& parts, const Sweeps& sweeps, std::uint64_t count,
                     bool is_first) {
  if (const std::uint64_t rest = count % batch_sweeps; rest != 0) {
    std::vector<Step> steps;
    const bool in_other = sweeps.add_many(steps, false, rest, !is_first);
    if (in_other) {
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
}

// How many checks lie between two sums of updates that are compared: so many that exact sweeps
// leave a sixteenth at most.
std::uint64_t window_of(const Plan& plan, const Sweeps& sweeps) {
  const double decrease = -std::log(sweeps.rate) * static_cast<double>(plan.check);
  return std::max<std::uint64_t>(
      2, static_cast<std::uint64_t>(std::ceil(std::log(16 * sweeps.transient) / decrease)));
}

// A kernel of one item that looks at "control" and one number.
Step control_step(const char* kernel, double value) {
  Launch launch;
  launch.kernel = kernel;
  launch.arguments = buffers({"control"});
  launch.arguments.emplace_back(real_argument(value));
  launch.pass.name = kernel;
  launch.pass.points = 1;
  return {kernel, std::move(launch)};
}

Launch control_launch(const Plan& plan, const Sweeps& sweeps, std::uint64_t count) {
  const std::uint64_t group = plan.on_rows ? 1 : decision_group;
  Launch launch;
  launch.kernel = "control";
  launch.global = {group, 1, 1};
  launch.local = {group, 1, 1};
  launch.arguments = buffers({"partial", "control", "history"});
  launch.arguments.emplace_back(count_argument(sweeps.partials));
  launch.arguments.emplace_back(count_argument(static_cast<std::uint64_t>(plan.norm)));
  for (const double value :
       {plan.tolerance, static_cast<double>(plan.grid.unknowns()), plan.grid.error_bound(),
        static_cast<double>(count), static_cast<double>(plan.most)})
    launch.arguments.emplace_back(real_argument(value));
  launch.arguments.emplace_back(count_argument(window_of(plan, sweeps)));
  // A norm after the other: the parts of five of six are read behind a tree. Then the item that
  // decides reads control[STATUS], because of it control[CHECKS], by that the history.
  constexpr double norms = 6;
  constexpr double read_behind_trees = 5;
  constexpr double read_to_decide = 3;
  launch.pass = decision_pass(plan, "decision", sweeps.partials, norms, norms,
                              read_behind_trees + read_to_decide);
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
  // Counted as after an even number of sweeps: every item reads that number, halves it and compares
  // it with the whole number below. After an odd one the field is copied, too.
  const double looks =
      static_cast<double>(items_of(launch)) / static_cast<double>(launch.pass.points);
  launch.pass.accesses = {{.references = 0,
                           .bytes = Bytes{8},
                           .width = 8,
                           .pattern = Pattern::single,
                           .executed = looks}};
  launch.pass.operations = {.type = Scalar::f64, .add = 2 * looks, .mul = looks};
  return {"settle", std::move(launch)};
}

// One round of so many sweeps; returns whether the field lies in "other" now.
bool append_round(std::vector<Step>& steps, const Plan& plan, const Sweeps& sweeps, bool odd,
                  std::uint64_t count) {
  if (sweeps.together) {
    sweeps.add_round(steps, count);
  } else {
    for (std::uint64_t i = 1; i <= count; ++i) {
      sweeps.add(steps, odd, i == count);
      odd = sweeps.alternates && !odd;
    }
  }
  steps.push_back(decision_step(plan, sweeps, count));
  return odd;
}

// Whole rounds, so many that the fields are back in their places.
std::vector<Step> rounds_of(const Plan& plan, const Sweeps& sweeps) {
  std::vector<Step> steps;
  bool odd = false;
  std::uint64_t done = 0;
  do {
    odd = append_round(steps, plan, sweeps, odd, plan.check);
    done += plan.check;
  } while (odd || (!sweeps.host_checks && done < batch_sweeps));
  return steps;
}

// The round that is left of --max-iterations. After whole rounds of an odd number the field lies
// in "other" if these were odd.
std::vector<Step> last_round(const Plan& plan, const Sweeps& sweeps) {
  const bool odd = sweeps.alternates && (plan.most - plan.rest()) % 2 == 1;
  std::vector<Step> steps{control_step("resume", static_cast<double>(plan.most))};
  (void)append_round(steps, plan, sweeps, odd, plan.rest());
  return steps;
}

}  // namespace

void add_decision(Program& program, const Plan& plan, const Sweeps& sweeps) {
  constexpr std::uint64_t norms = 6;
  const Definitions group = plan.definitions({{"GROUP", plan.on_rows ? "1" : "256"}});
  program.buffers.push_back({"partial", {Scalar::f64, 1}, norms * sweeps.partials, {}});
  program.buffers.push_back({"history", {Scalar::f64, 1}, 2 * (plan.checks() + 1), {}});
  add_kernel(program, "control", "poisson/kernels/control.cl", "poisson_control", group);
  if (sweeps.alternates)
    add_kernel(program, "settle", "poisson/kernels/control.cl", "poisson_settle", group);
  if (plan.rest() > 0)
    add_kernel(program, "resume", "poisson/kernels/control.cl", "poisson_resume", group);
}

Step decision_step(const Plan& plan, const Sweeps& sweeps, std::uint64_t count) {
  return {"decision", control_launch(plan, sweeps, count)};
}

std::vector<Step> only(Step step) {
  std::vector<Step> steps;
  steps.push_back(std::move(step));
  return steps;
}

Until until_decided(const Plan& plan, std::vector<Step> round) {
  return {.steps = std::move(round),
          .buffer = "control",
          .element = 0,
          .comparison = Comparison::greater,
          .value = 0,
          .limit = plan.checks() + 1};
}

std::vector<Step> counted_rounds(
    Program& program, const Plan& plan,
    const std::function<void(std::vector<Step>& parts, std::uint64_t count)>& add) {
  const std::uint64_t count = *plan.iterations;
  std::vector<Step> parts;
  if (!plan.is_counted()) {
    add(parts, count);
    return parts;
  }
  add_kernel(program, "tally", "poisson/kernels/control.cl", "poisson_tally",
             plan.definitions({{"GROUP", plan.on_rows ? "1" : "256"}}));
  const auto counted = [&](std::uint64_t sweeps) {
    std::vector<Step> steps;
    add(steps, sweeps);
    steps.push_back(control_step("tally", static_cast<double>(sweeps)));
    return steps;
  };
  if (count % plan.round() != 0) parts = counted(count % plan.round());
  parts.push_back({"rounds", Until{.steps = counted(plan.round()),
                                   .buffer = "control",
                                   .element = 1,
                                   .comparison = Comparison::greater_equal,
                                   .value = static_cast<double>(count),
                                   .limit = count / plan.round(),
                                   .expected = count / plan.round()}});
  return parts;
}

namespace {

std::vector<Step> fixed_steps(Program& program, const Plan& plan, const Sweeps& sweeps) {
  std::vector<Step> parts = sweeps.before;
  bool is_first = !plan.is_counted() || *plan.iterations % plan.round() != 0;
  const auto add = [&](std::vector<Step>& steps, std::uint64_t count) {
    if (sweeps.together) {
      append_launches(steps, sweeps, count, is_first);
    } else {
      append_sweeps(steps, sweeps, count);
    }
    is_first = false;
  };
  for (Step& part : counted_rounds(program, plan, add)) parts.push_back(std::move(part));
  return only({"solve", Repeat{1, std::move(parts)}});
}

}  // namespace

std::vector<Step> iterate(Program& program, const Plan& plan, const Sweeps& sweeps) {
  if (plan.iterations) return fixed_steps(program, plan, sweeps);
  add_decision(program, plan, sweeps);
  std::vector<Step> round = only({"sweeps", Batch{1, rounds_of(plan, sweeps)}});
  std::vector<Step> parts = sweeps.before;
  parts.push_back({"iteration", until_decided(plan, std::move(round))});
  if (plan.rest() > 0) parts.push_back({"last round", Batch{1, last_round(plan, sweeps)}});
  if (sweeps.alternates) parts.push_back(settle_step(plan));
  return only({"solve", Repeat{1, std::move(parts)}});
}

}  // namespace plumb::poisson
