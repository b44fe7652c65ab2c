// plumb/device/cuda/rounding.h - which products and sums become one, decided once.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace plumb::device::cuda {

// Whether an OpenCL C source has '#pragma OPENCL FP_CONTRACT OFF' for all of itself: outside every
// #if. NVRTC passes over the pragma, so its option must say it.
bool rounds_one_by_one(std::string_view source);

// PTX in which every sum and product says how it is rounded. NVRTC has fused what it wants to fuse
// and leaves the others open; the assembler fuses more of them, and which ones depends on the code
// around them, so that a kernel with time stamps could give other digits than the same one without.
std::string with_pinned_rounding(std::string_view ptx);

}  // namespace plumb::device::cuda
