// plumb/workloads/lu/lu.cpp - settings to a Program: one step, before which the matrix is restored.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/lu/lu.h"

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/lu/plan.h"
#include "plumb/workloads/lu/reference.h"

namespace plumb::lu {
namespace {

// Each launch of paper 000 is a step of the program, with its arguments and its pass.
constexpr std::uint64_t largest_paper = 8192;

void refuse_wrong_sizes(const Plan& plan) {
  if (plan.zeros && *plan.zeros >= plan.n) {
    throw Error(ErrorKind::input, fmt::format("--zeros {}: the last column of {} is {}",
                                              *plan.zeros, plan.n, plan.n - 1));
  }
  if (plan.variant == "paper" && plan.n > largest_paper) {
    throw Error(ErrorKind::input,
                fmt::format("variant 'paper' at size {}: it has a launch for every level of every "
                            "column; take at most {}",
                            plan.n, largest_paper));
  }
  if (plan.variant != "blocked" || plan.loops()) return;
  if (plan.panel % 16 != 0) {
    throw Error(ErrorKind::input, fmt::format("--panel {}: must be 16, 32, 48 or 64 with --form {}",
                                              plan.panel, plan.form));
  }
  if (plan.block > 128 || plan.block % plan.panel != 0) {
    throw Error(ErrorKind::input,
                fmt::format("--block {}: must be whole panels of {} and at most 128 with --form {}",
                            plan.block, plan.panel, plan.form));
  }
}

std::vector<Step> launches_of(Program& program, const Plan& plan) {
  if (plan.variant == "paper") return build_paper(program, plan);
  if (plan.variant == "fused") return build_fused(program, plan);
  return plan.loops() ? build_loops(program, plan) : build_tiles(program, plan);
}

// Before every execution: the matrix as it was, and where it is wanted a column of zeros.
std::vector<Step> restore_steps(Program& program, const Plan& plan) {
  std::vector<Step> steps{
      {"matrix", Transfer{.direction = Direction::within, .buffer = "original", .to = "matrix"}}};
  if (!plan.zeros) return steps;
  const Fill zero{.kind = FillKind::zero, .values = {}};
  program.buffers.push_back({"zeros", {plan.scalar, 1}, plan.rows, zero});
  steps.push_back({"zeros", Transfer{.direction = Direction::within,
                                     .buffer = "zeros",
                                     .to = "matrix",
                                     .count = plan.rows,
                                     .to_offset = *plan.zeros * plan.rows}});
  return steps;
}

}  // namespace

std::string form_for(const DeviceTraits& device) {
  if (device.kind == DeviceKind::cpu) return "loops";
  return device.largest_cluster > 0 ? "clusters" : "";
}

std::string block_for(const DeviceTraits& device) {
  return device.kind == DeviceKind::cpu ? "64" : "";
}

void check_settings(const Settings& settings) { refuse_wrong_sizes(Plan(settings)); }

Program program(const Settings& settings) {
  const Plan plan(settings);
  refuse_wrong_sizes(plan);
  Program made;
  made.name = "lu";
  made.settings = settings.values();
  made.buffers.push_back({"original", {plan.scalar, 1}, plan.elements(), plan.fill()});
  made.buffers.push_back({"matrix", {plan.scalar, 1}, plan.elements(), {}});
  made.buffers.push_back({"pivots", {Scalar::u32, 1}, plan.n - 1, {}});
  std::vector<Step> launches = launches_of(made, plan);
  // Pushed back, not assigned as a list: lists copy, and there may be a hundred thousand launches.
  if (plan.batch) {
    made.steps.push_back({"decomposition", Batch{1, std::move(launches)}});
  } else {
    made.steps.push_back({"decomposition", Repeat{1, std::move(launches)}});
  }
  made.restore = restore_steps(made, plan);
  made.verification = checks_of(plan);
  made.credit = {.flops = Flops{flops_of_decomposition(plan.n)},
                 .bytes = Bytes{2 * plan.n * plan.n * plan.element_bytes()},
                 .iterations = 1};
  return made;
}

}  // namespace plumb::lu
