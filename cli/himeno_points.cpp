// cli/himeno_points.cpp - running one variant of Himeno and reading back its gosa.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/himeno_points.h"

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/run/loaded_program.h"
#include "plumb/workloads/himeno/himeno.h"
#include "plumb/workloads/workload.h"

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

void note_times(const Point& measured, HimenoPoint& point) {
  const StepResult& step = measured.steps.back();
  const auto times = static_cast<double>(point.iterations);
  point.time = Seconds{step.time.value / times};
  for (const double sample : step.time.samples) point.samples.push_back(sample / times);
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
  HimenoPoint point;
  point.variant = settings.text("variant");
  point.size = settings.text("size");
  point.iterations = settings.count("iterations");
  if (settings.text("padding") != "auto") point.padding = settings.count("padding");
  const himeno::Grid grid = himeno::grid_named(point.size);
  const double word = settings.text("precision") == "f64" ? 8 : 4;
  point.flops = himeno::flops_of_iteration(grid);
  point.dynamic_flops = himeno::flops_as_dynamic_version(grid);
  point.bytes = himeno::words_per_point * word * static_cast<double>(grid.inner_points());
  try {
    const Program program = himeno::program(settings);
    Reference reference;
    if (options.verify) {
      const himeno::ReferenceResult& expected = references.of(settings);
      point.gosa_reference = expected.gosa.back();
      reference = himeno::reference_from(settings, expected);
    }
    const Point measured = run_program(device, program, reference, options);
    point.verdict = verdict_of(measured.status, options.verify);
    if (measured.status == Status::wrong) {
      point.reason = measured.reason;
      return point;
    }
    note_times(measured, point);
    point.gosa = last_gosa(device, program, point.iterations);
  } catch (const Error& error) {
    const ErrorKind kind = kind_of(error);
    if (kind != ErrorKind::input && kind != ErrorKind::unavailable) throw;
    point.reason = explain(error);
  }
  return point;
}

double long_copy_rate(device::Device& device, const std::string& precision,
                      const RunOptions& options) {
  const Workload& stream = workload_named("stream");
  const bool cpu = device.info().kind == device::Kind::cpu;
  const std::uint64_t bytes = cpu ? 1ULL << 27U : 1ULL << 30U;
  const std::uint64_t elements = bytes / (precision == "f64" ? 8 : 4);
  const std::vector<std::pair<std::string, std::string>> chosen{
      {"operation", "copy"}, {"precision", precision}, {"elements", std::to_string(elements)}};
  const Settings settings = settings_for(stream, cpu ? Suits::cpu : Suits::gpu, chosen);
  RunOptions unchecked = options;
  unchecked.verify = false;
  const Point copied =
      run_program(device, stream.program(settings), stream.reference(settings), unchecked);
  const StepResult& step = copied.steps.back();
  return static_cast<double>(step.bytes.count) / step.time.value;
}

}  // namespace plumb::cli
