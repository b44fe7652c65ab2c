// plumb/probe/slices.h - kernels that share slices.clh: which elements a work-item takes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace plumb {

// The kernel with slices.clh in front of it; compilers name the kernel's own lines.
std::string with_slices(std::string_view kernel);

}  // namespace plumb
