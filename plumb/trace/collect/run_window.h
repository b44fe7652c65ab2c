// plumb/trace/collect/run_window.h - the window of time of a run, on the device that runs it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "plumb/base/units.h"
#include "plumb/device/device.h"
#include "plumb/records/trace.h"

namespace plumb::trace {

// A kernel that notes the GPU's timer, and from where to where a window lies that is counted from
// then.
std::string_view timer_ptx();

// Writes the ends of the window where stamped modules look for them (window_text.h).
class RunWindow {
 public:
  RunWindow(device::Device& device, const TimeWindow& window);

  // Memory of a module for the two ends.
  void add(std::unique_ptr<device::Buffer> ends) { ends_.push_back(std::move(ends)); }
  // Time counts from now on. Waits.
  void open(device::Queue& queue);
  // Since it was opened, when all that the queue has is done. Waits.
  [[nodiscard]] Seconds elapsed(device::Queue& queue);

 private:
  std::uint64_t noted(device::Queue& queue);

  TimeWindow window_;
  std::unique_ptr<device::Module> module_;
  std::unique_ptr<device::Kernel> timer_;
  std::unique_ptr<device::Buffer> note_;  // the two ends, and when they were noted
  std::vector<std::unique_ptr<device::Buffer>> ends_;
  std::uint64_t opened_ = 0;  // nanoseconds
};

}  // namespace plumb::trace
