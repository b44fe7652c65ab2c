// plumb/study/run_point.h - one planned point: searched, checked early, run, examined.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/base/error.h"
#include "plumb/device/device.h"
#include "plumb/measure/race.h"
#include "plumb/records/reference.h"
#include "plumb/records/result.h"
#include "plumb/run/run_program.h"
#include "plumb/study/plan.h"

namespace plumb::study {

// Of several forms the fastest, after a few samples of each. Where the workload knows a shorter run
// that must be right it is verified first. With `times_host` the same work is timed on one core of
// the host. Throws what the workload refuses and what the device fails at.
Point run_point(device::Device& device, const PlannedPoint& planned, const RunOptions& options,
                ReferenceStore& store, bool times_host);

// What the workload refuses and what a device lacks are results; everything else is a failure.
bool is_refusal(const std::exception& error);

// Seconds per iteration with these settings, unverified; what is refused says why.
Lap lap_of(device::Device& device, const Workload& workload, const Settings& settings,
           const RunOptions& options);

}  // namespace plumb::study
