// bench/himeno_bench.cpp - Himeno on a device against native OpenMP loops, interleaved.
//
//   himeno_bench [--size LIST] [--variant LIST] [--rounds N] [--iterations N] [-d DEV] [-o FILE]
//
// Rivals, on all cores with -O3 for this processor: the same loops with the padding and skew of
// variant 'plane' and swapped pressures; the layout of the official static source (129 x 129 x 257
// for M) with swapped pressures; the same with the copy loop of the rules. Each round times every
// contestant by the host clock, one after the other; a ratio is the median over the rounds of the
// rival's time / the device's. Single precision, random data, gosa in every iteration. Exit code 1
// if a result is wrong.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "bench/native_himeno.h"
#include "bench/run_bench.h"
#include "cli/copy_rate.h"
#include "cli/himeno_points.h"
#include "cli/suits.h"
#include "cli/sweep.h"
#include "plumb/base/statistics.h"
#include "plumb/run/loaded_program.h"
#include "plumb/run/verify.h"
#include "plumb/workloads/himeno/himeno.h"
#include "plumb/workloads/workload.h"

namespace plumb::bench {
namespace {

struct BenchOptions {
  cli::Options options;
  std::string sizes = "S,M,L";
  std::string variants;
  std::uint64_t rounds = 9;
  std::uint64_t iterations = 16;
};

struct Contestant {
  std::string name;
  std::function<void()> run;
  std::vector<double> times = {};
};

double seconds(const std::function<void()>& action) {
  const auto start = std::chrono::steady_clock::now();
  action();
  return Seconds(std::chrono::steady_clock::now() - start).count();
}

// One variant on the device: loaded, verified, ready to be timed.
class OnDevice {
 public:
  OnDevice(device::Device& device, const Settings& settings, cli::HimenoReferences& references)
      : program_(himeno::program(settings)), loaded_(device, program_), queue_(device.queue()) {
    loaded_.fill(*queue_);
    for (std::size_t step = 0; step < program_.steps.size(); ++step) loaded_.execute(*queue_, step);
    queue_->wait();
    const Reference reference = himeno::reference_from(settings, references.of(settings));
    complaint_ = verify(loaded_, *queue_, reference).complaint;
  }
  void run() {
    loaded_.execute(*queue_, program_.steps.size() - 1);
    queue_->wait();
  }
  [[nodiscard]] const std::string& complaint() const { return complaint_; }

 private:
  Program program_;
  LoadedProgram loaded_;
  std::unique_ptr<device::Queue> queue_;
  std::string complaint_;
};

void add_rows(Table& table, const std::string& size, const BenchOptions& bench,
              std::vector<Contestant>& all, std::size_t rivals, const std::string& verdict) {
  const double flops =
      himeno::flops_of_iteration(himeno::grid_named(size)) * static_cast<double>(bench.iterations);
  for (std::size_t n = 0; n < all.size(); ++n) {
    const double time = median(all[n].times);
    std::vector<Cell> row{size, all[n].name, significant(flops / time * 1e-9, 4)};
    for (std::size_t rival = 0; rival < rivals; ++rival) {
      std::vector<double> ratios;
      for (std::size_t round = 0; round < all[n].times.size(); ++round)
        ratios.push_back(all[rival].times[round] / all[n].times[round]);
      row.emplace_back(fixed(median(ratios), 3));
    }
    row.emplace_back(n < rivals ? "native" : verdict);
    table.rows.push_back(std::move(row));
  }
}

bool compare(device::Device& device, const BenchOptions& bench, const std::string& size,
             Suits suits, Table& table) {
  const himeno::Grid grid = himeno::grid_named(size);
  NativeHimeno padded(grid, himeno::layout_of(grid, 4, himeno::Order::skewed, 0), 1);
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
  cli::HimenoReferences references;
  std::vector<std::unique_ptr<OnDevice>> devices;
  std::string verdict = "right";
  for (const std::string& variant : cli::split(bench.variants, ',')) {
    const std::vector<std::pair<std::string, std::string>> chosen{
        {"variant", variant}, {"size", size}, {"iterations", std::to_string(bench.iterations)}};
    const Settings settings = settings_for(workload_named("himeno"), suits, chosen);
    devices.push_back(std::make_unique<OnDevice>(device, settings, references));
    if (!devices.back()->complaint().empty()) verdict = "WRONG";
    all.push_back({variant, [made = devices.back().get()] { made->run(); }});
  }
  for (Contestant& contestant : all) contestant.run();  // warm-up
  for (std::uint64_t round = 0; round < bench.rounds; ++round) {
    for (Contestant& contestant : all) contestant.times.push_back(seconds(contestant.run));
  }
  add_rows(table, size, bench, all, rivals, verdict);
  return verdict == "right";
}

int run(cli::Words words) {
  cli::CommandLine line("himeno_bench");
  BenchOptions bench;
  cli::add_options(line, bench.options);
  line.text("--size", bench.sizes);
  line.text("--variant", bench.variants);
  line.count("--rounds", bench.rounds);
  line.count("--iterations", bench.iterations);
  line.parse(words);
  const auto device = device::open_device(bench.options.device);
  const Suits suits = cli::suits_of(device->info());
  if (bench.variants.empty()) bench.variants = default_variant(workload_named("himeno"), suits);
  Table table{.title = fmt::format("himeno on {} against native loops", device->info().name),
              .columns = {{"size"},
                          {"contestant"},
                          {"rate", "GFLOPS"},
                          {"of same padding"},
                          {"of official layout"},
                          {"of official with copy"},
                          {"result"}}};
  bool good = true;
  for (const std::string& size : cli::split(bench.sizes, ','))
    good = compare(*device, bench, size, suits, table) && good;
  RunOptions quick;
  const double copy = cli::rate_of(cli::run_long_copy(*device, "f32", quick));
  table.notes.push_back(fmt::format(
      "{} interleaved rounds of {} iterations; copy {:.3g} GB/s, at 56 B per point {:.4g} GFLOPS",
      bench.rounds, bench.iterations, copy * 1e-9, copy / 56 * 34 * 1e-9));
  show_and_keep(table, *device, bench.options);
  return good ? 0 : 1;
}

}  // namespace
}  // namespace plumb::bench

int main(int argc, char** argv) {
  return plumb::bench::run_bench("himeno_bench", argc, argv, plumb::bench::run);
}
