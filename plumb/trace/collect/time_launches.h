// plumb/trace/collect/time_launches.h - how long the kernels of a program take, to say what stamps
// cost.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "plumb/base/units.h"
#include "plumb/run/loaded_program.h"

namespace plumb::trace {

// Device time of all steps that launch, the shortest of several executions: the one that other
// programs and a rising clock disturbed least. The program must have run before; `before` comes
// before each execution and is not timed.
Seconds time_of_launches(LoadedProgram& loaded, const std::function<void()>& before = [] {});

}  // namespace plumb::trace
