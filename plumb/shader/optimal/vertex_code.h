// plumb/shader/optimal/vertex_code.h - the vertex program after a cut.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "plumb/shader/optimal/crossing.h"

namespace plumb::shader {

struct VertexProgram {
  Shader shader;
  std::vector<ConstantCopy> copies;
  std::vector<HostConstant> host;
};

// The old program without its oT#, then code that writes the interpolants of the cut: as sums of
// products, or by the fragment program's own instructions, whichever is shorter. Empty when
// temporaries or constants run out.
std::optional<VertexProgram> vertex_code(Analysis& analysis, const Cut& cut);

}  // namespace plumb::shader
