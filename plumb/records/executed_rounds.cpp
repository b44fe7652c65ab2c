// plumb/records/executed_rounds.cpp - loops of a program beside those of its measurement.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/executed_rounds.h"

#include <algorithm>
#include <cmath>

#include "plumb/records/walk.h"

namespace plumb {
namespace {

struct NamedLoop {
  std::string name;
  Until* until = nullptr;
};

// As a measurement lists them: outer ones first.
void collect_loops(Step& step, std::vector<NamedLoop>& loops) {
  const auto inside = [&](std::vector<Step>& steps) {
    for (Step& inner : steps) collect_loops(inner, loops);
  };
  std::visit(Cases{[](Transfer&) {}, [](Launch&) {}, [](Wait&) {}, [](Exchange&) {},
                   [&](Batch& batch) { inside(batch.steps); },
                   [&](Repeat& repeat) { inside(repeat.steps); },
                   [&](Until& until) {
                     loops.push_back({step.name, &until});
                     inside(until.steps);
                   }},
             step.action);
}

// Calls use(loop, rounds) for every loop that was entered.
template <class Use>
void each_entered_loop(Program& program, const Point& point, const Use& use) {
  for (std::size_t i = 0; i < std::min(program.steps.size(), point.steps.size()); ++i) {
    const std::vector<LoopResult>& measured = point.steps[i].loops;
    std::vector<NamedLoop> loops;
    collect_loops(program.steps[i], loops);
    for (std::size_t j = 0; j < std::min(loops.size(), measured.size()); ++j) {
      if (measured[j].entered == 0) continue;
      const double mean = measured[j].rounds.value / static_cast<double>(measured[j].entered);
      use(loops[j], std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(mean))));
    }
  }
}

}  // namespace

std::vector<LoopRounds> loop_rounds(Program program, const Point& point) {
  std::vector<LoopRounds> rounds;
  each_entered_loop(program, point, [&](const NamedLoop& loop, std::uint64_t executed) {
    rounds.push_back({loop.name, loop.until->expected, executed});
  });
  return rounds;
}

Program with_executed_rounds(Program program, const Point& point) {
  each_entered_loop(program, point, [](const NamedLoop& loop, std::uint64_t executed) {
    loop.until->expected = executed;
  });
  return program;
}

}  // namespace plumb
