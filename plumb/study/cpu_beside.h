// plumb/study/cpu_beside.h - the same point on this machine's OpenCL CPU, beside another device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "plumb/device/device.h"
#include "plumb/records/result.h"
#include "plumb/run/run_program.h"
#include "plumb/study/plan.h"

namespace plumb::study {

// Opens the CPU when the first point asks for it.
class CpuBeside {
 public:
  // Adds the reading "OpenCL CPU", in ms, to a point that `device` has timed: its own time where
  // that is a CPU, else that of the first CPU found; where there is none, or where it refuses the
  // point, nothing. What tuning chooses is left to the defaults of the CPU.
  void add(const device::Device& device, const PlannedPoint& planned, const RunOptions& options,
           Point& point);

 private:
  bool sought_ = false;
  std::unique_ptr<device::Device> cpu_;
};

}  // namespace plumb::study
