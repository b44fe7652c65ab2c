// bench/filter_times.h - filters of images on a device, timed in turn, and their limits.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/run_bench.h"
#include "plumb/base/statistics.h"
#include "plumb/device/device.h"
#include "plumb/run/loaded_program.h"
#include "plumb/workloads/workload.h"

namespace plumb::bench {

// A workload on a device, filled and executed once, not verified: its host reference would take
// minutes at these sizes. require_right() verifies the same settings at a smaller one.
class LoadedFilter {
 public:
  LoadedFilter(device::Device& device, const std::string& workload, const NamedTexts& chosen);

  // One execution: every step by the device's clock, or the whole by the host's.
  std::vector<double> step_seconds();
  double host_seconds();

  // The scalars of the buffer "result".
  [[nodiscard]] std::vector<double> result() const;

  [[nodiscard]] const Program& program() const { return program_; }

 private:
  Program program_;
  LoadedProgram loaded_;
};

// A bench of a filter: the GPU against its limits, a CPU against the host. Gives the exit code.
using FilterBench = int (*)(device::Device& device, const Options& options);
int run_filter_bench(Arguments arguments, FilterBench on_gpu, FilterBench on_cpu);

// Refuses (check failed) a wrong result of these settings.
void require_right(device::Device& device, const std::string& workload, NamedTexts chosen,
                   const std::string& size);

// Contestants are timed one after the other, round by round.
struct Timed {
  std::string name;
  std::function<double()> seconds;
  std::vector<double> times = {};
};
void time_in_turn(std::vector<Timed>& all, std::uint64_t rounds);

// Rows of what was reached and what is asked for.
class ReachedLimits {
 public:
  explicit ReachedLimits(std::string title);
  void add(const std::string& what, double milliseconds, const Summary& reached, double limit);
  void note(std::string text) { table_.notes.push_back(std::move(text)); }
  // Shows and keeps the table; with --require the exit code is 1 if a limit is missed.
  int finish(const device::Device& device, const Options& options);

 private:
  Table table_;
  bool good_ = true;
};

// A parameter of the profile of this device; what is missing is an input error with the remedy.
double probed(const device::Device& device, const std::string& parameter);

// How much sooner the pipelined form is done than the sequence, at its best number of chunks, and
// what it could be: (t1 + t2 + t3) / max(t1, t2, t3).
struct Overlap {
  Summary gain;
  double possible = 1;
  std::string chunks;
  double milliseconds = 0;
};
Overlap measure_overlap(device::Device& device, const std::string& workload,
                        const NamedTexts& chosen, std::uint64_t rounds);

}  // namespace plumb::bench
