// plumb/shader/optimal/fragment_code.h - the fragment program after a cut.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "plumb/shader/optimal/crossing.h"

namespace plumb::shader {

struct FragmentProgram {
  Shader shader;
  std::vector<HostConstant> host;
};

// What stays, in its old order and registers; crossing operands read interpolants or constants.
// Empty when a reload finds no scratch register.
std::optional<FragmentProgram> fragment_code(Analysis& analysis, const Cut& cut);

}  // namespace plumb::shader
