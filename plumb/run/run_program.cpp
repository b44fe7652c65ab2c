// plumb/run/run_program.cpp - verify once, then time every step until the numbers settle.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/run/run_program.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/base/statistics.h"
#include "plumb/device/open.h"
#include "plumb/records/walk.h"
#include "plumb/run/loaded_program.h"
#include "plumb/run/read_back.h"
#include "plumb/run/time_steps.h"
#include "plumb/run/verify.h"

namespace plumb {
namespace {

// Waits after every step, so that one that fails on the device is named.
void execute_step_by_step(LoadedProgram& loaded) {
  loaded.restore();
  for (std::size_t i = 0; i < loaded.program().steps.size(); ++i) {
    loaded.execute(i);
    try {
      loaded.wait();
    } catch (...) {
      rethrow_during(fmt::format("step '{}'", loaded.program().steps[i].name));
    }
  }
}

// From the initial contents, as it will be timed: steps of several queues at once, after a first
// execution that names what fails. Then what its check makes of the results.
void execute_once(LoadedProgram& loaded) {
  loaded.fill();
  execute_step_by_step(loaded);
  if (loaded.queue_count() > 1) {
    loaded.fill();
    loaded.restore();
    loaded.execute_all();
    loaded.wait();
  }
  loaded.execute_check();
}

void forget_warm_up(Times& times, std::size_t kept) {
  const auto last = [&](std::vector<double>& samples) {
    samples.erase(samples.begin(), samples.end() - static_cast<std::ptrdiff_t>(kept));
  };
  last(times.whole);
  for (auto& samples : times.steps) last(samples);
  for (auto& loops : times.rounds)
    for (auto& samples : loops) last(samples);
}

StepResult step_result(const LoadedProgram& loaded, std::size_t step, const Times& times) {
  const Demand demand = loaded.demand(step);
  const auto far = outliers(times.steps[step]);
  StepResult result{.name = loaded.program().steps[step].name,
                    .bytes = demand.bytes,
                    .flops = demand.flops,
                    .launches = demand.launches,
                    .time = quantity_of(times.steps[step], "s"),
                    .outliers = {far.begin(), far.end()},
                    .moved = demand.moved};
  const std::vector<LoopCount> loops = loaded.loops(step);
  for (std::size_t i = 0; i < loops.size(); ++i) {
    result.loops.push_back({.name = loops[i].name,
                            .entered = loops[i].entered,
                            .rounds = quantity_of(times.rounds[step][i], "1")});
  }
  return result;
}

[[noreturn]] void interrupt() { throw Error(ErrorKind::interrupted, "interrupted"); }

// What a loop until a condition has reached is kept.
void keep_interrupted(const Error& error, const LoadedProgram& loaded, Point& point) {
  if (kind_of(error) != ErrorKind::interrupted || !loaded.has_loops()) throw;
  point.interrupted = true;
  point.status = Status::error;
  point.reason = "interrupted";
  point.verification = {};
}

// What it says is right or wrong only at the end: verdicts of a part are left out.
void examine_part(LoadedProgram& loaded, const RunOptions& options, Point& point) {
  loaded.wait();
  Point part;
  part.interrupted = point.interrupted;
  part.readings = readings_of(loaded, Reference());
  if (options.examine) options.examine(reader_of(loaded), part);
  point.readings = std::move(part.readings);
  point.labels = std::move(part.labels);
  std::ranges::move(part.warnings, std::back_inserter(point.warnings));
}

// Loops that a deadline ends make another number of rounds in every execution.
bool has_deadline(const Program& program) {
  bool found = false;
  walk(program.steps, Cases{[&](const Until& until, const StepContext&) {
                              found = found || until.deadline > Seconds{0};
                            },
                            PassOver<Transfer, Launch, Wait, Batch, Repeat, Exchange>{}});
  return found;
}

// The last execution alone, with its own time as `whole`: what it reached and how long it took
// belong together.
void examine_last(LoadedProgram& loaded, const RunOptions& options, double seconds, Point& point) {
  Point last;
  last.verification = point.verification;
  last.whole = quantity_of(std::vector{seconds}, "s");
  last.readings = readings_of(loaded, Reference());
  options.examine(reader_of(loaded), last);
  point.readings = std::move(last.readings);
  point.labels = std::move(last.labels);
  point.credit = last.credit;
  point.warnings = options.notes;
  std::ranges::move(last.warnings, std::back_inserter(point.warnings));
  if (last.status == Status::ok) return;
  point.status = last.status;
  point.reason = std::move(last.reason);
  point.verification = std::move(last.verification);
}

// Executes from the initial contents, verifies and reads back; false when a result is wrong and
// timing it makes no sense.
bool verified(LoadedProgram& loaded, const Reference& reference, const RunOptions& options,
              Point& point) {
  const bool verifies = options.verify && !loaded.program().verification.empty();
  options.progress("verifying");
  if (!verifies && loaded.program().readings.empty() && !options.examine && options.timed) {
    loaded.fill();
    return true;
  }
  try {
    execute_once(loaded);
  } catch (const Error& error) {
    if (!loaded.is_filled()) throw;
    keep_interrupted(error, loaded, point);
    examine_part(loaded, options, point);
    return false;
  }
  // What the host computes next may take longer than the execution did.
  if (options.interrupted() && !loaded.has_loops()) interrupt();
  if (verifies) point.verification = verify(loaded, reference, options.interrupted);
  if (!point.verification.complaint.empty()) {
    point.status = Status::wrong;
    point.reason = point.verification.complaint;
    return false;
  }
  point.readings = readings_of(loaded, verifies ? reference : Reference());
  if (options.examine) options.examine(reader_of(loaded), point);
  if (!options.verify) point.verification.checked = false;
  return point.status == Status::ok;
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
void note_state(device::Device& device, LoadedProgram& loaded, Point& point) {
  if (!device.state()) return;  // the first question also opens the monitor
  constexpr double enough = 0.02;
  constexpr int most = 1000;
  double queued = 0;
  for (int i = 0; i < most && queued < enough && !loaded.needs_fill_before_repetition(); ++i) {
    if (loaded.queue_count() > 1) loaded.wait();  // executions follow each other
    loaded.restore();
    loaded.execute_all();
    queued += point.whole.value;
  }
  auto state = device.state();
  loaded.wait();
  if (!state) return;
  point.device_state = state_record(*std::move(state));
  if (point.device_state->slowed_by.empty()) return;
  point.warnings.push_back(fmt::format("the device was held back by {}",
                                       fmt::join(point.device_state->slowed_by, " and ")));
}

// The largest noise of the rows that the point will have, over the last `kept` samples.
double noise_of_rows(const Times& times, std::size_t kept, const RunOptions& options,
                     const std::optional<Credit>& credit) {
  const auto noise = [&](std::span<const double> samples) {
    return noise_of(quantity_of(samples.last(kept), "s"));
  };
  if (options.rows == PointRows::credited_work) {
    std::vector<double> sums(times.whole.size());
    for (std::size_t i = first_credited(credit, times.steps.size()); i < times.steps.size(); ++i)
      std::ranges::transform(sums, times.steps[i], sums.begin(), std::plus());
    return noise(sums);
  }
  double largest = noise(times.whole);
  for (const auto& samples : times.steps) largest = std::max(largest, noise(samples));
  return largest;
}

void time_point(const Devices& devices, LoadedProgram& loaded, const RunOptions& options,
                Point& point) {
  std::optional<CacheFlushes> flushes;
  if (options.caches == CacheState::cold) flushes.emplace(devices);
  const Program& program = loaded.program();
  options.progress("timing");
  Times times(program.steps.size());
  const Sampling sampling = sample(
      options.stop, [&] { return time_once(loaded, flushes ? &*flushes : nullptr, times); },
      options.interrupted,
      [&](std::size_t samples) { return noise_of_rows(times, samples, options, program.credit); });
  if (sampling.reason == StopReason::interrupted) interrupt();
  if (options.examine && has_deadline(program))
    examine_last(loaded, options, times.whole.back(), point);
  if (point.status == Status::wrong) return;
  forget_warm_up(times, sampling.samples.size());
  point.max_noise = options.stop.max_noise;
  point.cut_short = sampling.cut_short;
  point.whole = quantity_of(times.whole, "s");
  note_state(*devices.front(), loaded, point);
  for (std::size_t i = 0; i < program.steps.size(); ++i)
    point.steps.push_back(step_result(loaded, i, times));
  point.reason = doubt_of(point, options.rows);
  if (!point.reason.empty()) point.status = Status::unreliable;
}

}  // namespace

Devices devices_for(const Program& program, device::Device& device, const RunOptions& options) {
  Devices devices{&device};
  devices.insert(devices.end(), options.further_devices.begin(), options.further_devices.end());
  devices.resize(std::min(devices.size(), devices_of(program)));
  return devices;
}

Point run_program(device::Device& device, const Program& program, const Reference& reference,
                  const RunOptions& options) {
  const Devices devices = devices_for(program, device, options);
  Point point;
  point.workload = program.name;
  point.settings = program.settings;
  point.caches = options.caches;
  point.memory = memory_of(program);
  point.warnings = options.notes;
  point.credit = program.credit;
  if (options.interrupted()) interrupt();

  std::vector<std::string> names;
  for (const device::Device* each : devices) names.push_back(each->info().name);
  during(fmt::format("'{}' on '{}'", program.name, fmt::join(names, "' and '")), [&] {
    options.progress("building");
    LoadedProgram loaded(
        devices, program,
        {.assemble = {}, .exchanger = options.exchanger, .interrupted = options.interrupted});
    point.compilers = loaded.compilers();
    if (!verified(loaded, reference, options, point) || !options.timed) return;
    try {
      time_point(devices, loaded, options, point);
    } catch (const Error& error) {
      keep_interrupted(error, loaded, point);
    }
  });
  return point;
}

std::string complaint_of_run(const Devices& devices, const Program& program,
                             const Reference& reference, const std::function<bool()>& interrupted) {
  LoadedProgram loaded(devices, program,
                       {.assemble = {}, .exchanger = nullptr, .interrupted = interrupted});
  execute_once(loaded);
  return verify(loaded, reference, interrupted).complaint;
}

}  // namespace plumb
