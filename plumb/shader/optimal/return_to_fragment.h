// plumb/shader/optimal/return_to_fragment.h - work from the vertex back to the fragment program.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/shader/move.h"

namespace plumb::shader {

// Where vertices are expensive (few pixels per vertex), as long as `pixels_per_vertex` fragment
// slots cost less than the vertex slots that become free:
// - an interpolant that is factor * another one + offset, both the same for every pixel, is
// computed
//   from it by the fragment program;
// - one that is the same for every pixel is a constant of the fragment program;
// - the last step towards an interpolant, a sum or product with constants, is done after the
//   interpolation instead of before.
// Changes pair and copies; returns how many such steps were taken.
int return_to_fragment(MoveResult& result, const MoveOptions& options);

}  // namespace plumb::shader
