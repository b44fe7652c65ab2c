// plumb/shader/paper/conditions.h - which instructions paper 004 lets move.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/shader/ir/build.h"
#include "plumb/shader/move.h"

namespace plumb::shader {

// C1-C4 with observation A3, for every instruction of the fragment program: condition `none` may
// move. Per component and in the order of execution, as erratum 7 asks.
std::vector<MoveOutcome> paper_conditions(const Pair& pair, const StageValues& values);

}  // namespace plumb::shader
