// plumb/trace/certify/code_apart.h - code that no warp runs which takes a stamp: the plain copy of
// a body.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/trace/certify/function_code.h"

namespace plumb::trace {

// Of each instruction, whether no reading of a stamp comes before it or behind it on any way
// through the function. Where there are no stamps, or a branch goes to an unknown place, there is
// no such code.
std::vector<bool> code_apart(const FunctionCode& code);

}  // namespace plumb::trace
