// bench/poisson_bench.cpp - sweeps against the copy of their device, solutions against the clock.
//
//   poisson_bench [--n N] [--cycles-n N] [--box N] [--rounds N] [--require] [-d DEV] [-o FILE]
//
// Jacobi's sweeps in f32 (N = 16384, on a CPU 2048): what they must move over the rate of the copy
// in this run; blocked: how many times as fast; the sweeps of table 4 of the thesis at N = 256; the
// multigrid to a true error of 1e-6 of the hot edge, N = 4096 and in three dimensions 512 (on a CPU
// 1024 and 64). Times are by device marks, without transfers: of sweeps a fixed number without
// norms, then with a check on the device every m of them, m as tuning would choose it; of the
// multigrid with its norms: how many cycles a solution needs is found first, then so many are
// timed. Where the host looks at a decision, its clock is used. Sweeps are verified bit by bit at a
// size that the host can follow, solutions by their residual on the host. On a CPU hypre's PFMG
// and PCG with PFMG, on two ranks and to the same true error, take turns with the multigrid. Exit
// code 1 if one is wrong or, with --require, if a figure misses what an H200, or this CPU, should
// give.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "bench/figures.h"
#include "bench/hypre_rival.h"
#include "bench/run_bench.h"
#include "plumb/device/open.h"
#include "plumb/device/traits.h"
#include "plumb/records/verdict.h"
#include "plumb/run/read_back.h"
#include "plumb/run/run_program.h"
#include "plumb/study/copy_roof.h"
#include "plumb/workloads/poisson/poisson.h"
#include "plumb/workloads/poisson/problem/grid.h"

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
std::string verdict_of_sweeps(device::Device& device, const NamedTexts& chosen,
                              const std::string& n = "1000x777") {
  const Settings settings = settings_for(poisson::workload, device::traits_of(device.info()),
                                         with_text(with_text(chosen, "n", n), "iterations", "67"));
  ReferenceStore store;
  const std::string complaint =
      complaint_of_run(device, poisson::program(settings), poisson::reference(settings, store));
  return complaint.empty() ? name_of(Verdict::right) : complaint;
}

std::vector<double> times_of(device::Device& device, const NamedTexts& chosen,
                             std::uint64_t rounds) {
  Solve solve(device, chosen);
  return sampled(rounds, [&] { return solve.seconds_once(); });
}

constexpr std::uint64_t checked_sweeps = 512;

// So many sweeps with a check every m of them, the last one at the end; none ends them before.
NamedTexts with_checks(NamedTexts chosen, const std::string& check, std::uint64_t sweeps) {
  std::erase_if(chosen, [](const auto& text) { return text.first == "iterations"; });
  chosen.insert(chosen.end(), {{"norm", "sum"},
                               {"tolerance", "0"},
                               {"max-iterations", std::to_string(sweeps)},
                               {"check", check}});
  return chosen;
}

// What checked sweeps leave, compared with what the host's sweeps do: two checks and a rest.
std::string verdict_of_checked(device::Device& device, const NamedTexts& chosen,
                               const std::string& check, const std::string& n = "203x155") {
  const std::uint64_t sweeps = 2 * std::stoull(check) + 3;
  const DeviceTraits traits = device::traits_of(device.info());
  const NamedTexts small = with_text(chosen, "n", n);
  const Settings fixed = settings_for(poisson::workload, traits,
                                      with_text(small, "iterations", std::to_string(sweeps)));
  Program program =
      poisson::program(settings_for(poisson::workload, traits, with_checks(small, check, sweeps)));
  program.verification = poisson::program(fixed).verification;
  ReferenceStore store;
  const std::string complaint = complaint_of_run(device, program, poisson::reference(fixed, store));
  return complaint.empty() ? name_of(Verdict::right) : complaint;
}

// With the distance of checks that plumb tune would choose; returns the time of a sweep.
double measure_checked(device::Device& device, const BenchOptions& bench, const NamedTexts& chosen,
                       const std::string& what, const std::string& of, const Limit& limit,
                       const std::function<double(double seconds)>& figure, Figures& figures) {
  const DeviceTraits traits = device::traits_of(device.info());
  const Settings settings = settings_for(poisson::workload, traits, chosen);
  std::string best;
  std::string tried;
  double fastest = HUGE_VAL;
  for (const NamedTexts& one : poisson::refinements(settings, {}, traits)) {
    const std::string* given = text_named(one, "check");
    const std::string check = given != nullptr                        ? *given
                              : settings.text("variant") == "blocked" ? "32"
                                                                      : "16";
    const double seconds =
        median(times_of(device, with_checks(chosen, check, checked_sweeps), 2)) / checked_sweeps;
    tried += fmt::format("{}{}: {:.4g} ms", tried.empty() ? "" : ", ", check, seconds * 1e3);
    if (seconds >= fastest) continue;
    fastest = seconds;
    best = check;
  }
  const auto times = times_of(device, with_checks(chosen, best, checked_sweeps), bench.rounds);
  const double seconds = median(times) / checked_sweeps;
  const double flops = static_cast<double>(poisson::program(settings).credit->flops.count) /
                       settings.number("iterations") * checked_sweeps;
  figures.add(fmt::format("{}, {} sweeps, a check every {}", what, checked_sweeps, best), times,
              flops, figure(seconds), of, limit, verdict_of_checked(device, chosen, best));
  figures.note(fmt::format("{}, sweeps from check to check and the time of one: {}", what, tried));
  return seconds;
}

// The times of the form with four values.
struct JacobiTimes {
  double fixed = 0;          // of all sweeps without checks
  double checked_sweep = 0;  // of one, with its share of a check
};

JacobiTimes measure_jacobi(device::Device& device, const BenchOptions& bench,
                           const NamedTexts& problem, bool on_cpu, Figures& figures) {
  const double copy = credited_work(study::measure_copy_roof(device, "f32", {})).bytes_per_second();
  JacobiTimes found;
  for (const char* values : {"1", "4"}) {
    NamedTexts chosen = problem;
    chosen.insert(chosen.end(), {{"variant", "jacobi"}, {"values", values}});
    const Settings settings =
        settings_for(poisson::workload, device::traits_of(device.info()), chosen);
    const Credit credit = *poisson::program(settings).credit;
    const auto times = times_of(device, chosen, bench.rounds);
    found.fixed = median(times);
    figures.add(fmt::format("jacobi {} f32, {} values, {} sweeps", settings.text("n"), values,
                            settings.text("iterations")),
                times, credit.flops.count,
                static_cast<double>(credit.bytes.count) / found.fixed / copy,
                fmt::format("of the copy, {:.4g} GB/s", copy * 1e-9),
                {.least = std::string(values) == "4" && !on_cpu ? 0.9 : 0},
                verdict_of_sweeps(device, chosen));
    if (std::string(values) != "4") continue;
    const double bytes = static_cast<double>(credit.bytes.count) / settings.number("iterations");
    found.checked_sweep = measure_checked(
        device, bench, chosen, fmt::format("jacobi {} f32, 4 values", settings.text("n")),
        fmt::format("of the copy, {:.4g} GB/s", copy * 1e-9), {.least = on_cpu ? 0 : 0.9},
        [&](double seconds) { return bytes / seconds / copy; }, figures);
  }
  return found;
}

// The fastest of some shapes of its tiles.
void measure_blocked(device::Device& device, const BenchOptions& bench, const NamedTexts& problem,
                     const JacobiTimes& times_of_jacobi, double flops, Figures& figures) {
  const double jacobi = times_of_jacobi.fixed;
  NamedTexts best;
  double fastest = HUGE_VAL;
  std::string tried;
  for (const auto& [steps, strip] :
       NamedTexts{{"4", "8"}, {"6", "8"}, {"8", "8"}, {"8", "10"}, {"8", "12"}, {"12", "12"}}) {
    NamedTexts chosen = problem;
    chosen.insert(chosen.end(), {{"variant", "blocked"}, {"steps", steps}, {"strip", strip}});
    const double seconds = median(times_of(device, chosen, 2));
    tried +=
        fmt::format("{}{} x {}: {:.2f}", tried.empty() ? "" : ", ", steps, strip, jacobi / seconds);
    if (seconds >= fastest) continue;
    fastest = seconds;
    best = chosen;
  }
  const auto times = times_of(device, best, bench.rounds);
  figures.add(fmt::format("blocked {} f32, {} steps, {} rows per item", *text_named(problem, "n"),
                          *text_named(best, "steps"), *text_named(best, "strip")),
              times, flops, jacobi / median(times), "times as fast as jacobi", {.least = 2.0},
              verdict_of_sweeps(device, best));
  figures.note("blocked, steps x rows per item, over jacobi: " + tried);
  (void)measure_checked(
      device, bench, best, fmt::format("blocked {} f32", *text_named(problem, "n")),
      "times as fast as jacobi with checks", {.least = 2.0},
      [&](double seconds) { return times_of_jacobi.checked_sweep / seconds; }, figures);
}

void measure_sweeps(device::Device& device, const BenchOptions& bench, std::uint64_t n, bool on_cpu,
                    Figures& figures) {
  const NamedTexts problem{{"precision", "f32"}, {"n", std::to_string(n)}, {"iterations", "128"}};
  const JacobiTimes jacobi = measure_jacobi(device, bench, problem, on_cpu, figures);
  if (on_cpu) return;  // tiles in local memory are for GPUs
  const double unknowns = static_cast<double>(n - 1) * static_cast<double>(n - 1);
  measure_blocked(device, bench, problem, jacobi, 128 * 4 * unknowns, figures);
}

void measure_thesis(device::Device& device, const BenchOptions& bench, bool on_cpu,
                    Figures& figures) {
  for (const NamedTexts& form : {NamedTexts{{"variant", "jacobi"}},
                                 {{"variant", "blocked"}, {"steps", "8"}, {"strip", "4"}},
                                 {{"variant", "on_chip"}}}) {
    const std::string& variant = form.front().second;
    if (variant == "blocked" && on_cpu) continue;
    NamedTexts chosen = form;
    chosen.insert(chosen.end(), {{"n", "256"}, {"precision", "f32"}, {"iterations", "thesis"}});
    Solve solve(device, chosen);
    const auto times = sampled(bench.rounds, [&] { return solve.seconds_once(); });
    figures.add(fmt::format("{} 256 f32, 121364 sweeps", variant), times,
                solve.program().credit->flops.count, median(times), "s",
                {.most = variant == "on_chip" && !on_cpu ? 0.3 : 0},
                verdict_of_sweeps(device, chosen, variant == "on_chip" ? "100x77" : "1000x777"));
  }
}

// The same with a norm every 512 sweeps. Rounding may end it some checks before: the time is that
// of all sweeps at its pace.
void measure_checked_thesis(device::Device& device, const BenchOptions& bench, bool on_cpu,
                            Figures& figures) {
  constexpr std::uint64_t sweeps = 121364;
  const NamedTexts chosen{{"variant", "on_chip"}, {"n", "256"}, {"precision", "f32"}};
  Solve solve(device, with_checks(chosen, "512", sweeps));
  const auto times = sampled(bench.rounds, [&] { return solve.seconds_once(); });
  const double made = reading_of(solve.examined(), "iterations");
  const double all = median(times) * static_cast<double>(sweeps) / made;
  figures.add(fmt::format("on_chip 256 f32, {} of {} sweeps, a check every 512", made, sweeps),
              times, 4 * 255.0 * 255.0 * made, all, "s", {.most = on_cpu ? 0 : 0.3},
              verdict_of_checked(device, chosen, "512", "100x77"));
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

// What hypre needs, and what the multigrid needs beside it, in turns.
void compare_with_hypre(device::Device& device, const BenchOptions& bench, std::uint64_t n,
                        Figures& figures) {
  constexpr double tolerance = 1e-4;  // 1e-6 of the hot edge
  std::vector<std::pair<std::string, HypreRun>> rivals;
  for (const char* solver : {"pfmg", "pcg"})
    if (auto found = run_hypre(solver, n, 0, tolerance, 1)) rivals.emplace_back(solver, *found);
  if (rivals.empty()) {
    figures.note("hypre is not here (scripts/setup --test installs it): nothing to compare with");
    return;
  }
  const NamedTexts chosen{{"n", std::to_string(n)}, {"precision", "mixed"}, {"tolerance", "1e-4"}};
  Solve solve(device, chosen);
  std::vector<double> own;
  (void)solve.seconds_once();
  for (auto& [solver, rival] : rivals) rival.solve_seconds.clear();
  for (std::uint64_t round = 0; round < bench.rounds; ++round) {
    for (auto& [solver, rival] : rivals) {
      own.push_back(solve.seconds_once());
      const HypreRun again = *run_hypre(solver, n, rival.iterations, tolerance, 1);
      rival.solve_seconds.push_back(again.solve_seconds.front());
    }
  }
  const Point point = solve.examined();
  double best = HUGE_VAL;
  for (const auto& [solver, rival] : rivals) {
    const double seconds = median(rival.solve_seconds);
    best = std::min(best, seconds);
    figures.add(fmt::format("hypre {} {}, 2 ranks, {} iterations, true error {:.1e}", solver, n,
                            rival.iterations, rival.true_error),
                rival.solve_seconds, 0, rival.setup_seconds * 1e3, "ms of set-up besides", {},
                rival.true_error <= tolerance ? name_of(Verdict::right) : "not converged");
  }
  const double grids = static_cast<double>(memory_of(solve.program()).count) /
                       static_cast<double>(8 * poisson::grid_of(std::to_string(n), 2).elements());
  figures.add(fmt::format("multigrid {} mixed, {:.0f} cycles, true error {:.1e}, {:.2g} grids", n,
                          reading_of(point, "iterations"), reading_of(point, "true error"), grids),
              own, demand_of(solve.program().steps.front()).flops.count, best / median(own),
              "times as fast as hypre", {.least = 1},
              point.status == Status::ok ? name_of(Verdict::right) : point.reason);
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
  measure_checked_thesis(*device, bench, on_cpu, figures);
  measure_multigrid(*device, bench, chosen(bench.cycles_n, 1024, 4096), "2", on_cpu ? 0 : 20,
                    figures);
  measure_multigrid(*device, bench, chosen(bench.box, 64, 512), "3", on_cpu ? 0 : 60, figures);
  if (on_cpu) compare_with_hypre(*device, bench, chosen(bench.cycles_n, 1024, 0), figures);
  figures.note("error: what the device estimates; 1e-6 of the hot edge is 1e-4");
  return figures.finish(*device, bench);
}

}  // namespace

const Bench this_bench{"poisson_bench", run};

}  // namespace plumb::bench
