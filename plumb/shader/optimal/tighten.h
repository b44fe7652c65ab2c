// plumb/shader/optimal/tighten.h - the same fragment program in fewer instructions.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/shader/language/shader.h"

namespace plumb::shader {

struct Tightened {
  Shader shader;
  // Per instruction that was given: the one that computes its result now; -1: none does, because
  // nothing needs it or because a register had it already.
  std::vector<int> now;
};

// Until nothing more is found: removes what nothing needs and what a register holds already (common
// subexpressions, copies); makes one mad of a mul and the only add that reads it; makes one
// instruction of two that do the same to different components. Order and registers stay, every
// value is rounded as before, and a step that would break a rule of the profile is not taken. For
// programs without matrix instructions.
Tightened tighten(const Shader& fragment);

}  // namespace plumb::shader
