// cli/himeno_points.cpp - running one variant of Himeno and reading back its gosa.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/himeno_points.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/copy_rate.h"
#include "plumb/base/error.h"
#include "plumb/run/loaded_program.h"
#include "plumb/workloads/himeno/himeno.h"

namespace plumb::cli {
namespace {

// gosa of the last iteration, from the initial values once more.
double last_gosa(device::Device& device, const Program& program, std::uint64_t iterations) {
  LoadedProgram loaded(device, program);
  const std::unique_ptr<device::Queue> queue = device.queue();
  loaded.fill(*queue);
  for (std::size_t step = 0; step < program.steps.size(); ++step) loaded.execute(*queue, step);
  double gosa = 0;
  const std::uint64_t slot = (iterations - 1) % himeno::gosa_slots;
  queue->read(std::as_writable_bytes(std::span(&gosa, 1)), loaded.buffer("gosa"), Bytes{8 * slot});
  queue->wait();
  return gosa;
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
  made_.clear();  // they are large; variants of one size follow each other
  const himeno::Grid grid = himeno::grid_named(settings.text("size"));
  return made_[key] = himeno::sweep_reference(grid, settings.text("coefficients") == "random", seed,
                                              iterations);
}

HimenoPoint run_himeno(device::Device& device, const Settings& settings, const RunOptions& options,
                       HimenoReferences& references) {
  HimenoPoint point = described_point(settings);
  try {
    const Program program = himeno::program(settings);
    Reference reference;
    if (options.verify) {
      const himeno::ReferenceResult& expected = references.of(settings);
      point.gosa_reference = expected.gosa.back();
      reference = himeno::reference_from(settings, expected);
    }
    point.record = run_program(device, program, reference, options);
    point.verdict = verdict_of(point.record.status, options.verify);
    if (point.record.status == Status::wrong) {
      point.reason = point.record.reason;
      return point;
    }
    point.time =
        Seconds{point.record.steps.back().time.value / static_cast<double>(point.iterations)};
    point.gosa = last_gosa(device, program, point.iterations);
  } catch (const Error& error) {
    if (!is_refusal(error)) throw;
    point.reason = explain(error);
    point.record.workload = "himeno";
    point.record.settings = settings.values();
    point.record.status = Status::skipped;
    point.record.reason = point.reason;
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
