// plumb/shader/optimal/move_up.h - work from the vertex back to the fragment program.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/shader/move.h"

namespace plumb::shader {

// Where vertices are dear (few pixels per vertex): an interpolant that differs from another one by
// a constant alone is added to it by the fragment program, as long as `pixels_per_vertex` fragment
// slots cost less than the vertex slots that become free. Changes pair and copies; returns how many
// interpolants went.
int move_up(MoveResult& result, const MoveOptions& options);

}  // namespace plumb::shader
