// cli/answer_notes.h - what a prediction of one point says beside times, as notes of its table.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/records/prediction.h"
#include "plumb/report/table.h"

namespace plumb::cli {

// What would help, what is hard to believe, in how many chunks a pipelined program should be cut,
// and how often a loop should ask for its end.
void add_answer_notes(Table& table, const PredictedPoint& point);

}  // namespace plumb::cli
