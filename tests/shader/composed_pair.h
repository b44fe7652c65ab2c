// tests/shader/composed_pair.h - the second generator: pairs composed from all that the profiles
// have.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace plumb::shader {

struct ComposedPair {
  std::string vertex;
  std::string fragment;
};

// Every instruction and modifier of vs_1_1 or vs_2_0 and of ps_2_0, all outputs, _centroid and _pp
// on declarations, reads of 2d, cube and volume textures. Legal by construction: the writer follows
// which components are written, and knows ports and masks. `lines`: about so many in the fragment
// program. The texts name no code of plumb/shader.
ComposedPair composed_pair(std::mt19937_64& random, int lines);

}  // namespace plumb::shader
