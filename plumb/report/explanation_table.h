// plumb/report/explanation_table.h - why measured points differ from their predictions.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "plumb/records/explanation.h"
#include "plumb/report/table.h"

namespace plumb {

// One point part by part; the notes say what was seen and what to try, largest difference first.
Table explanation_table(const Explanation& explanation);

// One row per point: measured, predicted, error, the term to blame for most of it.
Table explanations_table(std::span<const Explanation> explanations);

}  // namespace plumb
