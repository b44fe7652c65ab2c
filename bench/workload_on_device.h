// bench/workload_on_device.h - a workload loaded on a device, run once and verified, ready to be
// timed.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "plumb/device/device.h"
#include "plumb/run/loaded_program.h"
#include "plumb/workloads/workload.h"

namespace plumb::bench {

class WorkloadOnDevice {
 public:
  WorkloadOnDevice(device::Device& device, const Workload& workload, const Settings& settings,
                   ReferenceStore& store);
  WorkloadOnDevice(device::Device& device, Program program, const Reference& reference);

  void run_step(std::size_t step);  // and waits
  void run_steps();                 // all, one after the other

  [[nodiscard]] const Program& program() const { return program_; }
  [[nodiscard]] LoadedProgram& loaded() { return loaded_; }
  [[nodiscard]] device::Queue& queue() { return loaded_.queue(); }
  [[nodiscard]] bool is_right() const { return complaint_.empty(); }
  [[nodiscard]] const std::string& complaint() const { return complaint_; }
  [[nodiscard]] std::string verdict() const;  // "right" or "WRONG"

 private:
  Program program_;
  LoadedProgram loaded_;
  std::string complaint_;
};

}  // namespace plumb::bench
