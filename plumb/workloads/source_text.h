// plumb/workloads/source_text.h - kernels that are made of several files.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace plumb {

// The embedded files compiled as one, in this order: {"himeno/rounded.clh", "himeno/wide.cl"}.
// Messages of compilers name the file.
std::string source_text(std::initializer_list<std::string_view> files);

}  // namespace plumb
