// plumb/report/comparison_table.h - compared runs as a table: times, ratio, interval, verdict.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/compare/compare.h"
#include "plumb/report/table.h"

namespace plumb {

// One row per step. The notes name the test, what "same" means, and what was not compared.
Table comparison_table(const RunComparison& comparison);

}  // namespace plumb
