// plumb/model/timeline.cpp - steps on queues and engines.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/timeline.h"

#include <algorithm>

#include "plumb/records/walk.h"

namespace plumb {
namespace {

// Kernels and copies within the device, copies in, copies out.
std::size_t engine_of(const Step& step) {
  const auto* moved = std::get_if<Transfer>(&step.action);
  if (moved == nullptr || moved->direction == Direction::within) return 0;
  return moved->direction == Direction::in ? 1 : 2;
}

}  // namespace

Timeline::Timeline(const Program& frame, const HostCalls& calls, Duration duration)
    : duration_(std::move(duration)),
      calls_(calls),
      first_queue_(frame.queues.empty() ? "" : frame.queues.front().name) {}

void Timeline::State::shift(double seconds, double more_work) {
  for (auto& [name, time] : queues) time += seconds;
  for (auto& [name, time] : ended) time += seconds;
  for (double& time : engines) time += seconds;
  end += seconds;
  host += seconds;
  work += more_work;
}

void Timeline::add(const Step& step) { run(step, first_queue_, false); }

double Timeline::overlapped() const { return std::max(0.0, state_.work - state_.end); }

double Timeline::waiting_for_host() const { return std::max(0.0, state_.end - state_.work); }

// The host waits for nothing here: of a batch it queues the whole, whose steps are not called.
void Timeline::call(const Step& step, const std::string& queue, bool recorded) {
  if (recorded) return;
  state_.host +=
      (std::holds_alternative<Transfer>(step.action) ? calls_.copy : calls_.launch).count();
  for (const std::string& name : step.after) {
    const auto other = queue_of_.find(name);
    if (other != queue_of_.end() && other->second != queue) state_.host += calls_.fence.count();
  }
}

double Timeline::earliest(const Step& step, const std::string& queue) const {
  double start = 0;
  if (const auto free = state_.queues.find(queue); free != state_.queues.end())
    start = free->second;
  for (const std::string& name : step.after) {
    const auto end = state_.ended.find(name);
    if (end != state_.ended.end()) start = std::max(start, end->second);
  }
  return start;
}

void Timeline::finish(const Step& step, const std::string& queue, double end) {
  state_.queues[queue] = end;
  state_.ended[step.name] = end;
  queue_of_[step.name] = queue;
  state_.end = std::max(state_.end, end);
}

void Timeline::run(const Step& step, const std::string& outer_queue, bool recorded) {
  const std::string& queue = step.queue.empty() ? outer_queue : step.queue;
  const double start = earliest(step, queue);
  const auto inside = [&](const std::vector<Step>& steps, std::uint64_t rounds, bool in_batch) {
    // The queues inside start after its beginning, and it ends after them.
    for (auto& [name, free] : state_.queues) free = std::max(free, start);
    state_.queues[queue] = start;
    run_all(steps, queue, static_cast<double>(rounds), recorded || in_batch);
    double end = start;
    for (const auto& [name, free] : state_.queues) end = std::max(end, free);
    finish(step, queue, end);
  };
  const auto alone = [&] {
    double& engine = state_.engines.at(calls_.units_copy ? 0 : engine_of(step));
    const double seconds = duration_(step, recorded);
    // What a step takes alone has its own call in it.
    const double end = std::max({start, engine, state_.host}) + seconds;
    call(step, queue, recorded);
    engine = end;
    state_.work += seconds;
    finish(step, queue, end);
  };
  visit_action(step,
               Cases{[&](const Transfer&) { alone(); }, [&](const Launch&) { alone(); },
                     [&](const Exchange&) {},
                     [&](const Wait&) {
                       finish(step, queue, state_.end);
                       state_.host = std::max(state_.host, state_.end);
                     },
                     [&](const Batch& batch) {
                       inside(batch.steps, batch.replays, true);
                       call(step, queue, recorded);
                     },
                     [&](const Repeat& repeat) { inside(repeat.steps, repeat.count, false); },
                     [&](const Until& until) { inside(until.steps, until.expected, false); }});
}

void Timeline::run_all(const std::vector<Step>& steps, const std::string& queue, double rounds,
                       bool recorded) {
  double before = state_.end;
  double work_before = state_.work;
  for (double round = 0; round < std::min(rounds, 2.0); round += 1) {
    before = state_.end;
    work_before = state_.work;
    for (const Step& step : steps) run(step, queue, recorded);
  }
  if (rounds > 2)
    state_.shift((rounds - 2) * (state_.end - before), (rounds - 2) * (state_.work - work_before));
}

}  // namespace plumb
