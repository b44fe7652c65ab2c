// plumb/device/clearing_deadline.h - until when the driver may be clearing memory that was freed.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <thread>

#include "plumb/base/units.h"

namespace plumb::device {

// NVIDIA's driver overwrites freed memory in the background before it gives it to anybody else. On
// an H200 it clears about 0.4 TB/s, and all that time every other kernel has 13 % less of the
// memory's rate: reading gives 4.03 TB/s instead of 4.66. No call reports when it is done. So an
// interval begins only when the freed memory has had time enough.
class ClearingDeadline {
 public:
  using Clock = std::chrono::steady_clock;

  // `whole`: what clearing the `total` memory of the device may take; 0 where nothing is cleared.
  ClearingDeadline(Bytes total, Seconds whole) : total_(total), whole_(whole) {}

  void add(Bytes freed, Clock::time_point now = Clock::now()) noexcept;
  [[nodiscard]] Clock::time_point cleared_at() const { return cleared_at_; }
  void wait_until_cleared() const { std::this_thread::sleep_until(cleared_at_); }

 private:
  Bytes total_;
  Seconds whole_;
  Clock::time_point cleared_at_{};
};

// An H200 took 0.33 s for nine tenths of its memory: three times what was seen.
inline constexpr Seconds clearing_a_gpu{1.0};

}  // namespace plumb::device
