// tests/workloads/poisson/solve_on_device.h - runs a solver once and reads what it found.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/records/verdict.h"
#include "plumb/run/run_program.h"
#include "plumb/workloads/poisson/poisson.h"
#include "tests/device/each_device.h"

namespace plumb::poisson {

class SolveOnDevice : public EachDevice {
 protected:
  Point run(const Settings& settings) {
    RunOptions options;
    options.stop.min_time = Seconds{0};
    options.stop.min_samples = options.stop.max_samples = 1;
    options.stop.warm_up = 0;
    options.stop.max_noise = 1e9;
    options.examine = [&](const Reader& reader, Point& point) { examine(settings, reader, point); };
    return run_program(*device, program(settings), reference(settings, store), options);
  }
  static double reading(const Point& point, const char* name) {
    const ReadingResult* found = reading_named(point, name);
    return found == nullptr ? -1 : found->values.back();
  }

  ReferenceStore store;
};

}  // namespace plumb::poisson
