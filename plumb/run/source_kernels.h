// plumb/run/source_kernels.h - the kernels that a source has, for the message that names a wrong
// one.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plumb {

// Names after "kernel void", "__global__ void" or, in PTX, ".entry", in the order of the text;
// comments are skipped. Names that macros make or that stand in included files are not found.
std::vector<std::string> kernels_in(std::string_view text);

// Why a compiled source has no kernel `entry`, and which it has: "the source has the kernels a, b;
// did you mean 'a'?".
std::string missing_kernel(std::string_view text, std::string_view entry);

}  // namespace plumb
