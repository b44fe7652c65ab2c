// plumb/run/run_program.cpp - verify once, then time every step until the numbers settle.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/run/run_program.h"

#include <chrono>
#include <optional>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/base/statistics.h"
#include "plumb/device/open.h"
#include "plumb/measure/cache_flush.h"
#include "plumb/run/loaded_program.h"
#include "plumb/run/read_back.h"
#include "plumb/run/verify.h"

namespace plumb {
namespace {

using Clock = std::chrono::steady_clock;

// The samples of one point: device times per step, host time of the whole.
struct Times {
  std::vector<std::vector<double>> steps;
  std::vector<double> whole;
};

// Waits after every step, so that one that fails on the device is named.
void execute_once(LoadedProgram& loaded, device::Queue& queue) {
  for (std::size_t i = 0; i < loaded.program().steps.size(); ++i) {
    loaded.execute(queue, i);
    try {
      queue.wait();
    } catch (...) {
      rethrow_during(fmt::format("step '{}'", loaded.program().steps[i].name));
    }
  }
}

// What comes before an execution and is not timed.
void get_ready(LoadedProgram& loaded, device::Queue& queue, const CacheFlush* flush) {
  if (loaded.needs_fill_before_repetition()) loaded.fill(queue);
  if (flush == nullptr) return;
  flush->flush(queue);
  queue.wait();
}

// Marks cost time: on CUDA the first one holds the queue back for 30 us. An execution so long is
// not touched by that; a shorter one is repeated without marks for its host time.
constexpr Seconds long_execution{0.01};

Seconds whole_without_marks(LoadedProgram& loaded, device::Queue& queue, const CacheFlush* flush) {
  get_ready(loaded, queue, flush);
  const Clock::time_point start = Clock::now();
  for (std::size_t i = 0; i < loaded.program().steps.size(); ++i) loaded.execute(queue, i);
  queue.wait();
  return Clock::now() - start;
}

// One timed execution. Returns the device time from the first mark to the last.
Seconds time_once(LoadedProgram& loaded, device::Queue& queue, const CacheFlush* flush,
                  Times& times) {
  get_ready(loaded, queue, flush);
  const std::size_t count = loaded.program().steps.size();
  std::vector<std::unique_ptr<device::Mark>> marks(count + 1);
  const Clock::time_point start = Clock::now();
  marks[0] = queue.mark();
  for (std::size_t i = 0; i < count; ++i) {
    loaded.execute(queue, i);
    marks[i + 1] = queue.mark();
  }
  queue.wait();
  Seconds whole = Clock::now() - start;
  for (std::size_t i = 0; i < count; ++i) {
    times.steps[i].push_back(queue.elapsed(*marks[i], *marks[i + 1]).count());
  }
  if (whole < long_execution) whole = whole_without_marks(loaded, queue, flush);
  times.whole.push_back(whole.count());
  return queue.elapsed(*marks.front(), *marks.back());
}

void forget_warm_up(Times& times, std::size_t kept) {
  const auto last = [&](std::vector<double>& samples) {
    samples.erase(samples.begin(), samples.end() - static_cast<std::ptrdiff_t>(kept));
  };
  last(times.whole);
  for (auto& samples : times.steps) last(samples);
}

StepResult step_result(const Step& step, const Demand& demand, const std::vector<double>& samples) {
  const auto far = outliers(samples);
  return {.name = step.name,
          .bytes = demand.bytes,
          .flops = demand.flops,
          .launches = demand.launches,
          .time = quantity_of(samples, "s"),
          .outliers = {far.begin(), far.end()}};
}

[[noreturn]] void interrupt() { throw Error(ErrorKind::interrupted, "interrupted"); }

// Executes from the initial contents, verifies and reads back; false when a result is wrong and
// timing it makes no sense.
bool verified(LoadedProgram& loaded, device::Queue& queue, const Reference& reference,
              const RunOptions& options, Point& point) {
  const bool verifies = options.verify && !loaded.program().verification.empty();
  options.progress("verifying");
  loaded.fill(queue);
  if (!verifies && loaded.program().readings.empty() && !options.examine) return true;
  execute_once(loaded, queue);
  if (verifies) point.verification = verify(loaded, queue, reference);
  if (!point.verification.complaint.empty()) {
    point.status = Status::wrong;
    point.reason = point.verification.complaint;
    return false;
  }
  point.readings = readings_of(loaded, queue, verifies ? reference : Reference());
  if (options.examine) options.examine(reader_of(loaded, queue), point);
  return true;
}

DeviceState state_record(device::State state) {
  return {.clock = state.clock,
          .memory_clock = state.memory_clock,
          .power_watts = state.power_watts,
          .temperature_celsius = state.temperature_celsius,
          .slowed_by = std::move(state.slowed_by)};
}

// An idle device says nothing about clocks under load, so it is asked while the program runs once
// more: again and again until the question, which takes a millisecond, falls into it.
void note_state(device::Device& device, LoadedProgram& loaded, device::Queue& queue, Point& point) {
  if (!device.state()) return;  // the first question also opens the monitor
  constexpr double enough = 0.02;
  constexpr int most = 1000;
  double queued = 0;
  for (int i = 0; i < most && queued < enough && !loaded.needs_fill_before_repetition(); ++i) {
    for (std::size_t step = 0; step < loaded.program().steps.size(); ++step)
      loaded.execute(queue, step);
    queued += point.whole.value;
  }
  auto state = device.state();
  queue.wait();
  if (!state) return;
  point.device_state = state_record(*std::move(state));
  if (point.device_state->slowed_by.empty()) return;
  point.warnings.push_back(fmt::format("the device was held back by {}",
                                       fmt::join(point.device_state->slowed_by, " and ")));
}

void time_point(device::Device& device, LoadedProgram& loaded, device::Queue& queue,
                const CacheFlush* flush, const RunOptions& options, Point& point) {
  const Program& program = loaded.program();
  options.progress("timing");
  Times times{.steps = std::vector<std::vector<double>>(program.steps.size()), .whole = {}};
  const Sampling sampling = sample(
      options.stop, [&] { return time_once(loaded, queue, flush, times); }, options.interrupted);
  if (sampling.reason == StopReason::interrupted) interrupt();
  forget_warm_up(times, sampling.samples.size());
  point.whole = quantity_of(times.whole, "s");
  note_state(device, loaded, queue, point);
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    point.steps.push_back(step_result(program.steps[i], loaded.demand(i), times.steps[i]));
  }
  for (const StepResult& step : point.steps) {
    const double noise = summarize(step.time.samples).noise();
    if (noise <= 2 * options.stop.max_noise) continue;
    point.warnings.push_back(fmt::format("step '{}': noise {:.2g} %", step.name, 100 * noise));
  }
  if (const std::string complaint = complaint_of(sampling, options.stop); !complaint.empty()) {
    point.status = Status::unreliable;
    point.reason = complaint;
  }
}

}  // namespace

Point run_program(device::Device& device, const Program& program, const Reference& reference,
                  const RunOptions& options) {
  Point point;
  point.workload = program.name;
  point.settings = program.settings;
  point.caches = options.caches;
  point.memory = memory_of(program);
  point.warnings = options.notes;
  point.credit = program.credit;
  if (options.interrupted()) interrupt();

  during(fmt::format("'{}' on '{}'", program.name, device.info().name), [&] {
    options.progress("building");
    LoadedProgram loaded(device, program);
    const std::unique_ptr<device::Queue> queue = device.queue();
    if (!verified(loaded, *queue, reference, options, point)) return;
    std::optional<CacheFlush> flush;
    if (options.caches == CacheState::cold) flush.emplace(device);
    time_point(device, loaded, *queue, flush ? &*flush : nullptr, options, point);
  });
  return point;
}

std::string complaint_of_run(device::Device& device, const Program& program,
                             const Reference& reference) {
  LoadedProgram loaded(device, program);
  const std::unique_ptr<device::Queue> queue = device.queue();
  loaded.fill(*queue);
  execute_once(loaded, *queue);
  return verify(loaded, *queue, reference).complaint;
}

}  // namespace plumb
