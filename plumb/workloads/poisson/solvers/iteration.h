// plumb/workloads/poisson/solvers/iteration.h - sweeps become a step: a fixed number of them, or as
// many as a condition needs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "plumb/workloads/poisson/plan.h"

namespace plumb::poisson {

struct Sweeps {
  // Appends the launches of one sweep; `odd`: from "other" to "field". `checked`: it leaves its
  // norms in "partial".
  std::function<void(std::vector<Step>& steps, bool odd, bool checked)> add;
  bool alternates = false;     // between "field" and "other"
  std::uint64_t partials = 1;  // of each norm
  double rate = 0;             // by which a sweep reduces the error that vanishes last
  // k sweeps reduce the sum of the updates, whatever they are, to at most this times rate^k. For
  // sweeps of Jacobi's method the chance of a random walk not to meet the boundary: (4 / pi)^dim.
  double transient = 4;
  bool host_checks = false;       // after every sweep
  std::vector<Step> before = {};  // all sweeps

  // In place of `add` where a launch makes several sweeps.
  bool together = false;
  // Appends `count` of them from "field", or "other", on; `returns`: to where they began. Returns
  // whether the result lies in "other".
  std::function<bool(std::vector<Step>& steps, bool in_other, std::uint64_t count, bool returns)>
      add_many;
  // So many with a check at the end, from "field" to "field".
  std::function<void(std::vector<Step>& steps, std::uint64_t count)> add_round;
};

// The buffers and kernels of the decision after a check, and its launch.
void add_decision(Program& program, const Plan& plan, const Sweeps& sweeps);
Step decision_step(const Plan& plan, const Sweeps& sweeps, std::uint64_t count);
// Rounds until it ends the iteration.
Until until_decided(const Plan& plan, std::vector<Step> round);

// A fixed number of iterations: the first ones, then rounds of plan.round() that are counted, so
// that an interrupt ends them and says how many there were. `add` appends the launches of so many
// iterations, an even number of them but for the first.
std::vector<Step> counted_rounds(
    Program& program, const Plan& plan,
    const std::function<void(std::vector<Step>& parts, std::uint64_t count)>& add);

// A list in braces would copy it, with all the steps inside.
std::vector<Step> only(Step step);

// Adds the buffers and kernels of the decision, then the step "solve". Between checks nothing is
// read back: launches after the end of the iteration change nothing, so a batch holds several.
std::vector<Step> iterate(Program& program, const Plan& plan, const Sweeps& sweeps);

}  // namespace plumb::poisson
