// plumb/report/exchange_table.h - a result for other programs: every step of every point, all
// digits.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/records/result.h"
#include "plumb/report/table.h"

namespace plumb {

// A row for each step and for the whole of each point: workload, all settings, step, time with its
// interval in seconds, samples, bytes, flops, launches, verdict. The form is the same for every
// workload, unlike that of the tables for people; a setting that a point does not have is missing.
Table exchange_table(const Result& result);

}  // namespace plumb
