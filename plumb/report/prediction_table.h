// plumb/report/prediction_table.h - one predicted point as a table.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/records/prediction.h"
#include "plumb/report/table.h"

namespace plumb {

// T1, each pass, T3 and T of one point: time and share by every model, and what limits.
Table parts_table(const PredictedPoint& point);

}  // namespace plumb
