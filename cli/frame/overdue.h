// cli/frame/overdue.h - reports a kernel that runs longer than --timeout.
//
// A stop rule ends a measurement between two executions; a kernel that does not end cannot be
// stopped by us, only waited for. The user learns that, and what to do.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <thread>

#include "plumb/base/units.h"

namespace plumb::cli {

class OverdueReport {
 public:
  // A thread of its own, which sleeps for as long as the timeout (at least 10 ms) and wakes up only
  // to look.
  explicit OverdueReport(Seconds timeout);

 private:
  std::jthread watcher_;
};

}  // namespace plumb::cli
