// plumb/run/step_counts.cpp - what the last execution of a step asked for, and its loops' rounds.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plumb/records/walk.h"
#include "plumb/run/loaded_program.h"
#include "plumb/run/ready_step.h"

namespace plumb {

void LoadedProgram::forget_rounds(Ready& ready) {
  if (!ready.has_loops) return;
  ready.entered = ready.rounds = 0;
  for (Ready& inner : ready.steps) forget_rounds(inner);
}

Demand LoadedProgram::demand(const Ready& ready, std::uint64_t times) const {
  const auto of_inner = [&](std::uint64_t each) {
    Demand sum;
    for (const Ready& inner : ready.steps) sum = sum + demand(inner, each);
    return sum;
  };
  return visit_action(
      *ready.step,
      Cases{[&](const Repeat& repeat) { return of_inner(times * repeat.count); },
            [&](const Batch& batch) { return of_inner(times * batch.replays); },
            // Its rounds are those of all executions already.
            [&](const Until&) { return of_inner(ready.rounds); },
            [&](const Launch& launch) { return times * demand_of(launch.pass); },
            [&](const Transfer& transfer) {
              return times *
                     Demand{.bytes = {}, .flops = {}, .moved = bytes_of(*program_, transfer)};
            },
            [](const Exchange&) { return Demand(); }, [](const Wait&) { return Demand(); }});
}

bool LoadedProgram::has_loops() const {
  return std::ranges::any_of(steps_, [](const Ready& ready) { return ready.has_loops; });
}

Demand LoadedProgram::demand(std::size_t step) const { return demand(steps_.at(step), 1); }

void LoadedProgram::count_loops(const Ready& ready, std::vector<LoopCount>& counts) {
  if (!ready.has_loops) return;
  if (std::holds_alternative<Until>(ready.step->action)) {
    auto count = std::ranges::find(counts, ready.step->name, &LoopCount::name);
    if (count == counts.end()) count = counts.insert(count, {ready.step->name, 0, 0});
    count->entered += ready.entered;
    count->rounds += ready.rounds;
  }
  for (const Ready& inner : ready.steps) count_loops(inner, counts);
}

std::vector<LoopCount> LoadedProgram::loops(std::size_t step) const {
  std::vector<LoopCount> counts;
  count_loops(steps_.at(step), counts);
  return counts;
}

}  // namespace plumb
