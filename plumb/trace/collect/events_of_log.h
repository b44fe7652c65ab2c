// plumb/trace/collect/events_of_log.h - the records of a log as events on one time axis.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "plumb/records/stamp.h"
#include "plumb/records/trace_event.h"
#include "plumb/trace/collect/align_clocks.h"
#include "plumb/trace/collect/log.h"

namespace plumb::trace {

// That of the clock pairs in the log; without a skew where some SM with records has no pair.
ClockAlignment alignment_of(const Log& log);

struct LogEvents {
  std::vector<TraceEvent> events;
  std::vector<LaneAddresses> addresses;  // of each, where the log has them
};

// In the order in which they begin; time 0 is the first reading of the clock, without an alignment
// that of each SM. They lie between the readings, without the stamp's own cycles: the first one
// begins when its access issues. A stamp is the place of its certificate. Launches are numbered in
// the order in which the GPU began them. Records whose readings are reversed are left out: they are
// counted elsewhere. Refuses (check_failed) a record of a stamp without a certificate.
LogEvents events_of(const Log& log, std::span<const Certificate> certificates,
                    const ClockAlignment& alignment);

}  // namespace plumb::trace
