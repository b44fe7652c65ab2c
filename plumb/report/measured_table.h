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

struct MeasuredBesidePredicted {
  const Program& program;  // the one that was run: it names the steps
  const Point& measured;
  const PredictedPoint& predicted;  // with the rounds that its loops took
  const PredictedPoint& expected;   // with those that the program expects
  std::string which = {};           // of several points; empty: the only one
  std::string note = {};            // goes below
};

// What was measured beside what a profile predicts: step by step, and T, whose measurement is the
// host's time of the whole.
Table measured_table(const MeasuredBesidePredicted& point);

}  // namespace plumb
