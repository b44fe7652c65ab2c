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
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include "bench/compared.h"
#include "bench/run_bench.h"
#include "bench/workload_on_device.h"
#include "plumb/base/statistics.h"
#include "plumb/device/open.h"
#include "plumb/device/traits.h"
#include "plumb/study/sweep.h"
#include "plumb/workloads/livermore/livermore.h"
#include "plumb/workloads/livermore/reference/reference.h"
#include "plumb/workloads/livermore/rows.h"
#include "plumb/workloads/workload.h"

namespace plumb::bench {
namespace {

struct BenchOptions : Options {
  BenchOptions() : Options{.rounds = 7} {}
  std::uint64_t points = 1U << 20U;
  std::string kernels;
};

// PoCL pins its n-th thread to the n-th core, which only works where all cores are ours.
void spread_pocl_threads() {
  cpu_set_t ours;
  if (::sched_getaffinity(0, sizeof ours, &ours) != 0) return;
  if (CPU_COUNT(&ours) == ::sysconf(_SC_NPROCESSORS_CONF)) ::setenv("POCL_AFFINITY", "1", 0);
}

struct Outcome {
  double ratio = 0;
  bool right = true;
};

// One row of the table.
Outcome compare(device::Device& device, const BenchOptions& bench, unsigned kernel, Table& table) {
  const std::uint64_t span = livermore::span_of_points(kernel, bench.points);
  const bool hard = livermore::kernel_row(kernel).sweeps;
  const Workload& workload = workload_named("livermore");
  const Settings settings = settings_for(workload, device::traits_of(device.info()),
                                         {{"kernel", std::to_string(kernel)},
                                          {"span", std::to_string(span)},
                                          {"data", hard ? "hard" : "random"}});
  ReferenceStore store;
  WorkloadOnDevice on_device(device, workload, settings, store);
  const auto run = [&] { on_device.run_steps(); };
  auto arrays = livermore::arrays_before(settings);
  Compared times;
  for (std::uint64_t round = 0; round < bench.rounds + 1; ++round) {
    livermore::run_reference(arrays);
    const double native = seconds([&] { livermore::run_reference(arrays); });
    run();
    const double of_device = seconds(run);
    if (round > 0) times.add(native, of_device);  // the first is warm-up
  }
  const Summary ratio = ratio_of(times.native, times.device);
  std::vector<Cell> row{kernel, livermore::kernel_row(kernel).name, span,
                        significant(median(times.native) * 1e3, 4),
                        significant(median(times.device) * 1e3, 4)};
  add_ratio(row, ratio, 2);
  row.emplace_back(on_device.verdict());
  table.rows.push_back(std::move(row));
  return {ratio.median, on_device.is_right()};
}

int run(Arguments arguments) {
  spread_pocl_threads();
  BenchOptions bench;
  OptionLine line(bench);
  line.count("--points", bench.points);
  line.text("--kernel", bench.kernels);
  line.parse(arguments);
  const auto device = device::open_device(bench.device);
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
    const Outcome outcome = compare(*device, bench, kernel, table);
    good = good && outcome.right;
    logarithms += std::log(outcome.ratio);
  }
  table.notes.push_back(fmt::format(
      "geometric mean of the ratios {:.3f}; {} points, f64, {} interleaved rounds",
      std::exp(logarithms / static_cast<double>(kernels.size())), bench.points, bench.rounds));
  show_and_keep(table, *device, bench);
  return good ? 0 : 1;
}

}  // namespace

const Bench this_bench{"livermore_bench", run};

}  // namespace plumb::bench
