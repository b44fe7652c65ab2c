// bench/livermore_bench.cpp - the 24 kernels on a device against one host core, interleaved.
//
//   livermore_bench [--points N] [--rounds N] [--kernel LIST] [-d DEV] [--format F] [-o FILE]
//
// The rival is the loop of the reference, compiled with -O3, on one core. Arrays have N elements:
// the span is N for one-dimensional kernels, less where an iteration has a row of its own. Each
// round runs the loop twice and the device twice and times the second of each by the host clock,
// waits included: caches are warm, as in the suite, which repeats its loops. The ratio is the
// median over the rounds of host time / device time. PoCL is asked to keep each of its threads on a
// core of its own (POCL_AFFINITY=1, unless the environment says otherwise): Linux else wakes two of
// them on one core, where they stay for a launch of a millisecond. Exit code 1 if a result is
// wrong.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sched.h>
#include <unistd.h>

#include "bench/run_bench.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/base/statistics.h"
#include "plumb/device/open.h"
#include "plumb/device/traits.h"
#include "plumb/run/loaded_program.h"
#include "plumb/run/run_program.h"
#include "plumb/run/verify.h"
#include "plumb/study/sweep.h"
#include "plumb/workloads/livermore/livermore.h"
#include "plumb/workloads/livermore/reference/reference.h"
#include "plumb/workloads/livermore/rows.h"
#include "plumb/workloads/workload.h"

namespace plumb::bench {
namespace {

struct BenchOptions {
  Options options;
  std::uint64_t points = 1U << 20U;
  std::uint64_t rounds = 7;
  std::string kernels;
};

struct Compared {
  std::uint64_t span = 0;
  double native = 0;
  double device = 0;
  Summary ratio;
  bool right = true;
};

Compared compare(device::Device& device, const BenchOptions& bench, unsigned kernel) {
  Compared compared;
  compared.span = livermore::span_of_points(kernel, bench.points);
  const bool hard = livermore::kernel_row(kernel).sweeps;
  const std::vector<std::pair<std::string, std::string>> chosen{
      {"kernel", std::to_string(kernel)},
      {"span", std::to_string(compared.span)},
      {"data", hard ? "hard" : "random"}};
  const DeviceTraits traits = device::traits_of(device.info());
  const Settings settings = settings_for(workload_named("livermore"), traits, chosen);
  const Program program = livermore::program(settings);
  LoadedProgram loaded(device, program);
  const auto queue = device.queue();
  loaded.fill(*queue);
  const auto run = [&] {
    for (std::size_t step = 0; step < program.steps.size(); ++step) loaded.execute(*queue, step);
    queue->wait();
  };
  run();
  ReferenceStore store;
  compared.right = verify(loaded, *queue, livermore::reference(settings, store)).complaint.empty();
  auto arrays = livermore::initial_arrays<double>(
      kernel, compared.span, hard ? livermore::DataSet::hard : livermore::DataSet::random);
  std::vector<double> native;
  std::vector<double> on_device;
  std::vector<double> ratios;
  for (std::uint64_t round = 0; round < bench.rounds + 1; ++round) {
    livermore::run_reference(arrays);
    const double native_time = seconds([&] { livermore::run_reference(arrays); });
    run();
    const double device_time = seconds(run);
    if (round == 0) continue;  // warm-up
    native.push_back(native_time);
    on_device.push_back(device_time);
    ratios.push_back(native_time / device_time);
  }
  compared.native = median(native);
  compared.device = median(on_device);
  compared.ratio = summarize(ratios);
  return compared;
}

int run(Arguments arguments) {
  BenchOptions bench;
  OptionLine line("livermore_bench", bench.options);
  line.count("--points", bench.points);
  line.count("--rounds", bench.rounds);
  line.text("--kernel", bench.kernels);
  line.parse(arguments);
  const auto device = device::open_device(bench.options.device);
  Table table{.title = fmt::format("livermore on {} against one host core", device->info().name),
              .columns = {{"kernel"},
                          {"name"},
                          {"span"},
                          {"host core", "ms"},
                          {"device", "ms"},
                          {"ratio"},
                          {"low"},
                          {"high"},
                          {"result"}}};
  std::vector<std::string> kernels = study::split(bench.kernels, ',');
  if (bench.kernels.empty()) {
    kernels.clear();
    for (const livermore::KernelRow* row : livermore::kernel_rows())
      kernels.push_back(std::to_string(row->number));
  }
  bool good = true;
  double logarithms = 0;
  for (const std::string& text : kernels) {
    const auto kernel = static_cast<unsigned>(std::stoul(text));
    const Compared compared = compare(*device, bench, kernel);
    good = good && compared.right;
    logarithms += std::log(compared.ratio.median);
    table.rows.push_back(
        {kernel, livermore::kernel_row(kernel).name, compared.span,
         significant(compared.native * 1e3, 4), significant(compared.device * 1e3, 4),
         fixed(compared.ratio.median, 2), fixed(compared.ratio.interval.low, 2),
         fixed(compared.ratio.interval.high, 2), compared.right ? "right" : "WRONG"});
  }
  table.notes.push_back(fmt::format(
      "geometric mean of the ratios {:.3f}; {} points, f64, {} interleaved rounds",
      std::exp(logarithms / static_cast<double>(kernels.size())), bench.points, bench.rounds));
  show_and_keep(table, *device, bench.options);
  return good ? 0 : 1;
}

// PoCL pins its n-th thread to the n-th core, which only works where all cores are ours.
void spread_pocl_threads() {
  cpu_set_t ours;
  if (::sched_getaffinity(0, sizeof ours, &ours) != 0) return;
  if (CPU_COUNT(&ours) == ::sysconf(_SC_NPROCESSORS_CONF)) ::setenv("POCL_AFFINITY", "1", 0);
}

}  // namespace
}  // namespace plumb::bench

int main(int argc, char** argv) {
  plumb::bench::spread_pocl_threads();
  return plumb::bench::run_bench("livermore_bench", argc, argv, plumb::bench::run);
}
