// plumb/workloads/poisson/solvers/build_split.cpp - sweeps, halos and norms of two devices.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/poisson/solvers/iteration.h"
#include "plumb/workloads/poisson/solvers/split.h"
#include "plumb/workloads/poisson/solvers/sweep_launch.h"

namespace plumb::poisson {
namespace {

constexpr std::uint64_t norm_count = 6;
constexpr const char* here_queue = "here";
constexpr const char* there_queue = "there";

Plan part_of(const Plan& plan, const Grid& grid) {
  Plan part = plan;
  part.grid = grid;
  return part;
}

// Of the second device no more is known than what it was called.
Plan plan_there(const Plan& plan, const Grid& grid) {
  constexpr std::uint64_t some_units = 16;
  Plan part = part_of(plan, grid);
  part.on_rows = plan.second_on_rows;
  part.units = some_units;
  return part;
}

Step moved(const std::string& name, const std::string& from, std::uint64_t from_offset,
           const std::string& to, std::uint64_t to_offset, std::uint64_t count, const char* queue) {
  return {name,
          Transfer{.direction = Direction::within,
                   .buffer = from,
                   .to = to,
                   .count = count,
                   .from_offset = from_offset,
                   .to_offset = to_offset},
          queue};
}

class Split {
 public:
  explicit Split(const Plan& plan)
      : plan_(&plan),
        halves_(halves_of(plan)),
        here_(part_of(plan, halves_.here)),
        there_(plan_there(plan, halves_.there)),
        sweep_here_(here_, false, {.partial = "partial_here"}),
        sweep_there_(
            there_, false,
            {.partial = "partial_there", .control = "control_there", .source = "source_there"}) {}

  void add_parts(Program& program, const Problem& problem) const {
    const Type real{plan_->scalar, 1};
    const Fill zero{.kind = FillKind::zero, .values = {}};
    const std::uint64_t elements = halves_.there.elements();
    program.queues = {{here_queue, 0}, {there_queue, 1}};
    for (const char* name : {"field_there", "other_there"})
      program.buffers.push_back({name, real, elements, zero, 1});
    program.buffers.push_back({"control_there", {Scalar::f64, 1}, 4, zero, 1});
    if (plan_->sourced) {
      const auto first = problem.source.begin() + static_cast<std::ptrdiff_t>(cut());
      std::vector<double> source(first, first + static_cast<std::ptrdiff_t>(elements));
      program.buffers.push_back({"source_there",
                                 real,
                                 elements,
                                 {.kind = FillKind::values, .values = std::move(source)},
                                 1});
    }
    sweep_here_.add_kernel(program, "sweep", false, true);
    sweep_there_.add_kernel(program, "sweep_there", false, true);
    for (const char* name : {"field", "other"})
      program.restore.push_back(moved(fmt::format("{} there", name), name, cut(),
                                      fmt::format("{}_there", name), 0, elements, here_queue));
  }

  // From "field" to "other", or back; then each device has the line that the other one computed.
  void sweep(std::vector<Step>& steps, bool back, bool checked) const {
    const std::string from = back ? "other" : "field";
    const std::string to = back ? "field" : "other";
    const std::string suffix = back ? ", back" : "";
    Step there = sweep_there_.step(checked ? "checked_there" : "sweep_there",
                                   (from + "_there").c_str(), (to + "_there").c_str(), checked);
    there.name = "sweep there" + suffix;
    there.queue = there_queue;
    steps.push_back(std::move(there));
    Step here = sweep_here_.step(checked ? "checked" : "sweep", from.c_str(), to.c_str(), checked);
    here.name = "sweep" + suffix;
    here.queue = here_queue;
    steps.push_back(std::move(here));
    const std::uint64_t line = halves_.line;
    steps.push_back(moved("line to there" + suffix, to, halves_.own * line, to + "_there", 0, line,
                          here_queue));
    steps.push_back(moved("line from there" + suffix, to + "_there", line, to,
                          (halves_.own + 1) * line, line, there_queue));
  }

  void add_checks(Program& program) const {
    sweep_here_.add_kernel(program, "checked", true, true);
    sweep_there_.add_kernel(program, "checked_there", true, true);
    const auto add = [&](const char* name, std::uint64_t partials, std::size_t device) {
      program.buffers.push_back({name, {Scalar::f64, 1}, norm_count * partials, {}, device});
    };
    add("partial_here", sweep_here_.partials(), 0);
    add("partial_there", sweep_there_.partials(), 1);
    add("partial_arrived", sweep_there_.partials(), 0);
  }

  [[nodiscard]] std::uint64_t partials() const {
    return sweep_here_.partials() + sweep_there_.partials();
  }

  // Of each norm the parts of the first device, then those of the second.
  void join_norms(std::vector<Step>& steps) const {
    const std::uint64_t here = sweep_here_.partials();
    const std::uint64_t there = sweep_there_.partials();
    steps.push_back(moved("norms from there", "partial_there", 0, "partial_arrived", 0,
                          norm_count * there, there_queue));
    for (std::uint64_t n = 0; n < norm_count; ++n) {
      steps.push_back(moved(fmt::format("norm {}", n), "partial_here", n * here, "partial",
                            n * (here + there), here, here_queue));
      steps.push_back(moved(fmt::format("norm {} there", n), "partial_arrived", n * there,
                            "partial", n * (here + there) + here, there, here_queue));
    }
  }

  [[nodiscard]] Step join() const {
    const std::uint64_t line = halves_.line;
    return moved("join", "field_there", line, "field", (halves_.own + 1) * line,
                 halves_.there.elements() - line, there_queue);
  }

 private:
  // The first element that the second device has.
  [[nodiscard]] std::uint64_t cut() const { return halves_.own * halves_.line; }

  const Plan* plan_;
  Halves halves_;
  Plan here_;
  Plan there_;
  SweepLaunch sweep_here_;
  SweepLaunch sweep_there_;
};

std::vector<Step> pair_of(const Split& split, bool checked) {
  std::vector<Step> steps;
  split.sweep(steps, false, false);
  split.sweep(steps, true, checked);
  return steps;
}

std::vector<Step> fixed_sweeps(Program& program, const Plan& plan, const Split& split) {
  return counted_rounds(program, plan, [&](std::vector<Step>& parts, std::uint64_t count) {
    if (count % 2 != 0) {  // the other field has the same values at first
      std::vector<Step> first;
      split.sweep(first, true, false);
      parts.push_back({"first sweep", Repeat{1, std::move(first)}});
    }
    if (count > 1) parts.push_back({"sweeps", Repeat{count / 2, pair_of(split, false)}});
  });
}

// Sweeps with a check at the end.
std::vector<Step> checked_round(const Plan& plan, const Split& split, const Sweeps& sweeps) {
  std::vector<Step> round;
  if (plan.check > 2)
    round.push_back({"sweeps", Repeat{plan.check / 2 - 1, pair_of(split, false)}});
  round.push_back({"checked sweeps", Repeat{1, pair_of(split, true)}});
  std::vector<Step> decision;
  split.join_norms(decision);
  decision.push_back(decision_step(plan, sweeps, plan.check));
  round.push_back({"check", Repeat{1, std::move(decision)}});
  return round;
}

std::vector<Step> sweeps_until(Program& program, const Plan& plan, const Split& split) {
  split.add_checks(program);
  Sweeps sweeps;
  sweeps.partials = split.partials();
  sweeps.rate = plan.grid.jacobi_rate();
  add_decision(program, plan, sweeps);
  return only({"iteration", until_decided(plan, checked_round(plan, split, sweeps))});
}

}  // namespace

Halves halves_of(const Plan& plan) {
  const unsigned axis = plan.grid.dim - 1;
  const std::uint64_t lines = plan.grid.n.at(axis) - 1;
  const auto own =
      static_cast<std::uint64_t>(std::llround(plan.split * static_cast<double>(lines)));
  if (own == 0 || own >= lines) {
    throw Error(ErrorKind::input,
                fmt::format("--split {}: of {} {} one device would have none", plan.split, lines,
                            plan.grid.dim == 3 ? "planes" : "rows"));
  }
  std::array<std::uint64_t, 3> here = plan.grid.n;
  std::array<std::uint64_t, 3> there = plan.grid.n;
  here.at(axis) = own + 1;
  there.at(axis) = lines - own + 1;
  return {.here = grid_of(plan.grid.dim, here),
          .there = grid_of(plan.grid.dim, there),
          .line = plan.grid.dim == 3 ? plan.grid.plane() : plan.grid.pitch,
          .own = own};
}

std::vector<Step> build_split(Program& program, const Plan& plan, const Problem& problem) {
  const Split split(plan);
  split.add_parts(program, problem);
  std::vector<Step> parts =
      plan.iterations ? fixed_sweeps(program, plan, split) : sweeps_until(program, plan, split);
  parts.push_back(split.join());
  return only({"solve", Repeat{1, std::move(parts)}, here_queue});
}

}  // namespace plumb::poisson
