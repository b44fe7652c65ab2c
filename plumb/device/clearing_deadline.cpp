// plumb/device/clearing_deadline.cpp - adding up how long clearing may take.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/clearing_deadline.h"

#include <algorithm>

namespace plumb::device {

// What was freed before and is not cleared yet comes first.
void ClearingDeadline::add(Bytes freed, Clock::time_point now) noexcept {
  if (total_.count == 0) return;
  const double share = static_cast<double>(freed.count) / static_cast<double>(total_.count);
  const std::chrono::duration<double> needed(share * whole_.count());
  cleared_at_ = std::max(cleared_at_, now) + std::chrono::duration_cast<Clock::duration>(needed);
}

}  // namespace plumb::device
