// plumb/shader/optimal/straight_line.h - passes over straight-line code: dead code, moves, register
// numbers.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "plumb/shader/language/shader.h"

namespace plumb::shader {

// Removes what reaches no output, component by component.
void remove_dead(Shader& shader);

// `op r, ...; mov oT, r` becomes `op oT, ...` where r is read by that mov alone.
void merge_moves(Shader& shader);

// Gives the temporaries from `first` on numbers that the profile has, each free while it lives.
// False: there are not enough.
bool number_temporaries(Shader& shader, int first);

// After each instruction: the components of every temporary that are still to be read.
std::vector<std::map<int, int>> live_after(const Shader& shader);

}  // namespace plumb::shader
