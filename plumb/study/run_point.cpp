// plumb/study/run_point.cpp - running one point with all that its workload says about it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/run_point.h"

#include <chrono>
#include <limits>

#include <fmt/format.h>

#include "plumb/base/statistics.h"
#include "plumb/device/traits.h"
#include "plumb/records/verdict.h"
#include "plumb/study/measure_options.h"

namespace plumb::study {
namespace {

using Clock = std::chrono::steady_clock;

void require_doubles(const device::Device& device, const Settings& settings) {
  const std::string* precision = text_named(settings.values(), "precision");
  if (precision == nullptr || *precision != "f64" || device::traits_of(device.info()).doubles)
    return;
  throw Error(ErrorKind::unavailable,
              fmt::format("'{}' computes in single precision only; take --precision f32",
                          device.info().name));
}

Settings fastest_form(device::Device& device, const PlannedPoint& planned,
                      const RunOptions& options) {
  if (planned.forms.size() == 1 || !options.timed) return planned.forms.front();
  constexpr std::uint64_t samples = 5;
  const RunOptions quick = lap_options(options, samples);
  const Settings* best = &planned.forms.front();
  double least = std::numeric_limits<double>::infinity();
  for (const Settings& form : planned.forms) {
    const Lap lap = lap_of(device, *planned.workload, form, quick);
    if (!lap.refused.empty() || median(lap.times) >= least) continue;
    least = median(lap.times);
    best = &form;
  }
  return *best;
}

// What is wrong after a shorter run of the same settings; empty if nothing is.
std::string early_complaint(device::Device& device, const Workload& workload,
                            const Settings& settings, const RunOptions& options,
                            ReferenceStore& store) {
  if (workload.early_check == nullptr) return {};
  const std::optional<EarlyCheck> early = workload.early_check(settings);
  if (!early) return {};
  const Program program = workload.program(early->settings);
  const std::string complaint =
      complaint_of_run(devices_for(program, device, options), program,
                       workload.reference(early->settings, store), options.interrupted);
  return complaint.empty() ? "" : fmt::format("{}: {}", early->when, complaint);
}

// Repetitions without reset, short loops in hundreds: what they leave in the arrays is of no use
// but for the next repetition.
Quantity time_on_host(const std::function<void()>& loop) {
  constexpr Seconds enough{0.5};
  constexpr std::size_t most_samples = 5;
  constexpr Seconds short_loop{20e-6};
  const auto timed = [&](int repetitions) {
    const auto start = Clock::now();
    for (int i = 0; i < repetitions; ++i) loop();
    return Seconds(Clock::now() - start) / repetitions;
  };
  const int repetitions = timed(1) < short_loop ? 100 : 1;
  std::vector<double> samples;
  const auto begin = Clock::now();
  do {
    samples.push_back(timed(repetitions).count());
  } while (samples.size() < most_samples && Seconds(Clock::now() - begin) < enough);
  return quantity_of(samples, "s");
}

// Where both cores are compared, both times stand in the table.
void time_host(const Workload& workload, const Settings& settings, Point& point) {
  point.host = time_on_host(workload.host_loop(settings));
  if (workload.scalar_host_loop == nullptr) return;
  const auto add = [&](const char* name, const Quantity& time) {
    point.readings.push_back({.name = name, .unit = "ms", .values = {time.value * 1e3}});
  };
  add("host core, SIMD", *point.host);
  add("host core, scalar", time_on_host(workload.scalar_host_loop(settings)));
}

Point wrong_point(const Program& program, std::string complaint) {
  Point point;
  point.workload = program.name;
  point.settings = program.settings;
  point.credit = program.credit;
  point.status = Status::wrong;
  point.verification = {.checked = true, .complaint = complaint};
  point.reason = std::move(complaint);
  return point;
}

Point run_settings(device::Device& device, const Workload& workload, const Settings& settings,
                   const RunOptions& options, ReferenceStore& store) {
  const Program program = workload.program(settings);
  require_doubles(device, settings);
  if (options.verify) {
    std::string complaint = early_complaint(device, workload, settings, options, store);
    if (!complaint.empty()) return wrong_point(program, std::move(complaint));
  }
  RunOptions examining = options;
  if (workload.examine != nullptr) {
    examining.examine = [&](const Reader& reader, Point& point) {
      workload.examine(settings, reader, point);
    };
  }
  return run_program(device, program, workload.reference(settings, store), examining);
}

}  // namespace

bool is_refusal(const std::exception& error) {
  const ErrorKind kind = kind_of(error);
  return kind == ErrorKind::input || kind == ErrorKind::unavailable;
}

Lap lap_of(device::Device& device, const Workload& workload, const Settings& settings,
           const RunOptions& options) {
  Lap lap;
  try {
    const Point point = run_program(device, workload.program(settings), {}, options);
    if (point.interrupted) throw Error(ErrorKind::interrupted, "interrupted");
    lap.times = credited_work(point).samples;
  } catch (const Error& error) {
    if (!is_refusal(error)) throw;
    lap.refused = explain(error);
  }
  return lap;
}

Point run_point(device::Device& device, const PlannedPoint& planned, const RunOptions& options,
                ReferenceStore& store, bool times_host) {
  if (planned.workload == nullptr) return run_program(device, planned.file_program(), {}, options);
  const Settings settings = fastest_form(device, planned, options);
  Point point = run_settings(device, *planned.workload, settings, options, store);
  add_labels(planned, settings, point);
  if (times_host && planned.workload->host_loop != nullptr && has_times(point))
    time_host(*planned.workload, settings, point);
  return point;
}

}  // namespace plumb::study
