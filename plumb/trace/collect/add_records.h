// plumb/trace/collect/add_records.h - from the records of a log to the times of stamps.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "plumb/records/trace.h"
#include "plumb/trace/collect/log.h"

namespace plumb::trace {

// Adds one traced stamp per certificate of a build of `module`, with its samples in the order of
// the log, and what the log lost. A sample is an interval less the stamp's own cycles, and stands
// for as many accesses as point.stamped, the record and the log say. Refuses (check_failed) a
// record of a stamp without a certificate.
void add_records(const Log& log, const std::string& module,
                 std::span<const Certificate> certificates, TracedPoint& point);

}  // namespace plumb::trace
