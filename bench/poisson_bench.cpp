// bench/poisson_bench.cpp - sweeps against the copy of their device, solutions against the clock.
//
//   poisson_bench [--n N] [--cycles-n N] [--box N] [--rounds N] [--require] [-d DEV] [-o FILE]
//
// Jacobi's sweeps in f32 (N = 16384, on a CPU 2048): what they must move over the rate of the copy
// in this run; blocked: how many times as fast; the sweeps of table 4 of the thesis at N = 256; the
// multigrid to a true error of 1e-6 of the hot edge, N = 4096 and in three dimensions 512 (on a CPU
// 1024 and 64). Times are by device marks, of the solve with its norms, without transfers: how many
// cycles a solution needs is found first, then so many are timed. Sweeps are verified bit by bit at
// a size that the host can follow, solutions by their residual on the host. Exit code 1 if one is
// wrong or, with --require, if a figure misses what an H200 should give.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "bench/figures.h"
#include "bench/run_bench.h"
#include "plumb/device/open.h"
#include "plumb/device/traits.h"
#include "plumb/records/verdict.h"
#include "plumb/run/read_back.h"
#include "plumb/run/run_program.h"
#include "plumb/study/copy_roof.h"
#include "plumb/workloads/poisson/poisson.h"

namespace plumb::bench {
namespace {

struct BenchOptions : Options {
  BenchOptions() : Options{.rounds = 7} {}
  std::uint64_t n = 0;         // 0: by the device
  std::uint64_t cycles_n = 0;  // of the multigrid
  std::uint64_t box = 0;       // of the multigrid in three dimensions
};

class Solve {
 public:
  Solve(device::Device& device, const NamedTexts& chosen)
      : settings_(settings_for(poisson::workload, device::traits_of(device.info()), chosen)),
        program_(poisson::program(settings_)),
        loaded_(device, program_) {
    loaded_.fill();
  }

  // Device time of one execution, from the restored field on.
  double seconds_once() {
    loaded_.restore();
    StepTimes times;
    loaded_.execute(0, &times);
    loaded_.wait();
    return times.by_host ? times.by_host->count()
                         : loaded_.queue().elapsed(*times.from, *times.to).count();
  }
  // What the host says of the field.
  Point examined() {
    Point point;
    poisson::examine(settings_, reader_of(loaded_), point);
    return point;
  }
  [[nodiscard]] const Program& program() const { return program_; }

 private:
  Settings settings_;
  Program program_;
  LoadedProgram loaded_;
};

double reading_of(const Point& point, const char* name) {
  const ReadingResult* found = reading_named(point, name);
  return found == nullptr ? 0 : found->values.back();
}

// The same sweeps on a grid that the host can follow, compared bit by bit.
std::string verdict_of_sweeps(device::Device& device, const NamedTexts& chosen) {
  const Settings settings =
      settings_for(poisson::workload, device::traits_of(device.info()),
                   with_text(with_text(chosen, "n", "1000x777"), "iterations", "67"));
  ReferenceStore store;
  const std::string complaint =
      complaint_of_run(device, poisson::program(settings), poisson::reference(settings, store));
  return complaint.empty() ? name_of(Verdict::right) : complaint;
}

void measure_sweeps(device::Device& device, const BenchOptions& bench, std::uint64_t n, bool on_cpu,
                    Figures& figures) {
  const double copy = credited_work(study::measure_copy_roof(device, "f32", {})).bytes_per_second();
  double jacobi = 0;
  for (const auto& [variant, values] :
       {std::pair("jacobi", "1"), {"jacobi", "4"}, {"blocked", "4"}}) {
    const bool blocked = std::string(variant) == "blocked";
    if (blocked && on_cpu) continue;  // a tile in local memory is for GPUs
    const bool limited = std::string(values) == "4" && !on_cpu;
    const NamedTexts chosen{{"variant", variant},
                            {"values", values},
                            {"precision", "f32"},
                            {"n", std::to_string(n)},
                            {"iterations", "128"}};
    Solve solve(device, chosen);
    const auto times = sampled(bench.rounds, [&] { return solve.seconds_once(); });
    const Credit& credit = *solve.program().credit;
    const double share = static_cast<double>(credit.bytes.count) / median(times) / copy;
    figures.add(
        fmt::format("{} {} f32, {} values, 128 sweeps", variant, n, values), times,
        credit.flops.count, blocked ? jacobi / median(times) : share,
        blocked ? "times as fast as jacobi" : fmt::format("of the copy, {:.4g} GB/s", copy * 1e-9),
        {.least = blocked   ? 2.0
                  : limited ? 0.9
                            : 0},
        verdict_of_sweeps(device, chosen));
    jacobi = median(times);
  }
}

void measure_thesis(device::Device& device, const BenchOptions& bench, bool on_cpu,
                    Figures& figures) {
  for (const NamedTexts& form : {NamedTexts{{"variant", "jacobi"}},
                                 {{"variant", "blocked"}, {"steps", "8"}, {"strip", "8"}}}) {
    const bool blocked = form.size() > 1;
    if (blocked && on_cpu) continue;
    NamedTexts chosen = form;
    chosen.insert(chosen.end(), {{"n", "256"}, {"precision", "f32"}, {"iterations", "thesis"}});
    Solve solve(device, chosen);
    const auto times = sampled(bench.rounds, [&] { return solve.seconds_once(); });
    figures.add(fmt::format("{} 256 f32, 121364 sweeps", form.front().second), times,
                solve.program().credit->flops.count, median(times), "s",
                {.most = blocked ? 0.3 : 0}, verdict_of_sweeps(device, chosen));
  }
}

void measure_multigrid(device::Device& device, const BenchOptions& bench, std::uint64_t n,
                       const char* dim, double most_ms, Figures& figures) {
  for (const char* precision : {"f64", "mixed"}) {
    const NamedTexts chosen{
        {"dim", dim}, {"n", std::to_string(n)}, {"precision", precision}, {"tolerance", "1e-4"}};
    double cycles = 0;
    double estimate = 0;
    {
      Solve until(device, chosen);
      (void)until.seconds_once();
      const Point point = until.examined();
      cycles = reading_of(point, "iterations");
      estimate = reading_of(point, "history");
      if (point.labels.front().second != "converged")
        throw Error(ErrorKind::check_failed,
                    fmt::format("multigrid {} {}: {}", n, precision, point.labels.front().second));
    }
    Solve solve(device, with_text(chosen, "iterations", fmt::format("{:.0f}", cycles)));
    const auto times = sampled(bench.rounds, [&] { return solve.seconds_once(); });
    const Point point = solve.examined();
    // One of both precisions has to be fast enough.
    const bool limited = std::string(precision) == "mixed";
    figures.add(fmt::format("multigrid {}-D {} {}, {:.0f} cycles, error {:.1e}", dim, n, precision,
                            cycles, estimate),
                times, demand_of(solve.program().steps.front()).flops.count, median(times) * 1e3,
                "ms", {.most = limited ? most_ms : 0},
                point.status == Status::ok ? name_of(Verdict::right) : point.reason);
  }
}

int run(Arguments arguments) {
  BenchOptions bench;
  OptionLine line(bench);
  line.count("--n", bench.n);
  line.count("--cycles-n", bench.cycles_n);
  line.count("--box", bench.box);
  line.flag("--require", bench.require);
  line.parse(arguments);
  const auto device = device::open_device(bench.device);
  const bool on_cpu = device->info().kind == device::Kind::cpu;
  const auto chosen = [&](std::uint64_t given, std::uint64_t cpu, std::uint64_t gpu) {
    return given > 0 ? given : on_cpu ? cpu : gpu;
  };
  Figures figures(fmt::format("poisson on {}:{}", device->info().backend, device->info().name));
  measure_sweeps(*device, bench, chosen(bench.n, 2048, 16384), on_cpu, figures);
  measure_thesis(*device, bench, on_cpu, figures);
  measure_multigrid(*device, bench, chosen(bench.cycles_n, 1024, 4096), "2", on_cpu ? 0 : 20,
                    figures);
  measure_multigrid(*device, bench, chosen(bench.box, 64, 512), "3", on_cpu ? 0 : 60, figures);
  figures.note("error: what the device estimates; 1e-6 of the hot edge is 1e-4");
  return figures.finish(*device, bench);
}

}  // namespace

const Bench this_bench{"poisson_bench", run};

}  // namespace plumb::bench
