// plumb/run/ready_step.h - a Step whose names have become objects of the device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include "plumb/device/device.h"
#include "plumb/run/loaded_program.h"

namespace plumb {

struct LoadedProgram::Ready {
  const Step* step = nullptr;
  std::size_t queue = 0;
  std::vector<const Ready*> after = {};     // steps beside it, on other queues
  bool awaited = false;                     // a step beside it waits for it
  std::unique_ptr<device::Mark> done = {};  // of the last execution, where it is awaited
  bool by_host = false;                     // the host carries or waits inside: it is timed by it
  // a launch
  const device::Kernel* kernel = nullptr;
  device::Launch shape = {};
  std::vector<device::Argument> arguments = {};
  // a repetition or loop
  std::vector<Ready> steps = {};
  std::set<std::size_t> queues_inside = {};  // other than its own
  bool has_loops = false;                    // it is a loop until a condition, or holds one
  std::uint64_t entered = 0;                 // a loop, while its top-level step was executed last
  std::uint64_t rounds = 0;                  // that it took then, all together
  // a batch
  std::unique_ptr<device::Batch> batch = {};
};

}  // namespace plumb
