// cli/prediction_tables.h - one predicted point as a table.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/records/prediction.h"
#include "plumb/records/program.h"
#include "plumb/records/result.h"
#include "plumb/report/table.h"

namespace plumb::cli {

// T1, each pass, T3 and T of one point: time and share by every model, and what limits.
Table parts_table(const PredictedPoint& point);

// What `plumb run` measured beside what a profile predicts, step by step; `note` goes below.
Table measured_table(const Program& program, const Point& measured, const PredictedPoint& predicted,
                     const std::string& note);

}  // namespace plumb::cli
