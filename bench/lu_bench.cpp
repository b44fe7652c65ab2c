// bench/lu_bench.cpp - LU against the rates of its device and against other libraries.
//
//   lu_bench [--size N] [--paper-size N] [--precision LIST] [--rounds N] [--require]
//            [-d DEV] [-o FILE]
//
// On a GPU: variant 'paper' queued, over its launches times launch.switch probed in this run, and
// as a batch; variant 'blocked' and its largest update alone, over the rate of fma probed in this
// run, its exchanges alone over its time; cuSOLVER in the same rounds where it is here. On a CPU:
// variant 'blocked' against OpenBLAS on one thread and on as many as the device has, in the same
// rounds. Every result is checked by its backward error, the update alone element by element. Exit
// code 1 if one is wrong or, with
// --require, if a figure misses its limit (those of a GPU are an H200's).
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <thread>

#include <fmt/format.h>

#include "bench/compared.h"
#include "bench/figures.h"
#include "bench/lu_rivals.h"
#include "bench/run_bench.h"
#include "bench/workload_on_device.h"
#include "plumb/base/error.h"
#include "plumb/base/statistics.h"
#include "plumb/device/open.h"
#include "plumb/device/traits.h"
#include "plumb/probe/probes.h"
#include "plumb/records/verdict.h"
#include "plumb/records/walk.h"
#include "plumb/run/read_back.h"
#include "plumb/study/sweep.h"
#include "plumb/workloads/lu/lu.h"

namespace plumb::bench {
namespace {

struct BenchOptions : Options {
  BenchOptions() : Options{.rounds = 7} {}
  std::uint64_t size = 0;  // 0: 8192 on a GPU, 1024 on a CPU
  std::uint64_t paper_size = 2048;
  std::string precisions = "f32,f64";
};

std::string result_of(const lu::Plan& plan, const lu::Factors& factors) {
  const double error = lu::backward_error(plan, factors);
  return name_of(error <= 1 ? Verdict::right : Verdict::wrong);
}

// A workload on the device, or what was made of its program.
class Decomposition {
 public:
  Decomposition(device::Device& device, Program program)
      : program_(std::move(program)), loaded_(device, program_) {
    loaded_.fill();
  }

  // Device time of one execution, from the restored matrix on.
  double seconds_once() {
    loaded_.restore();
    StepTimes times;
    loaded_.execute(0, &times);
    loaded_.wait();
    return loaded_.queue().elapsed(*times.from, *times.to).count();
  }
  // Device time of the second step, which finds what the first one left.
  double second_step_seconds() {
    loaded_.restore();
    loaded_.execute(0);
    StepTimes times;
    loaded_.execute(1, &times);
    loaded_.wait();
    return loaded_.queue().elapsed(*times.from, *times.to).count();
  }
  // By the host's clock, with the wait: what a call of a library costs as well.
  double host_seconds_once() {
    loaded_.restore();
    return seconds([&] {
      loaded_.execute(0);
      loaded_.wait();
    });
  }
  std::string result(const lu::Plan& plan) {
    lu::Factors factors{std::vector<double>(plan.elements()), std::vector<double>(plan.n - 1)};
    reader()("matrix", 0, factors.matrix);
    reader()("pivots", 0, factors.pivots);
    return result_of(plan, factors);
  }
  [[nodiscard]] const Program& program() const { return program_; }
  [[nodiscard]] Reader reader() const { return reader_of(loaded_); }

 private:
  Program program_;
  LoadedProgram loaded_;
};

Settings lu_settings(const device::Device& device, const NamedTexts& chosen) {
  return settings_for(workload_named("lu"), device::traits_of(device.info()), chosen);
}

void measure_paper(device::Device& device, const BenchOptions& bench, Figures& figures) {
  const double launch = probed(device, probe_launch, "launch.switch");
  for (const char* launches : {"queued", "batch"}) {
    const Settings settings = lu_settings(
        device,
        {{"variant", "paper"}, {"size", std::to_string(bench.paper_size)}, {"launches", launches}});
    Decomposition paper(device, lu::program(settings));
    const auto times = sampled(bench.rounds, [&] { return paper.host_seconds_once(); });
    const auto count = static_cast<double>(demand_of(paper.program().steps[0]).launches);
    const bool queued = std::string_view(launches) == "queued";
    const double unit = queued ? count * launch : 1e-3;
    figures.add(fmt::format("paper, {} launches {}", count, launches), times,
                lu::flops_of_decomposition(bench.paper_size), median(times) / unit,
                queued ? fmt::format("launch.switch, {:.3g} us each", launch * 1e6) : "1 ms",
                {.most = queued ? 1.2 : 130}, paper.result(lu::Plan(settings)));
  }
}

// The first update of a block, which is the largest, by itself.
Program update_alone(Program program) {
  std::optional<Launch> largest;
  walk(program.steps, Cases{[&](const Launch& launch, const StepContext&) {
                              const bool larger = !largest || flops_of(launch.pass).count >
                                                                  flops_of(largest->pass).count;
                              if (launch.kernel == "update" && larger) largest = launch;
                            },
                            PassOver<Transfer, Exchange, Wait, Batch, Repeat, Until>()});
  program.steps = {{"update", *largest}};
  for (Buffer& buffer : program.buffers) {
    if (buffer.name == "across") buffer.fill = random_fill(-1, 1, 2);
  }
  return program;
}

// All exchanges with their triangles once more behind the decomposition, whose pivots they find.
Program with_exchanges_again(Program program) {
  std::vector<Step> exchanges;
  walk(program.steps, Cases{[&](const Launch& launch, const StepContext&) {
                              if (launch.kernel.starts_with("exchange"))
                                exchanges.push_back({launch.pass.name, launch});
                            },
                            PassOver<Transfer, Exchange, Wait, Batch, Repeat, Until>()});
  program.steps.push_back({"exchanges", Batch{1, std::move(exchanges)}});
  return program;
}

// Their share of the time of a decomposition. What they do in their places is checked with it; here
// they move what they have moved before.
void measure_exchanges(device::Device& device, const BenchOptions& bench, const Settings& settings,
                       double whole, Figures& figures) {
  const lu::Plan plan(settings);
  Decomposition again(device, with_exchanges_again(lu::program(settings)));
  (void)again.seconds_once();
  const std::string result = again.result(plan);
  const auto times = sampled(bench.rounds, [&] { return again.second_step_seconds(); });
  const Demand demand = demand_of(again.program().steps.at(1));
  figures.add(fmt::format("{} exchanges and triangles {} {}", demand.launches, plan.n,
                          settings.text("precision")),
              times, demand.flops.count, median(times) / whole, "blocked", {}, result);
}

// Every element of some columns against the host's in double precision. The update leaves what it
// reads as it was.
std::string result_of_update(const Decomposition& update, const lu::Plan& plan) {
  constexpr std::size_t checked_columns = 7;
  const Reader reader = update.reader();
  const auto& launch = std::get<Launch>(update.program().steps.front().action);
  const auto number = [&](std::size_t argument) {
    return static_cast<std::size_t>(std::get<ScalarArgument>(launch.arguments[argument]).value);
  };
  const std::size_t first = number(5);
  const std::size_t count = number(6);
  const std::size_t end = number(7);
  std::vector<double> left(count * plan.rows);
  reader("matrix", first * plan.rows, left);
  std::vector<double> across(count * plan.rows);
  reader("across", 0, across);
  std::vector<double> before(plan.rows);
  std::vector<double> after(plan.rows);
  const double rounding = plan.rounding() * static_cast<double>(count + 1);
  for (std::size_t c = 0; c < checked_columns; ++c) {
    const std::size_t j = first + count + c * (end - 1 - first - count) / (checked_columns - 1);
    reader("original", j * plan.rows, before);
    reader("matrix", j * plan.rows, after);
    for (std::size_t i = 0; i < plan.n; ++i) {
      double sum = before[i];
      double size = std::abs(sum);
      for (std::size_t k = 0; i >= first + count && k < count; ++k) {
        const double term = left[k * plan.rows + i] * across[k * plan.rows + j];
        sum -= term;
        size += std::abs(term);
      }
      if (!(std::abs(after[i] - sum) <= rounding * size)) return name_of(Verdict::wrong);
    }
  }
  return name_of(Verdict::right);
}

// A rival that does not start must not keep our own figures away.
std::unique_ptr<LuRival> cusolver_or_note(const lu::Plan& plan, Figures& figures) {
  try {
    std::unique_ptr<LuRival> rival = open_cusolver(plan);
    if (!rival) figures.note("cuSOLVER is not here");
    return rival;
  } catch (const Error& error) {
    figures.note("cuSOLVER: " + explain(error));
    return nullptr;
  }
}

void measure_blocked(device::Device& device, const BenchOptions& bench,
                     const std::string& precision, Figures& figures) {
  const bool single = precision == "f32";
  const std::string rate_name = "compute.fma." + precision + ".throughput";
  const double rate = probed(device, probe_compute, rate_name);
  const std::string of = fmt::format("fma {}, {:.4g} GFLOPS", precision, rate * 1e-9);
  const Settings settings =
      lu_settings(device, {{"size", std::to_string(bench.size)}, {"precision", precision}});
  const lu::Plan plan(settings);
  Decomposition blocked(device, lu::program(settings));
  const std::unique_ptr<LuRival> rival = cusolver_or_note(plan, figures);
  std::vector<double> times;
  std::vector<double> of_rival;
  for (std::uint64_t round = 0; round <= bench.rounds; ++round) {
    const double time = blocked.host_seconds_once();
    if (round > 0) times.push_back(time);
    if (!rival) continue;
    rival->restore();
    const double rival_time = seconds([&] { rival->decompose(); });
    if (round > 0) of_rival.push_back(rival_time);
  }
  const double flops = lu::flops_of_decomposition(plan.n);
  figures.add(fmt::format("blocked {} {}", plan.n, precision), times, flops,
              flops / median(times) / rate, of, {.least = single ? 0.12 : 0.20},
              blocked.result(plan));
  if (rival) {
    figures.add(fmt::format("cuSOLVER {} {}", plan.n, precision), of_rival, flops,
                flops / median(of_rival) / rate, of, {}, result_of(plan, rival->factors()));
  }
  measure_exchanges(device, bench, settings, median(times), figures);
  Decomposition update(device, update_alone(lu::program(settings)));
  const auto update_times = sampled(bench.rounds, [&] { return update.seconds_once(); });
  const double update_flops = demand_of(update.program().steps[0]).flops.count;
  figures.add(fmt::format("update {} {}", plan.n, precision), update_times, update_flops,
              update_flops / median(update_times) / rate, of, {.least = single ? 0.6 : 0.7},
              result_of_update(update, plan));
}

// So long OpenBLAS's threads go on spinning when they are done, on the cores that the device needs.
constexpr std::chrono::milliseconds spinning{100};

void compare_with_openblas(device::Device& device, const BenchOptions& bench,
                           const std::string& precision, Figures& figures) {
  const Settings settings =
      lu_settings(device, {{"size", std::to_string(bench.size)}, {"precision", precision}});
  const lu::Plan plan(settings);
  const auto cores = static_cast<int>(device.info().compute_units);
  const std::unique_ptr<LuRival> rival = open_openblas(plan);
  if (!rival)
    throw Error(ErrorKind::unavailable, "OpenBLAS is not here; scripts/setup --test installs it");
  Decomposition blocked(device, lu::program(settings));
  Compared times;
  std::vector<double> on_one;
  const auto rival_seconds = [&](int threads) {
    rival->restore();
    rival->take_threads(threads);
    return seconds([&] { rival->decompose(); });
  };
  for (std::uint64_t round = 0; round <= bench.rounds; ++round) {
    const double one = rival_seconds(1);
    const double native = rival_seconds(cores);
    std::this_thread::sleep_for(spinning);
    const double own = blocked.host_seconds_once();
    if (round == 0) continue;
    on_one.push_back(one);
    times.add(native, own);
  }
  const double flops = lu::flops_of_decomposition(plan.n);
  const std::string of = fmt::format("OpenBLAS, {} threads", cores);
  figures.add(fmt::format("blocked {} {}", plan.n, precision), times.device, flops,
              ratio_of(times.native, times.device).median, of, {.least = 0.3},
              blocked.result(plan));
  const std::string result = result_of(plan, rival->factors());
  figures.add(fmt::format("{} {} {}", of, plan.n, precision), times.native, flops, 1, of, {},
              result);
  figures.add(fmt::format("OpenBLAS, 1 thread {} {}", plan.n, precision), on_one, flops,
              ratio_of(times.native, on_one).median, of, {}, result);
}

int run(Arguments arguments) {
  BenchOptions bench;
  OptionLine line(bench);
  line.count("--size", bench.size);
  line.count("--paper-size", bench.paper_size);
  line.text("--precision", bench.precisions);
  line.flag("--require", bench.require);
  line.parse(arguments);
  const auto device = device::open_device(bench.device);
  const bool on_cpu = device->info().kind == device::Kind::cpu;
  if (bench.size == 0) bench.size = on_cpu ? 1024 : 8192;
  Figures figures(fmt::format("lu on {}:{}", device->info().backend, device->info().name));
  if (!on_cpu) measure_paper(*device, bench, figures);
  for (const std::string& precision : study::split(bench.precisions, ',')) {
    if (on_cpu) {
      compare_with_openblas(*device, bench, precision, figures);
    } else {
      measure_blocked(*device, bench, precision, figures);
    }
  }
  figures.note(fmt::format(
      "{} rounds; times by the host's clock, of the update alone by device marks", bench.rounds));
  return figures.finish(*device, bench);
}

}  // namespace

const Bench this_bench{"lu_bench", run};

}  // namespace plumb::bench
