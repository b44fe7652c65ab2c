// cli/himeno_points.cpp - running one variant of Himeno and reading back its gosa.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/himeno_points.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/copy_rate.h"
#include "plumb/run/loaded_program.h"
#include "plumb/run/verify.h"
#include "plumb/workloads/himeno/himeno.h"
#include "plumb/workloads/himeno/plan.h"

namespace plumb::cli {
namespace {

// One execution from the initial values.
void execute_once(LoadedProgram& loaded, device::Queue& queue) {
  loaded.fill(queue);
  for (std::size_t step = 0; step < loaded.program().steps.size(); ++step)
    loaded.execute(queue, step);
  queue.wait();
}

// gosa of the last iteration.
double last_gosa(device::Device& device, const Program& program, const Settings& settings) {
  LoadedProgram loaded(device, program);
  const std::unique_ptr<device::Queue> queue = device.queue();
  execute_once(loaded, *queue);
  double gosa = 0;
  const std::uint64_t slot = (settings.count("iterations") - 1) % himeno::Plan(settings).slots();
  queue->read(std::as_writable_bytes(std::span(&gosa, 1)), loaded.buffer("gosa"), Bytes{8 * slot});
  queue->wait();
  return gosa;
}

// Computed on the host when the device has taken the program and the first value is asked for.
Reference reference_of(const Settings& settings, HimenoReferences& references) {
  return [&](std::string_view buffer, std::uint64_t first, std::span<double> out) {
    himeno::reference_from(settings, references.of(settings))(buffer, first, out);
  };
}

// Random data have not converged after so many: whoever skips an iteration is off by far.
constexpr std::uint64_t early = 20;

// What is wrong with the results of few iterations; empty if nothing is, or if the point itself has
// no more.
std::string early_complaint(device::Device& device, const Settings& settings,
                            HimenoReferences& references) {
  if (settings.count("iterations") <= early) return {};
  auto values = settings.values();
  std::ranges::find(values, "iterations", &std::pair<std::string, std::string>::first)->second =
      std::to_string(early);
  const Settings few(std::move(values));
  const Program program = himeno::program(few);
  LoadedProgram loaded(device, program);
  const std::unique_ptr<device::Queue> queue = device.queue();
  execute_once(loaded, *queue);
  const std::string complaint = verify(loaded, *queue, reference_of(few, references)).complaint;
  return complaint.empty() ? "" : fmt::format("after {} iterations: {}", early, complaint);
}

// A point that was not timed, and why.
void give_up(HimenoPoint& point, const Settings& settings, Status status, std::string reason) {
  point.reason = std::move(reason);
  point.record.workload = "himeno";
  point.record.settings = settings.values();
  point.record.status = status;
  point.record.reason = point.reason;
}

std::string verdict_of(Status status, bool verified) {
  if (status == Status::wrong) return "WRONG";
  return fmt::format("{}{}", verified ? "right" : "unverified",
                     status == Status::unreliable ? ", noisy" : "");
}

// What the workload refuses and what a device lacks are results; everything else is an error.
bool is_refusal(const Error& error) {
  const ErrorKind kind = kind_of(error);
  return kind == ErrorKind::input || kind == ErrorKind::unavailable;
}

HimenoPoint described_point(const Settings& settings) {
  HimenoPoint point;
  point.variant = settings.text("variant");
  point.size = settings.text("size");
  point.precision = settings.text("precision");
  point.iterations = settings.count("iterations");
  if (settings.text("padding") != "auto") point.padding = settings.count("padding");
  const himeno::Grid grid = himeno::grid_named(point.size);
  const double word = point.precision == "f64" ? 8 : 4;
  point.flops = himeno::flops_of_iteration(grid);
  point.dynamic_flops = himeno::flops_as_dynamic_version(grid);
  point.bytes = himeno::words_per_point * word * static_cast<double>(grid.inner_points());
  return point;
}

}  // namespace

const himeno::ReferenceResult& HimenoReferences::of(const Settings& settings) {
  const std::uint64_t iterations = settings.count("iterations");
  const std::uint64_t seed = settings.count("seed");
  const std::tuple key{settings.text("size"), settings.text("coefficients"), seed, iterations};
  const auto found = made_.find(key);
  if (found != made_.end()) return found->second;
  // They are large; variants of one size follow each other.
  std::erase_if(made_, [&](const auto& each) {
    return std::get<0>(each.first) != std::get<0>(key) ||
           std::get<1>(each.first) != std::get<1>(key) || std::get<2>(each.first) != seed;
  });
  const himeno::Grid grid = himeno::grid_named(settings.text("size"));
  return made_[key] = himeno::sweep_reference(grid, settings.text("coefficients") == "random", seed,
                                              iterations);
}

HimenoPoint run_himeno(device::Device& device, const Settings& settings, const RunOptions& options,
                       HimenoReferences& references) {
  HimenoPoint point = described_point(settings);
  try {
    const Program program = himeno::program(settings);
    if (options.verify) {
      const std::string complaint = early_complaint(device, settings, references);
      if (!complaint.empty()) {
        point.verdict = verdict_of(Status::wrong, true);
        give_up(point, settings, Status::wrong, complaint);
        return point;
      }
    }
    point.record = run_program(device, program, reference_of(settings, references), options);
    point.verdict = verdict_of(point.record.status, options.verify);
    if (point.record.status == Status::wrong) {
      point.reason = point.record.reason;
      return point;
    }
    if (options.verify) point.gosa_reference = references.of(settings).gosa.back();
    point.time =
        Seconds{point.record.steps.back().time.value / static_cast<double>(point.iterations)};
    point.gosa = last_gosa(device, program, settings);
  } catch (const Error& error) {
    if (!is_refusal(error)) throw;
    point.refusal = kind_of(error);
    give_up(point, settings, Status::skipped, explain(error));
  }
  return point;
}

RunOptions lap_options(const RunOptions& options, std::uint64_t samples) {
  RunOptions quick = options;
  quick.verify = false;
  quick.stop.min_samples = std::min(options.stop.min_samples, samples);
  quick.stop.max_samples = quick.stop.min_samples;
  quick.stop.min_time = Seconds{0};
  return quick;
}

Lap time_himeno(device::Device& device, const Settings& settings, const RunOptions& options) {
  Lap lap;
  try {
    const Point point = run_program(device, himeno::program(settings), {}, options);
    const auto iterations = static_cast<double>(settings.count("iterations"));
    for (const double sample : point.steps.back().time.samples)
      lap.times.push_back(sample / iterations);
  } catch (const Error& error) {
    if (!is_refusal(error)) throw;
    lap.refused = explain(error);
  }
  return lap;
}

Point run_long_copy(device::Device& device, const std::string& precision,
                    const RunOptions& options) {
  const bool cpu = device.info().kind == device::Kind::cpu;
  const std::uint64_t bytes = cpu ? 1ULL << 27U : 1ULL << 30U;
  return run_copy(device, precision, bytes / (precision == "f64" ? 8 : 4), options);
}

}  // namespace plumb::cli
