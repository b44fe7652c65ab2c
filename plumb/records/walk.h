// plumb/records/walk.h - the steps of a Program, walked in one place.
//
// A reader names what it does with every kind of action; one that it forgets does not compile:
//
//   std::uint64_t launches = 0;
//   walk(program.steps, Cases{[&](const Launch&, const StepContext& context) {
//                               launches += context.times;
//                             },
//                             PassOver<Transfer, Exchange, Wait, Batch, Repeat, Until>{}});
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "plumb/records/checked_rounds.h"
#include "plumb/records/program.h"

namespace plumb {

// One callable with a case for each kind of action.
template <class... Case>
struct Cases : Case... {
  using Case::operator()...;
};
template <class... Case>
Cases(Case...) -> Cases<Case...>;

// Where a step stands.
struct StepContext {
  const Step* step = nullptr;
  const StepContext* outer = nullptr;  // of the step that it lies in; null at the top
  int depth = 1;
  std::uint64_t times =
      1;  // repetitions around it, those of `Until` as checked_rounds says; capped at 2^64 - 1
  bool in_batch = false;
};

// Cases for actions that a walk has nothing to do with.
template <class Action>
struct PassOverOne {
  void operator()(const Action&, const StepContext&) const {}
};
template <class... Action>
struct PassOver : PassOverOne<Action>... {
  using PassOverOne<Action>::operator()...;
};

// The case for what the step does. Made for what nests as the steps do: writers, executors.
template <class Visitor>
decltype(auto) visit_action(const Step& step, Visitor&& visitor) {
  return std::visit(std::forward<Visitor>(visitor), step.action);
}

inline std::uint64_t times_product(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  return b != 0 && a > most / b ? most : a * b;
}

struct NothingAfterwards {
  void operator()(const Step&, const StepContext&) const {}
};

// Calls visitor(action, context) for every step in the order of the program; for one that holds
// others before those, and afterwards(step, context) after them.
template <class Visitor, class Afterwards = NothingAfterwards>
void walk(const std::vector<Step>& steps, const Visitor& visitor, const Afterwards& afterwards = {},
          const StepContext* outer = nullptr);

template <class Visitor, class Afterwards = NothingAfterwards>
void walk(const Step& step, const Visitor& visitor, const Afterwards& afterwards = {},
          const StepContext* outer = nullptr) {
  const StepContext context{.step = &step,
                            .outer = outer,
                            .depth = outer == nullptr ? 1 : outer->depth + 1,
                            .times = outer == nullptr ? 1 : outer->times,
                            .in_batch = outer != nullptr && outer->in_batch};
  const auto into = [&](const std::vector<Step>& steps, std::uint64_t times, bool recorded) {
    StepContext inner = context;
    inner.times = times_product(context.times, times);
    inner.in_batch = context.in_batch || recorded;
    walk(steps, visitor, afterwards, &inner);
    afterwards(step, context);
  };
  visit_action(step, [&](const auto& action) { visitor(action, context); });
  visit_action(
      step,
      Cases{[](const Transfer&) {}, [](const Exchange&) {}, [](const Launch&) {},
            [](const Wait&) {}, [&](const Batch& batch) { into(batch.steps, batch.replays, true); },
            [&](const Repeat& repeat) { into(repeat.steps, repeat.count, false); },
            [&](const Until& until) { into(until.steps, checked_rounds(until).rounds, false); }});
}

template <class Visitor, class Afterwards>
void walk(const std::vector<Step>& steps, const Visitor& visitor, const Afterwards& afterwards,
          const StepContext* outer) {
  for (const Step& step : steps) walk(step, visitor, afterwards, outer);
}

// The place among the program's queues of the one that a step runs on: its own, that of the step
// around it, or the first.
std::size_t queue_of(const Program& program, const StepContext& context);
// The device of that queue; a program without queues has one, of device 0.
std::size_t device_of_queue(const Program& program, std::size_t queue);

// "step 'outer': step 'inner'", for messages.
std::string path_of(const StepContext& context);

}  // namespace plumb
