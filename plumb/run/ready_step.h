// plumb/run/ready_step.h - a Step whose names have become objects of the device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "plumb/device/device.h"
#include "plumb/run/loaded_program.h"

namespace plumb {

struct LoadedProgram::Ready {
  const Step* step = nullptr;
  // a launch
  const device::Kernel* kernel = nullptr;
  device::Launch shape;
  std::vector<device::Argument> arguments;
  // a repetition or loop
  std::vector<Ready> steps;
  std::uint64_t iterations = 0;  // that a loop took in its last execution
  // a batch
  std::unique_ptr<device::Batch> batch;
};

}  // namespace plumb
