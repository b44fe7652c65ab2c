// cli/himeno_points.h - one variant of Himeno at one size: run, verified, timed.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "plumb/base/error.h"
#include "plumb/device/device.h"
#include "plumb/measure/race.h"
#include "plumb/records/result.h"
#include "plumb/report/table.h"
#include "plumb/run/run_program.h"
#include "plumb/workloads/himeno/reference.h"
#include "plumb/workloads/settings.h"

namespace plumb::cli {

struct HimenoPoint {
  Point record;  // as plumb run keeps it; skipped where there is no result
  std::string variant;
  std::string size;
  std::string precision;
  std::string reason;                // why there is no result; empty if there is one
  std::optional<ErrorKind> refusal;  // of the workload, or of the device that lacks something
  std::string verdict = "-";         // "right", "right, noisy", "unverified", "WRONG"
  std::uint64_t iterations = 0;
  std::uint64_t padding = 0;  // bytes between planes
  Seconds time{};             // of one iteration
  double flops = 0;           // of one iteration, official count
  double dynamic_flops = 0;   // as the dynamic C version counts
  double bytes = 0;           // of one iteration at 14 words per point
  double gosa = 0;            // of the last iteration
  double gosa_reference = 0;  // in double on the host
};

// The references that a command needs, each computed once.
class HimenoReferences {
 public:
  const himeno::ReferenceResult& of(const Settings& settings);

 private:
  std::map<std::tuple<std::string, std::string, std::uint64_t, std::uint64_t>,
           himeno::ReferenceResult>
      made_;
};

// Verifies the point and times it; one of more than 20 iterations is verified after 20, too, when
// random data have not converged yet. What the workload refuses, or the device lacks, becomes its
// `reason`.
HimenoPoint run_himeno(device::Device& device, const Settings& settings, const RunOptions& options,
                       HimenoReferences& references);

// A few unverified samples: for races and searches.
RunOptions lap_options(const RunOptions& options, std::uint64_t samples);

// Seconds per iteration, unverified.
Lap time_himeno(device::Device& device, const Settings& settings, const RunOptions& options);

// Stream's copy over arrays much larger than caches.
Point run_long_copy(device::Device& device, const std::string& precision,
                    const RunOptions& options);

struct HimenoTableOptions {
  std::string title;
  std::map<std::string, double> copies;  // bytes per second by precision: what shares refer to
  bool paper = false;                    // table 3 of paper 001 beside the rungs
  bool official = false;                 // the data: gosa has a known value at every size
};

// A row per point.
Table himeno_table(std::span<const HimenoPoint> points, const HimenoTableOptions& options);

}  // namespace plumb::cli
