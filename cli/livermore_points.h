// cli/livermore_points.h - one Livermore kernel at one span: run, verified, summed and timed.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/progress.h"
#include "plumb/device/device.h"
#include "plumb/report/table.h"
#include "plumb/run/run_program.h"
#include "plumb/workloads/settings.h"

namespace plumb::cli {

struct LivermorePoint {
  unsigned kernel = 1;
  std::uint64_t span = 1;
  std::string reason;  // why there is no result; empty if there is one
  std::string verdict;
  std::uint64_t launches = 0;
  Seconds time{};
  Seconds host_time{};                  // the same loop on one core of the host
  double flops = 0;                     // official weights
  double bytes = 0;                     // that the launches touch
  int digits = 0;                       // of the strict sum, against the host's loop
  std::optional<std::uint64_t> sweeps;  // of kernels 17 and 20
  bool fell_back = false;               // their sweeps did not settle
};

// Runs the point; what the workload refuses or the device fails at becomes its `reason`. Only an
// interrupt is thrown.
LivermorePoint run_livermore(device::Device& device, const Settings& settings,
                             const RunOptions& options);

// All 24 kernels, the best variant on official data.
std::vector<LivermorePoint> run_livermore_suite(device::Device& device,
                                                const std::string& precision,
                                                const std::string& span, const RunOptions& options,
                                                Progress& progress);

// Bytes per second of stream's copy, measured now on the same device in the same precision.
double copy_rate(device::Device& device, const std::string& precision, const RunOptions& options);

// One row per point; `copy` is what the share of the roof refers to, 0 if it was not measured, and
// why.
Table livermore_table(std::span<const LivermorePoint> points, const std::string& title, double copy,
                      const std::string& no_copy = {});

// The thesis's passes and time beside ours; both have the same kernels in the same order.
Table livermore_beside(std::span<const LivermorePoint> thesis,
                       std::span<const LivermorePoint> ours);

// min, harmonic, geometric and arithmetic mean, max and deviation of MFLOPS over all points.
Table livermore_statistics(std::span<const LivermorePoint> points);

// The loop, its dependence, how it is solved here and in the thesis.
Table livermore_explanation(unsigned kernel);

}  // namespace plumb::cli
