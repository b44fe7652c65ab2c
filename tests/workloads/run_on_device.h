// tests/workloads/run_on_device.h - one verified execution of a workload on each device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/run/run_program.h"
#include "plumb/workloads/workload.h"
#include "tests/device/each_device.h"
#include "tests/run/run_once.h"

namespace plumb {

class RunOnDevice : public EachDevice {
 protected:
  Point run(const Workload& workload, const Settings& settings, RunOptions options = once()) {
    if (workload.examine != nullptr) {
      options.examine = [&](const Reader& reader, Point& point) {
        workload.examine(settings, reader, point);
      };
    }
    return run_program(*device, workload.program(settings), workload.reference(settings, store),
                       options);
  }

  ReferenceStore store;
};

}  // namespace plumb
