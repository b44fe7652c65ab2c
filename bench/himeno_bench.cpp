// bench/himeno_bench.cpp - Himeno on a device against native OpenMP loops, interleaved.
//
//   himeno_bench [--size LIST] [--variant LIST] [--rounds N] [--iterations N] [-d DEV] [-o FILE]
//
// Rivals, on all cores with -O3 for this processor: the same loops with the padding and skew of
// variant 'plane' and swapped pressures; the layout of the official static source (129 x 129 x 257
// for M) with swapped pressures; the same with the copy loop of the rules. Each round times every
// contestant by the host clock, one after the other; a ratio is the median over the rounds of the
// rival's time / the device's, with its 95 % interval. Single precision, random data, gosa in every
// iteration. Exit code 1 if a result is wrong, of the device or of a rival.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "bench/compared.h"
#include "bench/native_himeno.h"
#include "bench/run_bench.h"
#include "bench/workload_on_device.h"
#include "plumb/base/statistics.h"
#include "plumb/device/open.h"
#include "plumb/device/traits.h"
#include "plumb/records/verdict.h"
#include "plumb/study/copy_roof.h"
#include "plumb/study/sweep.h"
#include "plumb/workloads/himeno/himeno.h"
#include "plumb/workloads/himeno/plan.h"
#include "plumb/workloads/himeno/reference.h"
#include "plumb/workloads/workload.h"

namespace plumb::bench {
namespace {

struct BenchOptions : Options {
  BenchOptions() : Options{.rounds = 9} {}
  std::string sizes = "S,M,L";
  std::string variants;
  std::uint64_t iterations = 16;
};

struct Contestant {
  std::string name;
  std::function<void()> run;
  std::vector<double> times = {};
};

// One variant on the device: loaded, verified, ready to be timed.
bool is_right(NativeHimeno native, double (NativeHimeno::*sweep)(), const himeno::Grid& grid,
              const himeno::ReferenceResult& expected) {
  double gosa = 0;
  for (std::size_t n = 0; n < expected.gosa.size(); ++n) gosa = (native.*sweep)();
  const std::vector<Check> checks = himeno::checks_of(grid, Scalar::f32, true, "p");
  const auto differs = [](const Check& check, double found, double wanted) {
    return std::fabs(found - wanted) > check.absolute + check.relative * std::fabs(wanted);
  };
  if (differs(checks.back(), gosa, expected.gosa.back())) return false;
  for (std::uint64_t point = 0; point < grid.points(); ++point) {
    const std::uint64_t row = point / grid.columns;
    const float found = native.pressure(row / grid.rows, row % grid.rows, point % grid.columns);
    if (differs(checks.front(), static_cast<double>(found), expected.pressure[point])) return false;
  }
  return true;
}

bool rivals_are_right(const himeno::Grid& grid, const himeno::Layout& same_padding,
                      const himeno::ReferenceResult& expected) {
  return is_right({grid, same_padding, 1}, &NativeHimeno::sweep, grid, expected) &&
         is_right({grid, official_layout(grid), 1}, &NativeHimeno::sweep, grid, expected) &&
         is_right({grid, official_layout(grid), 1}, &NativeHimeno::sweep_and_copy, grid, expected);
}

void add_rows(Table& table, const std::string& size, const BenchOptions& bench,
              std::vector<Contestant>& all, std::size_t rivals,
              const std::vector<std::string>& verdicts) {
  const double flops =
      himeno::flops_of_iteration(himeno::grid_named(size)) * static_cast<double>(bench.iterations);
  for (std::size_t n = 0; n < all.size(); ++n) {
    const double time = median(all[n].times);
    std::vector<Cell> row{size, all[n].name, significant(flops / time * 1e-9, 4)};
    for (std::size_t rival = 0; rival < rivals; ++rival) {
      add_ratio(row, ratio_of(all[rival].times, all[n].times), 3);
    }
    row.emplace_back(verdicts[n]);
    table.rows.push_back(std::move(row));
  }
}

bool compare(device::Device& device, const BenchOptions& bench, const std::string& size,
             Table& table) {
  const himeno::Grid grid = himeno::grid_named(size);
  const himeno::Layout same_padding = himeno::layout_of(grid, 4, himeno::Order::skewed, 0);
  const auto settings_of = [&](const std::string& variant) {
    return settings_for(
        workload_named("himeno"), device::traits_of(device.info()),
        {{"size", size}, {"variant", variant}, {"iterations", std::to_string(bench.iterations)}});
  };
  ReferenceStore store;
  const bool rivals_right = rivals_are_right(
      grid, same_padding, himeno::sweep_reference(grid, true, 1, bench.iterations));
  NativeHimeno padded(grid, same_padding, 1);
  NativeHimeno official(grid, official_layout(grid), 1);
  const auto times = [&](auto&& sweep) {
    return [&, sweep] {
      for (std::uint64_t n = 0; n < bench.iterations; ++n) sweep();
    };
  };
  std::vector<Contestant> all{
      {"OpenMP, same padding", times([&] { padded.sweep(); })},
      {"OpenMP, official layout", times([&] { official.sweep(); })},
      {"OpenMP, official, copied", times([&] { official.sweep_and_copy(); })}};
  const std::size_t rivals = all.size();
  std::vector<std::unique_ptr<WorkloadOnDevice>> devices;
  const Verdict of_rivals = rivals_right ? Verdict::right : Verdict::wrong;
  std::vector<std::string> verdicts(rivals, "native, " + name_of(of_rivals));
  bool right = rivals_right;
  for (const std::string& variant : study::split(bench.variants, ',')) {
    devices.push_back(std::make_unique<WorkloadOnDevice>(device, workload_named("himeno"),
                                                         settings_of(variant), store));
    WorkloadOnDevice& made = *devices.back();
    verdicts.push_back(made.verdict());
    right = right && made.is_right();
    all.push_back({variant, [&made] { made.run_step(made.program().steps.size() - 1); }});
  }
  for (Contestant& contestant : all) contestant.run();  // warm-up
  for (std::uint64_t round = 0; round < bench.rounds; ++round) {
    for (Contestant& contestant : all) contestant.times.push_back(seconds(contestant.run));
  }
  add_rows(table, size, bench, all, rivals, verdicts);
  return right;
}

int run(Arguments arguments) {
  BenchOptions bench;
  OptionLine line(bench);
  line.text("--size", bench.sizes);
  line.text("--variant", bench.variants);
  line.count("--iterations", bench.iterations);
  line.parse(arguments);
  const auto device = device::open_device(bench.device);
  const DeviceTraits traits = device::traits_of(device->info());
  if (bench.variants.empty()) bench.variants = default_variant(workload_named("himeno"), traits);
  Table table{.title = fmt::format("himeno on {} against native loops", device->info().name),
              .columns = {{"size"},
                          {"contestant"},
                          {"rate", "GFLOPS"},
                          {"of same padding"},
                          {"low"},
                          {"high"},
                          {"of official layout"},
                          {"low"},
                          {"high"},
                          {"of official with copy"},
                          {"low"},
                          {"high"},
                          {"result"}}};
  bool good = true;
  for (const std::string& size : study::split(bench.sizes, ','))
    good = compare(*device, bench, size, table) && good;
  const double copy =
      credited_work(study::measure_copy_roof(*device, "f32", {})).bytes_per_second();
  table.notes.push_back(fmt::format(
      "{} interleaved rounds of {} iterations; copy {:.3g} GB/s, at 56 B per point {:.4g} GFLOPS",
      bench.rounds, bench.iterations, copy * 1e-9, copy / 56 * 34 * 1e-9));
  show_and_keep(table, *device, bench);
  return good ? 0 : 1;
}

}  // namespace

const Bench this_bench{"himeno_bench", run};

}  // namespace plumb::bench
