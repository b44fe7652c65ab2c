// plumb/study/kernel_arithmetic.h - what the kernels of a program compute for each load: counted in
// their PTX, and as their passes state it. Needs no GPU.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plumb/records/program.h"

namespace plumb::study {

struct KernelArithmetic {
  std::string kernel;  // of a launch without one, its step
  Pass stated;         // of its largest launch
  // One turn of the loop that loads, or the whole kernel (ptx/instruction_mix.h); absent: why_not.
  std::optional<Pass> counted = {};
  bool in_loop = false;
  std::string why_not = {};
};

// One per kernel that is launched, in the order of the program. NVRTC compiles for sm_90, or for
// the oldest architecture that it has; without it, and for a source that it refuses, there is a
// reason.
std::vector<KernelArithmetic> kernel_arithmetic(const Program& program);

}  // namespace plumb::study
