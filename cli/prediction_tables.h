// cli/prediction_tables.h - predictions as tables.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "plumb/records/prediction.h"
#include "plumb/records/program.h"
#include "plumb/records/result.h"
#include "plumb/report/table.h"

namespace plumb::cli {

// T1, each pass, T3 and T of one point: time and share by every model, and what limits.
Table parts_table(const PredictedPoint& point);

// One row per point of a sweep: T1, I T2, T3, T and what limits.
Table sweep_table(std::span<const PredictedPoint> points);

// Both times, their ratio and the winner, one row per point and model.
Table against_table(std::span<const PredictedPoint> points, std::span<const PredictedPoint> rivals);

// The same against a time that is known.
Table against_time_table(std::span<const PredictedPoint> points, Seconds known);

// What `plumb run` measured beside what a profile predicts, step by step; `note` goes below.
Table measured_table(const Program& program, const Point& measured, const PredictedPoint& predicted,
                     const std::string& note);

}  // namespace plumb::cli
