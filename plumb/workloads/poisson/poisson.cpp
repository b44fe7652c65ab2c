// plumb/workloads/poisson/poisson.cpp - settings to a Program: one step from the restored field on.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/poisson/poisson.h"

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/poisson/plan.h"
#include "plumb/workloads/poisson/solvers/split.h"
#include "plumb/workloads/poisson/truth/least_tolerance.h"
#include "plumb/workloads/poisson/truth/reference.h"
#include "plumb/workloads/poisson/variants.h"

namespace plumb::poisson {
namespace {

constexpr std::uint64_t most_checks = 1U << 20U;  // in the history

void refuse_solver(const Plan& plan) {
  if (plan.counts_of_thesis && plan.variant->order != Order::jacobi) {
    throw Error(ErrorKind::input,
                fmt::format("--iterations thesis: its table counts Jacobi's sweeps, solver '{}' "
                            "makes others",
                            plan.variant->shown.name));
  }
  if (plan.sourced && !plan.variant->takes_source) {
    throw Error(ErrorKind::input,
                fmt::format("--rhs: solver '{}' is for equations without a right-hand side; take "
                            "--solver multigrid",
                            plan.variant->shown.name));
  }
  if (plan.variant->refuse != nullptr) plan.variant->refuse(plan);
  if (plan.inner != plan.scalar && !plan.variant->mixed) {
    throw Error(ErrorKind::input, fmt::format("--precision mixed: solver '{}' has one precision; "
                                              "take --solver multigrid",
                                              plan.variant->shown.name));
  }
  if (plan.variant->only_3d && plan.grid.dim != 3) {
    throw Error(ErrorKind::input, fmt::format("solver '{}' is for three dimensions; take --dim 3",
                                              plan.variant->shown.name));
  }
  if (plan.variant->only_2d && plan.grid.dim != 2) {
    throw Error(ErrorKind::input, fmt::format("solver '{}' is for two dimensions; take --dim 2",
                                              plan.variant->shown.name));
  }
  if (plan.variant->only_sum && plan.norm != Norm::sum && !plan.iterations) {
    throw Error(ErrorKind::input, fmt::format("solver '{}' knows the sum of its updates alone; "
                                              "take --norm sum, or --iterations",
                                              plan.variant->shown.name));
  }
}

void refuse_check(const Plan& plan, const std::string& check) {
  if (!plan.variant->checks_all || check == "auto" || check == "1") return;
  throw Error(ErrorKind::input,
              fmt::format("--check {}: solver '{}' checks after every cycle; leave it out", check,
                          plan.variant->shown.name));
}

void refuse_deadline(const Plan& plan) {
  if (!plan.deadline) return;
  if (plan.iterations)
    throw Error(ErrorKind::input, "--deadline and --iterations exclude each other");
  if (plan.variant->hurries) return;
  throw Error(ErrorKind::input,
              fmt::format("--deadline: sweeps of solver '{}' gain too little; take --solver "
                          "multigrid",
                          plan.variant->shown.name));
}

void refuse_split(const Plan& plan) {
  if (!plan.is_split()) return;
  if (!plan.variant->splits) {
    throw Error(ErrorKind::input,
                fmt::format("--split {}: solver '{}' runs on one device; take --solver jacobi",
                            plan.split, plan.variant->shown.name));
  }
  // Only the first device knows when the iteration has ended: there is no shorter last round.
  if (!plan.iterations && plan.check == plan.most && plan.most % 2 != 0) {
    throw Error(ErrorKind::input,
                fmt::format("--max-iterations {}: two devices check after an even number of sweeps",
                            plan.most));
  }
  if (!plan.iterations && plan.check % 2 != 0) {
    throw Error(
        ErrorKind::input,
        fmt::format("--check {}: two devices check after an even number of sweeps", plan.check));
  }
  if (!plan.iterations && plan.rest() != 0) {
    throw Error(ErrorKind::input,
                fmt::format("--max-iterations {}: two devices check every {} sweeps and end after "
                            "a check; take a multiple of {}",
                            plan.most, plan.check, plan.check));
  }
  (void)halves_of(plan);
}

// Norms and decisions are computed in double, whatever the field has.
void refuse_device(const DeviceTraits& device) {
  if (device.doubles) return;
  throw Error(ErrorKind::unavailable,
              "the checks of 'poisson' are computed in double precision, in f32 as well, and this "
              "device has none");
}

// Sums of squares and of neighbours stay finite, and the tolerance that the precision allows is one
// that can be given.
void refuse_large_numbers(const Plan& plan, double reach) {
  const double most = plan.scalar == Scalar::f32 ? 1e19 : 1e27;
  if (reach <= most) return;
  throw Error(ErrorKind::input,
              fmt::format("--boundary {}, --rhs {}: the field may have numbers up to {:.2g}, in {} "
                          "it can have {:.0e}; the equations are linear: divide all numbers",
                          plan.boundary_text, plan.source_text, reach,
                          plan.scalar == Scalar::f32 ? "f32" : "f64", most));
}

// A tolerance of 0 by the updates asks for none: the iteration ends at its limit or stagnates.
void refuse_tolerance(const Plan& plan, double scale) {
  if (plan.iterations || plan.deadline) return;
  if (plan.checks() > most_checks) {
    throw Error(ErrorKind::input,
                fmt::format("--max-iterations {}: a check every {} makes more than {} of them; "
                            "take a larger --check",
                            plan.most, plan.check, most_checks));
  }
  if (is_asked_by_thesis(plan) || (plan.tolerance == 0 && plan.norm != Norm::error)) return;
  const LeastTolerance least = least_tolerance(plan, scale);
  if (plan.tolerance > least.value) return;
  throw Error(
      ErrorKind::input,
      fmt::format("--tolerance {}: {}; take more than {:.2g}{}", plan.tolerance, least.reason,
                  least.value, plan.scalar == Scalar::f32 ? " or --precision f64" : ""));
}

}  // namespace

std::string form_for(const DeviceTraits& device) {
  return device.kind == DeviceKind::cpu ? "rows" : "";
}

void check_settings(const Settings& settings) {
  const Plan plan(settings);
  refuse_device(settings.device());
  refuse_solver(plan);
  refuse_check(plan, settings.text("check"));
  refuse_deadline(plan);
  refuse_split(plan);
  const Problem problem = problem_of(settings, plan.grid);
  refuse_large_numbers(plan, problem.reach);
  refuse_tolerance(plan, problem.scale);
}

Program program(const Settings& settings) {
  check_settings(settings);
  const Plan plan(settings);
  Program made;
  made.name = "poisson";
  made.settings = settings.values();
  const Problem problem = problem_of(settings, plan.grid);
  add_field(made, plan, problem, plan.variant->alternates);
  made.steps = plan.is_split() ? build_split(made, plan, problem) : plan.variant->build(made, plan);
  made.verification = checks_of(plan);
  if (plan.iterations) made.credit = credit_of(plan, *plan.iterations);
  return made;
}

std::optional<EarlyCheck> early_check(const Settings& settings) {
  constexpr std::uint64_t early_iterations =
      21;  // odd: of two fields the other one is read as well
  const Plan plan(settings);
  if (plan.variant->order == Order::none) return std::nullopt;
  if (plan.iterations && *plan.iterations <= early_iterations) return std::nullopt;
  return EarlyCheck{settings.with("iterations", std::to_string(early_iterations)),
                    fmt::format("after {} iterations", early_iterations)};
}

}  // namespace plumb::poisson
