// plumb/shader/paper/rewrite.h - the rewriting M1-M4 of paper 004 for a given set of moved
// instructions.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plumb/shader/ir/build.h"
#include "plumb/shader/move.h"

namespace plumb::shader {

// The pair with the instructions of `moved` in the vertex program; empty, with the reason in `why`,
// if registers, constants, interpolants or slots run out. No outcomes yet.
std::optional<MoveResult> rewrite_as_paper(const Pair& pair, const StageValues& values,
                                           const std::vector<bool>& moved,
                                           const MoveOptions& options, std::string& why);

}  // namespace plumb::shader
