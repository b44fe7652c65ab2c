// plumb/records/check_steps.h - refusing steps that no device could run; part of check(Program).
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plumb/records/program.h"

namespace plumb {

// Every refusal of check(Program): an input error.
[[noreturn]] void refuse_program(const std::string& why);

// Groups that do not fill a launch, or clusters that do not fill its groups.
void check_ranges(const Launch& launch);

// `steps` are those of the program, or what it restores or checks by. The names in the program are
// sound.
void check_steps(const Program& program, const std::vector<Step>& steps);

}  // namespace plumb
