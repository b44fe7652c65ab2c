// tests/records/example_records.h - records that use every feature, for the tests of this folder.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/records/allocation.h"
#include "plumb/records/image.h"
#include "plumb/records/prediction.h"
#include "plumb/records/profile.h"
#include "plumb/records/program.h"
#include "plumb/records/result.h"
#include "plumb/records/trace.h"
#include "plumb/records/tuning.h"

namespace plumb {

// Every kind of buffer, image, argument and step, with no member left at its default.
Program example_program();

// The least that a program needs to launch something: buffer "a", kernel "k", step "s".
Program small_program();

// A measured point, a wrong one and one that failed before its first sample.
Result example_result();

Image example_image();

// Two sets of paths, one with nothing left out, one with next to nothing.
Profile example_profile();

// A point with a full prediction and one that a model could not make.
Predictions example_predictions();

// An instruction that moved and one that stayed with its chain.
Allocation example_allocation();
Tuning example_tuning();

// A rotated point with every kind of entry, and one that could not be traced.
Trace example_trace();

}  // namespace plumb
