// plumb/report/measured_table.h - a measured point beside its prediction.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/records/prediction.h"
#include "plumb/records/program.h"
#include "plumb/records/result.h"
#include "plumb/report/table.h"

namespace plumb {

// What was measured beside what a profile predicts, step by step; `note` goes below. `program` is
// the one that was run: it names the steps.
Table measured_table(const Program& program, const Point& measured, const PredictedPoint& predicted,
                     const std::string& note);

}  // namespace plumb
