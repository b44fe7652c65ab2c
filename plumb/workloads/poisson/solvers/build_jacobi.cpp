// plumb/workloads/poisson/solvers/build_jacobi.cpp - sweeps of Jacobi's method for GPUs and CPUs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/poisson/solvers/iteration.h"
#include "plumb/workloads/poisson/solvers/sweep_launch.h"
#include "plumb/workloads/poisson/variants.h"

namespace plumb::poisson {

std::vector<Step> build_jacobi(Program& program, const Plan& plan) {
  const SweepLaunch launch(plan);
  launch.add_kernel(program, "sweep", false, true);
  if (!plan.iterations) launch.add_kernel(program, "checked", true, true);
  Sweeps sweeps;
  sweeps.alternates = true;
  sweeps.partials = launch.partials();
  sweeps.rate = plan.grid.jacobi_rate();
  sweeps.add = [&](std::vector<Step>& steps, bool odd, bool checked) {
    const char* const from = odd ? "other" : "field";
    const char* const to = odd ? "field" : "other";
    steps.push_back(launch.step(checked ? "checked" : "sweep", from, to, checked));
  };
  return iterate(program, plan, sweeps);
}

}  // namespace plumb::poisson
