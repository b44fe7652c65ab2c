// plumb/run/time_steps.cpp - marks around the steps, the host's clock around the whole.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/run/time_steps.h"

#include <chrono>

namespace plumb {
namespace {

using Clock = std::chrono::steady_clock;

// Marks cost time: on CUDA the first one holds the queue back for 30 us. An execution so long is
// not touched by that; a shorter one is repeated without marks for its host time.
constexpr Seconds long_execution{0.01};

Seconds whole_without_marks(LoadedProgram& loaded, const CacheFlushes* flushes) {
  prepare_execution(loaded, flushes);
  const Clock::time_point start = Clock::now();
  loaded.execute_all();
  loaded.wait();
  return Clock::now() - start;
}

// On one queue the end of a step is the beginning of the next: a mark between two.
Seconds time_on_one_queue(LoadedProgram& loaded, Times& times) {
  device::Queue& queue = loaded.queue();
  const std::size_t count = loaded.program().steps.size();
  std::vector<std::unique_ptr<device::Mark>> marks(count + 1);
  const Clock::time_point start = Clock::now();
  marks[0] = queue.mark();
  for (std::size_t i = 0; i < count; ++i) {
    loaded.execute(i);
    marks[i + 1] = queue.mark();
  }
  queue.wait();
  const Seconds whole = Clock::now() - start;
  for (std::size_t i = 0; i < count; ++i)
    times.steps[i].push_back(queue.elapsed(*marks[i], *marks[i + 1]).count());
  times.whole.push_back(whole.count());
  return queue.elapsed(*marks.front(), *marks.back());
}

// Steps overlap and wait for each other: each has its own two marks.
Seconds time_on_several_queues(LoadedProgram& loaded, Times& times) {
  const std::size_t count = loaded.program().steps.size();
  std::vector<StepTimes> steps(count);
  const Clock::time_point start = Clock::now();
  for (std::size_t i = 0; i < count; ++i) loaded.execute(i, &steps[i]);
  loaded.wait();
  const Seconds whole = Clock::now() - start;
  for (std::size_t i = 0; i < count; ++i) {
    const Seconds time = steps[i].by_host
                             ? *steps[i].by_host
                             : loaded.queue_of_step(i).elapsed(*steps[i].from, *steps[i].to);
    times.steps[i].push_back(time.count());
  }
  times.whole.push_back(whole.count());
  return whole;
}

void add_rounds(const LoadedProgram& loaded, Times& times) {
  for (std::size_t i = 0; i < times.rounds.size(); ++i) {
    const std::vector<LoopCount> loops = loaded.loops(i);
    times.rounds[i].resize(loops.size());
    for (std::size_t j = 0; j < loops.size(); ++j)
      times.rounds[i][j].push_back(static_cast<double>(loops[j].rounds));
  }
}

}  // namespace

CacheFlushes::CacheFlushes(const Devices& devices) {
  for (device::Device* device : devices) flushes_.push_back(std::make_unique<CacheFlush>(*device));
}

void CacheFlushes::flush(const LoadedProgram& loaded) const {
  for (std::size_t i = 0; i < flushes_.size(); ++i) {
    if (!loaded.has_queue_on(i)) continue;
    device::Queue& queue = loaded.queue_on(i);
    flushes_[i]->flush(queue);
    queue.wait();
  }
}

void prepare_execution(LoadedProgram& loaded, const CacheFlushes* flushes) {
  if (loaded.needs_fill_before_repetition()) loaded.fill();
  loaded.restore();
  if (flushes != nullptr) flushes->flush(loaded);
}

Seconds time_once(LoadedProgram& loaded, const CacheFlushes* flushes, Times& times) {
  prepare_execution(loaded, flushes);
  const Seconds time = loaded.queue_count() == 1 ? time_on_one_queue(loaded, times)
                                                 : time_on_several_queues(loaded, times);
  add_rounds(loaded, times);
  if (Seconds{times.whole.back()} < long_execution)
    times.whole.back() = whole_without_marks(loaded, flushes).count();
  return time;
}

}  // namespace plumb
