// plumb/report/trace_times.h - a traced run as tables: what the stamps measured and what they
// changed.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/records/trace.h"
#include "plumb/report/table.h"

namespace plumb {

// One row per stamp: how many records there are, and their median and percentiles in cycles. Below
// it what was lost, what is not certified, and whether the output stayed the same.
Table times_table(const TracedPoint& point);

// All that `plumb trace run` prints: of each point its times, then what the stamps changed, per
// module or, rotating, of all builds together. A point without a build and without a failure
// (interrupted before its first) has no table.
std::vector<Table> trace_tables(const Trace& trace);

}  // namespace plumb
