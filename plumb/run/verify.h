// plumb/run/verify.h - compares what a program left in its buffers with its reference.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "plumb/records/reference.h"
#include "plumb/records/result.h"
#include "plumb/run/loaded_program.h"

namespace plumb {

// Reads back piece by piece every buffer that the program's verification names. `interrupted` is
// asked between parts of what the host computes: ErrorKind::interrupted.
Verification verify(
    const LoadedProgram& loaded, const Reference& reference,
    const std::function<bool()>& interrupted = [] { return false; });

}  // namespace plumb
