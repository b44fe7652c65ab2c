// plumb/model/timeline.cpp - steps on queues and engines.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/timeline.h"

#include <algorithm>
#include <cmath>

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
      first_queue_(frame.queues.empty() ? "" : frame.queues.front().name) {
  state_.copies = BothWays(calls.both_ways_gain, calls.copy_start.count());
}

void Timeline::State::shift(double seconds, double more_work, double more_both_ways) {
  for (auto& [name, time] : queues) time += seconds;
  for (auto& [name, time] : ended) time += seconds;
  for (double& time : engines) time += seconds;
  end += seconds;
  host += seconds;
  work += more_work;
  copies.shift(seconds, more_both_ways);
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

double Timeline::copy(std::size_t engine, const Step& step, const std::string& queue, double start,
                      double seconds) {
  const std::size_t way = engine - 1;
  const double before = state_.copies.last(1 - way).end;
  const double end = state_.copies.place(way, step.name, queue, start, seconds);
  const BothWays::Copy& other = state_.copies.last(1 - way);
  if (other.end > before) {
    state_.engines.at(3 - engine) = std::max(state_.engines.at(3 - engine), other.end);
    double& free = state_.queues[other.queue];
    if (free == before) free = other.end;
    state_.ended[other.step] = other.end;
    state_.end = std::max(state_.end, other.end);
  }
  return end;
}

void Timeline::run(const Step& step, const std::string& outer_queue, bool recorded) {
  const std::string& queue = step.queue.empty() ? outer_queue : step.queue;
  const double start = earliest(step, queue);
  const auto around = [&](const auto& run_inside) {
    // The queues inside start after its beginning, and it ends after them.
    for (auto& [name, free] : state_.queues) free = std::max(free, start);
    state_.queues[queue] = start;
    run_inside();
    double end = start;
    for (const auto& [name, free] : state_.queues) end = std::max(end, free);
    finish(step, queue, end);
  };
  const auto inside = [&](const std::vector<Step>& steps, std::uint64_t rounds, bool in_batch) {
    around([&] { run_all(steps, queue, static_cast<double>(rounds), recorded || in_batch); });
  };
  const auto alone = [&] {
    const std::size_t engine = calls_.units_copy ? 0 : engine_of(step);
    const double seconds = duration_(step, recorded);
    // What a step takes alone has its own call in it.
    const double begin = std::max({start, state_.engines.at(engine), state_.host});
    const double end = engine == 0 ? begin + seconds : copy(engine, step, queue, begin, seconds);
    call(step, queue, recorded);
    state_.engines.at(engine) = end;
    state_.work += seconds;
    finish(step, queue, end);
  };
  visit_action(step, Cases{[&](const Transfer&) { alone(); }, [&](const Launch&) { alone(); },
                           [&](const Exchange&) {},
                           [&](const Wait&) {
                             finish(step, queue, state_.end);
                             wait();
                           },
                           [&](const Batch& batch) {
                             inside(batch.steps, batch.replays, true);
                             call(step, queue, recorded);
                           },
                           [&](const Repeat& repeat) { inside(repeat.steps, repeat.count, false); },
                           [&](const Until& until) {
                             around([&] { run_checked(until, queue, recorded); });
                           }});
}

// Nothing that is queued later starts before it.
void Timeline::wait() { state_.host = std::max(state_.host, state_.end); }

// The host waits for every check.
void Timeline::run_checked(const Until& until, const std::string& queue, bool recorded) {
  const auto [rounds, checks] = checked_rounds(until);
  const double between = static_cast<double>(rounds) / static_cast<double>(checks);
  in_turn(static_cast<double>(checks), [&] {
    run_all(until.steps, queue, between, recorded);
    wait();
  });
}

void Timeline::run_all(const std::vector<Step>& steps, const std::string& queue, double rounds,
                       bool recorded) {
  in_turn(rounds, [&] {
    for (const Step& step : steps) run(step, queue, recorded);
  });
}

// Copies that share take some rounds until one is as long as the next.
template <class Round>
void Timeline::in_turn(double rounds, const Round& one_round) {
  const double scheduled = depth_ == 0 && calls_.both_ways_gain < 2 ? 8 : 2;
  const double begun = scheduled / 2;
  double before = state_.end;
  double work_before = state_.work;
  double shared_before = state_.copies.shared();
  ++depth_;
  const double run = std::min(std::ceil(rounds), scheduled);
  for (double round = 0; round < run; round += 1) {
    if (round <= begun) {
      before = state_.end;
      work_before = state_.work;
      shared_before = state_.copies.shared();
    }
    one_round();
  }
  --depth_;
  if (rounds == run) return;
  // Of a part of a round, as between checks in the mean, less than the last one.
  const double further = (rounds - run) / (run - std::min(run - 1, begun));
  state_.shift(further * (state_.end - before), further * (state_.work - work_before),
               further * (state_.copies.shared() - shared_before));
}

}  // namespace plumb
