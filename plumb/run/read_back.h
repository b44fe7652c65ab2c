// plumb/run/read_back.h - values of a program's buffers after one execution.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/records/reference.h"
#include "plumb/records/result.h"
#include "plumb/run/loaded_program.h"

namespace plumb {

// Reads scalars of any buffer; the program must outlive it.
Reader reader_of(const LoadedProgram& loaded);

// The program's readings; beside each, where its buffer is verified, what `reference` expects.
// Without a reference nothing is expected.
std::vector<ReadingResult> readings_of(const LoadedProgram& loaded, const Reference& reference);

}  // namespace plumb
