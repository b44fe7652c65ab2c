// tests/shader/random_pair.h - pairs of legal programs that nobody wrote.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>

#include "plumb/shader/language/shader.h"

namespace plumb::shader {

// Any instructions on any registers, between 5 and 40 of them; both programs keep all rules.
Pair random_pair(std::mt19937_64& random);

// The same with every instruction of ps_2_0, matrices, kills and several outputs among them.
Pair random_wide_pair(std::mt19937_64& random);

// A filter: texels at whole distances are read and summed up with weights. The distances are made
// from c3.x = the side of the texture, in ways that compilers have. Drawn on a quad whose pixels
// are texels, the sampled texels and so the picture do not depend on who computes coordinates.
Pair random_filter(std::mt19937_64& random);

}  // namespace plumb::shader
