// plumb/records/executed_rounds.cpp - loops of a program beside those of its measurement.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/executed_rounds.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "plumb/records/walk.h"

namespace plumb {
namespace {

// Calls use(name, until) for the loops in the step, outer ones first.
using UseLoop = std::function<void(const std::string& name, Until& until)>;
void each_loop(Step& step, const UseLoop& use) {
  const auto inside = [&](std::vector<Step>& steps) {
    for (Step& inner : steps) each_loop(inner, use);
  };
  std::visit(Cases{[](Transfer&) {}, [](Launch&) {}, [](Wait&) {}, [](Exchange&) {},
                   [&](Batch& batch) { inside(batch.steps); },
                   [&](Repeat& repeat) { inside(repeat.steps); },
                   [&](Until& until) {
                     use(step.name, until);
                     inside(until.steps);
                   }},
             step.action);
}

// Calls use(name, until, rounds) for every loop that was entered.
template <class Use>
void each_entered_loop(Program& program, const Point& point, const Use& use) {
  for (std::size_t i = 0; i < std::min(program.steps.size(), point.steps.size()); ++i) {
    const std::vector<LoopResult>& measured = point.steps[i].loops;
    if (measured.empty()) continue;
    each_loop(program.steps[i], [&](const std::string& name, Until& until) {
      const auto loop = std::ranges::find(measured, name, &LoopResult::name);
      if (loop == measured.end() || loop->entered == 0) return;
      const double mean = loop->rounds.value / static_cast<double>(loop->entered);
      use(name, until, std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(mean))));
    });
  }
}

}  // namespace

std::vector<LoopRounds> loop_rounds(Program program, const Point& point) {
  std::vector<LoopRounds> rounds;
  each_entered_loop(program, point,
                    [&](const std::string& name, const Until& until, std::uint64_t executed) {
                      if (std::ranges::find(rounds, name, &LoopRounds::name) == rounds.end())
                        rounds.push_back({name, until.expected, executed});
                    });
  return rounds;
}

Program with_executed_rounds(Program program, const Point& point) {
  each_entered_loop(program, point, [](const std::string&, Until& until, std::uint64_t executed) {
    until.expected = executed;
  });
  return program;
}

}  // namespace plumb
