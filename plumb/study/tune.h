// plumb/study/tune.h - the fastest configuration of a workload on a device, found by racing.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/base/units.h"
#include "plumb/device/device.h"
#include "plumb/records/result.h"
#include "plumb/study/measure_options.h"
#include "plumb/study/run_points.h"
#include "plumb/workloads/workload.h"

namespace plumb::study {

// For each problem: races the candidates, then the refinements of the fastest, verifies the fastest
// of these and keeps it for this device and problem. Races and verified points are added to
// `result`, which is written to `path` (if not empty) after each. `time` is that of both races of a
// problem together. Ends at the first failure, which is reported, or interrupt; a wrong result is a
// failure and is not kept.
Outcome tune_all(device::Device& device, const Workload& workload,
                 const std::vector<NamedTexts>& problems, Seconds time, const RunOptions& options,
                 const Watch& watch, Result& result, const std::string& path);

// The problems that lists of values ask for ("S,M"); refuses (input error) what tuning chooses
// itself, values that the workload does not take, and a workload that has nothing to tune.
std::vector<NamedTexts> problems_of(const Workload& workload, const NamedTexts& assignments);

}  // namespace plumb::study
