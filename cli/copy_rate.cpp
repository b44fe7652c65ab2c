// cli/copy_rate.cpp - running stream's copy.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/copy_rate.h"

#include "cli/suits.h"
#include "plumb/workloads/workload.h"

namespace plumb::cli {

Point run_copy(device::Device& device, const std::string& precision, std::uint64_t elements,
               const RunOptions& options) {
  const Workload& stream = workload_named("stream");
  const Suits suits = suits_of(device.info());
  const std::vector<std::pair<std::string, std::string>> chosen{
      {"operation", "copy"}, {"precision", precision}, {"elements", std::to_string(elements)}};
  const Settings settings = settings_for(stream, suits, chosen);
  RunOptions unchecked = options;
  unchecked.verify = false;
  return run_program(device, stream.program(settings), stream.reference(settings), unchecked);
}

double rate_of(const Point& point) {
  const StepResult& step = point.steps.back();
  return static_cast<double>(step.bytes.count) / step.time.value;
}

}  // namespace plumb::cli
