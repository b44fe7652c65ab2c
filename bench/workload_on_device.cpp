// bench/workload_on_device.cpp - loading, filling, one execution, verification.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/workload_on_device.h"

#include <utility>

#include "plumb/records/verdict.h"
#include "plumb/run/verify.h"

namespace plumb::bench {

WorkloadOnDevice::WorkloadOnDevice(device::Device& device, const Workload& workload,
                                   const Settings& settings, ReferenceStore& store)
    : WorkloadOnDevice(device, workload.program(settings), workload.reference(settings, store)) {}

WorkloadOnDevice::WorkloadOnDevice(device::Device& device, Program program,
                                   const Reference& reference)
    : program_(std::move(program)), loaded_(device, program_) {
  loaded_.fill();
  run_steps();
  complaint_ = verify(loaded_, reference).complaint;
}

void WorkloadOnDevice::run_step(std::size_t step) {
  loaded_.execute(step);
  loaded_.wait();
}

void WorkloadOnDevice::run_steps() {
  loaded_.execute_all();
  loaded_.wait();
}

std::string WorkloadOnDevice::verdict() const {
  return name_of(is_right() ? Verdict::right : Verdict::wrong);
}

}  // namespace plumb::bench
